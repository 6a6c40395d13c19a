import { accounts, type User } from '@fundus/contract/accounts/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { query } from '../../api/query.ts';
import { requireLogin } from '../../stores/login-required.ts';
import { useSession } from '../../stores/session.ts';
import { unsaved } from '../../stores/unsaved.ts';
import { useNavigationBlock } from '../../ui/router.tsx';
import { decideNavigation, isSignInPath } from '../guard.ts';

/** Blocks navigation if the next page requires a sign-in or the input is unsaved. Returns the blocked navigation if the input is unsaved. */
export function useLeaveGuard(pathname: string) {
  const { config } = useSession();
  const queryClient = useQueryClient();
  // If a guest navigates to a page that requires a sign-in, the dialog opens and the current page stays (docs/specification.md#shell). The first page
  // of a visit redirects instead.
  const needsLogin = useCallback(
    (next: string): boolean => {
      const now = queryClient.getQueryData<User | false>(query(accounts.userinfo).queryKey);
      return decideNavigation(next, now || null, config).kind === 'login';
    },
    [queryClient, config],
  );
  // Unsaved input also blocks leaving the page. Switching tabs within the page is allowed, unless the input belongs to a tab.
  const blocked = useNavigationBlock(
    useCallback(
      (now, next) =>
        needsLogin(next.pathname) ||
        (next.pathname === now.pathname ? next.search !== now.search && unsaved({ view: true }).length > 0 : unsaved().length > 0),
      [needsLogin],
    ),
  );
  const leaving = blocked && !needsLogin(blocked.place.pathname) ? blocked : null;
  useEffect(() => {
    if (!blocked || leaving) return;
    // On the sign-in page no dialog is needed, for example when the user goes back from it.
    if (!isSignInPath(pathname)) requireLogin(blocked.place.pathname + blocked.place.search);
    blocked.stay();
  }, [blocked, leaving, pathname]);
  return leaving;
}
