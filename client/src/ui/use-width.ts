/** What of the page is there depends on the width of the window; how it looks style sheets say. */
import { useSyncExternalStore } from 'react';

/** As `theme/base.css` parts them. */
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
