/** The Permissions-Policy of another page disables the camera; loading the desk again enables it (docs/behaviour/lending.md#rationale). */
type Policy = { allowsFeature: (feature: string) => boolean };

const OPENED = 'camera';

/** The page was begun anew for the camera. */
export const isCameraAsked = (): boolean => new URLSearchParams(location.search).has(OPENED);

/** False where the page begins anew, with the camera open then. */
export function requestCamera(): boolean {
  const { featurePolicy } = document as { featurePolicy?: Policy };
  if (featurePolicy?.allowsFeature('camera') !== false) return true;
  const url = new URL(location.href);
  url.searchParams.set(OPENED, '1');
  location.assign(url);
  return false;
}
