/** The Permissions-Policy of other pages disables the camera. Reloading the desk page enables it (docs/behaviour/lending.md#rationale). */
type Policy = { allowsFeature: (feature: string) => boolean };

const OPENED = 'camera';

/** Returns whether the page was reloaded to enable the camera. */
export const isReloadedForCamera = (): boolean => new URLSearchParams(location.search).has(OPENED);

/** Returns whether the camera is allowed. If it is not, reloads the page, which then opens the camera. */
export function requestCamera(): boolean {
  const { featurePolicy } = document as { featurePolicy?: Policy };
  if (featurePolicy?.allowsFeature('camera') !== false) return true;
  const url = new URL(location.href);
  url.searchParams.set(OPENED, '1');
  location.assign(url);
  return false;
}
