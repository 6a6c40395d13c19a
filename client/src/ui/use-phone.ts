import { useSyncExternalStore } from 'react';

/** As narrow as `theme/base.css` takes for a phone. */
const NARROW = '(width < 48rem)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
