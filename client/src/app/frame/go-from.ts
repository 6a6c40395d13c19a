import type { Go } from '../../components/page/screen.ts';
import type { Router } from '../../ui/router.tsx';

/**
 * Returns the navigation function of the screen at `pathname`. A screen that is being left may still update its own address, for example after a
 * pause in typing; such an update must not navigate back to it.
 */
export const goFrom =
  (router: Pick<Router, 'go' | 'place'>, pathname: string): Go =>
  (to, options) => {
    const isOwnUpdate = options?.replace && new URL(to, location.href).pathname === pathname;
    if (isOwnUpdate && router.place().pathname !== pathname) return;
    router.go(to, options);
  };
