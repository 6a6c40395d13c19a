/** Media queries for content that depends on the width of the window. Appearance is left to style sheets. */
import { useSyncExternalStore } from 'react';

/** Breakpoints of `theme/base.css`. */
const PHONE = '(width < 48rem)';
const DESK = '(width >= 64rem)';

const subscribeTo = (media: string) => (onChange: () => void) => {
  const query = matchMedia(media);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const toPhone = subscribeTo(PHONE);
const toDesk = subscribeTo(DESK);

export const usePhone = (): boolean => useSyncExternalStore(toPhone, () => matchMedia(PHONE).matches);
export const useDesk = (): boolean => useSyncExternalStore(toDesk, () => matchMedia(DESK).matches);
