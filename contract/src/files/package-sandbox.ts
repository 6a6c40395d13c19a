/**
 * Sandbox of a package's frame and of all its pages (docs/decisions/0089-packages-in-an-opaque-origin.md). Never includes `allow-top-navigation`;
 * includes `allow-same-origin` only on a dedicated host.
 */
export const PACKAGE_SANDBOX =
  'allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock';
