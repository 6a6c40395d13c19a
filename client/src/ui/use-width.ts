/** Media queries for content that depends on the width of the window. Appearance is left to style sheets. */
import { useSyncExternalStore } from 'react';

/** Breakpoint of `theme/base.css`. */
const PHONE = '(width < 48rem)';

const subscribeTo = (media: string) => (onChange: () => void) => {
  const query = matchMedia(media);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const toPhone = subscribeTo(PHONE);

export const usePhone = (): boolean => useSyncExternalStore(toPhone, () => matchMedia(PHONE).matches);
