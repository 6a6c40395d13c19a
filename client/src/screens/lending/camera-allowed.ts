/** Where the page was begun elsewhere its policy closes the camera; begun anew here it does not (docs/decisions/0051). */
type Policy = { allowsFeature: (feature: string) => boolean };

export const CAMERA_HASH = '#camera';

/** False where the page begins anew, with the camera open then. */
export function requestCamera(): boolean {
  const { featurePolicy } = document as { featurePolicy?: Policy };
  if (featurePolicy?.allowsFeature('camera') !== false) return true;
  location.hash = CAMERA_HASH;
  location.reload();
  return false;
}
