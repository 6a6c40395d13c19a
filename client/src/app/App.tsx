import { isStudent } from '@fundus/contract/access';
import { accounts, type User } from '@fundus/contract/accounts/accounts';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { startTransition, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { watchConnection } from '../api/connection.ts';
import { query } from '../api/query.ts';
import { onSessionEnd } from '../api/session-end.ts';
import { setPupilWording } from '../i18n/translate.ts';
import { restoreSession } from '../stores/login-required.ts';
import { SessionContext, type Session } from '../stores/session.ts';
import { useTheme } from '../theme/current-theme.ts';
import { recoverLoadsWith } from '../ui/load-later.tsx';
import { makeRouter, RouterProvider, historyEntryOwner } from '../ui/router.tsx';
import { ShowDelayed } from '../ui/Skeleton.tsx';
import { registerWorker } from './start/app-worker.ts';
import { CrashBoundary } from './start/CrashScreen.tsx';
import { recoverLoad } from './start/load-recovery.ts';
import { notifyIfUpdated, watchVersion } from './start/new-version.ts';
import { updateOfflineMedia } from './start/offline-start.ts';
import { Shell } from './frame/Shell.tsx';
import { createSessionActions } from './start/session-acts.ts';
import { useOtherTabs } from './start/use-other-tabs.ts';
import { DEFAULT_PRODUCT_NAME, start, type Start } from './start/start.ts';
import { StartProblem } from './start/StartProblem.tsx';
import './start/start-problem.css';

/** Shows the portal once texts, configuration and user are loaded (docs/specification.md#shell). */
export function App({ queryClient }: { queryClient: QueryClient }) {
  const [known, setKnown] = useState<Start | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [asGuest, setAsGuest] = useState(false);

  useEffect(() => watchConnection(), []);
  useEffect(() => recoverLoadsWith(recoverLoad), []);
  useEffect(() => watchVersion(), []);
  useEffect(() => {
    onSessionEnd(restoreSession);
    return () => onSessionEnd(null);
  }, []);

  useEffect(() => {
    let given = true;
    void start().then((result) => {
      if (!given) return;
      queryClient.setQueryData(query(accounts.userinfo).queryKey, result.user);
      setPupilWording(isPupil(result.user));
      // A transition renders in small pieces, so that slow phones stay responsive.
      startTransition(() => setKnown(result));
      if (result.texts) notifyIfUpdated();
    });
    return () => {
      given = false;
    };
  }, [attempt, queryClient]);

  const again = () => {
    setKnown(null);
    setAttempt(attempt + 1);
  };

  if (!known) {
    return (
      <ShowDelayed after={400}>
        <div className="starting" role="status" aria-label={DEFAULT_PRODUCT_NAME} />
      </ShowDelayed>
    );
  }
  if (!known.texts || !known.config) return <StartProblem problem={known.texts ? 'config' : 'texts'} onRetry={again} />;
  if (known.userFailed && !asGuest) return <StartProblem problem="user" onRetry={again} onGuest={() => setAsGuest(true)} />;
  return (
    <QueryClientProvider client={queryClient}>
      <Portal config={known.config} queryClient={queryClient} offline={known.offline} failed={known.userFailed} />
    </QueryClientProvider>
  );
}

const isPupil = (user: User | false | null | undefined): boolean => Boolean(user) && isStudent(user as User);

/** Returns a router that stores the user with each history step. A page that another user left open is replaced by the start page. */
function makeOwnRouter(queryClient: QueryClient) {
  const user = queryClient.getQueryData<User | false>(query(accounts.userinfo).queryKey);
  const owner = historyEntryOwner();
  const router = makeRouter(user ? user.id : '');
  if (user && owner !== '' && owner !== user.id) router.go('/', { replace: true, force: true });
  return router;
}

type PortalProps = Pick<Session, 'config'> & {
  queryClient: QueryClient;
  /** True if the portal started without a connection, for the user who owns the media stored on the device. */
  offline: boolean;
  /** True if the user could not be loaded and continues as a guest. */
  failed: boolean;
};

function Portal({ config, queryClient, offline, failed }: PortalProps) {
  const { productName } = useTheme();
  const { data: user = false } = useQuery({ ...query(accounts.userinfo), staleTime: Infinity });
  const [router] = useState(() => makeOwnRouter(queryClient));
  // False until the portal, not only the device, has confirmed the user.
  const [met, setMet] = useState(!offline && !failed);
  const onMet = useCallback(() => setMet(true), []);

  useEffect(() => registerWorker(), []);
  useEffect(() => {
    if (met) void updateOfflineMedia(user).catch(() => undefined);
  }, [met, user]);

  useLayoutEffect(() => setPupilWording(isPupil(user)), [user]);

  const tabs = useOtherTabs({ queryClient, router, offline, onMet });
  const session = useMemo<Session>(
    () => ({ user, config, productName, ...createSessionActions({ config, queryClient, router, tabs, onMet }) }),
    [user, config, productName, queryClient, router, tabs, onMet],
  );

  return (
    <SessionContext value={session}>
      <RouterProvider router={router}>
        <CrashBoundary>
          <Shell />
        </CrashBoundary>
      </RouterProvider>
    </SessionContext>
  );
}
