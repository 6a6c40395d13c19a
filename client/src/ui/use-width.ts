/** Media queries for content that depends on the window width. Styling belongs in style sheets. */
import { useSyncExternalStore } from 'react';

/** Same breakpoint as in `theme/base.css`. */
const PHONE = '(width < 48rem)';

const subscribeTo = (media: string) => (onChange: () => void) => {
  const query = matchMedia(media);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const toPhone = subscribeTo(PHONE);

export const usePhone = (): boolean => useSyncExternalStore(toPhone, () => matchMedia(PHONE).matches);
