/**
 * Sandbox attribute of frames that show a package (docs/decisions/0089-packages-in-an-opaque-origin.md). It never contains `allow-top-navigation`,
 * and `allow-same-origin` only on a dedicated host.
 */
export const PACKAGE_SANDBOX =
  'allow-scripts allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock';
