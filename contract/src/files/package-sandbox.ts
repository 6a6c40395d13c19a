/**
 * Sandbox of the frame and of every page of a package (docs/decisions/0089-packages-in-an-opaque-origin.md). Never `allow-top-navigation`, and
 * `allow-same-origin` only on a host of its own.
 */
export const PACKAGE_SANDBOX =
  'allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock';
