import { accounts, type User } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { onReconnect, watchConnection } from '../api/connection.ts';
import { forgetToken } from '../api/csrf.ts';
import { query } from '../api/query.ts';
import { storeLanguage } from '../i18n/language.ts';
import { t } from '../i18n/translate.ts';
import { onSessionEnd } from '../api/session-end.ts';
import { closeLoginDialog, regainSession } from '../stores/login-required.ts';
import { forgetRedirect, storeRedirect, consumeRedirect } from '../stores/redirect.ts';
import { refreshUI } from '../stores/refresh-ui.ts';
import { SessionContext, type Session } from '../stores/session.ts';
import { showSnackbar } from '../stores/snackbar.ts';
import { useTheme } from '../theme/current-theme.ts';
import { recoverLoadsWith } from '../ui/load-later.tsx';
import { makeRouter, pathOf, RouterProvider, stepOwner } from '../ui/router.tsx';
import { Late } from '../ui/Skeleton.tsx';
import { forgetOfflineMedia } from '../stores/offline/forget.ts';
import { registerWorker } from './start/app-worker.ts';
import { CrashBoundary } from './start/CrashScreen.tsx';
import { openSessionChannel, type SessionChannel } from './start/session-channel.ts';
import { setUser } from './start/set-user.ts';
import { recoverLoad } from './start/load-recovery.ts';
import { notifyIfUpdated, watchVersion } from './start/new-version.ts';
import { followOffline } from './start/offline-start.ts';
import { showLanguage } from './screen-texts.ts';
import { Shell } from './frame/Shell.tsx';
import { DEFAULT_PRODUCT_NAME, start, type Start } from './start/start.ts';
import { StartProblem } from './start/StartProblem.tsx';
import './start/start-problem.css';

const showRefusal = (error: unknown): void =>
  showSnackbar({ text: t(`error.${error instanceof AppError ? error.code : 'internal'}`), type: 'error' });

/** Shows the portal once texts, configuration and user are loaded (docs/specification.md#shell). */
export function App({ queryClient }: { queryClient: QueryClient }) {
  const [known, setKnown] = useState<Start | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [asGuest, setAsGuest] = useState(false);

  useEffect(() => watchConnection(), []);
  useEffect(() => recoverLoadsWith(recoverLoad), []);
  useEffect(() => watchVersion(), []);
  useEffect(() => {
    onSessionEnd(regainSession);
    return () => onSessionEnd(null);
  }, []);

  useEffect(() => {
    let given = true;
    void start().then((result) => {
      if (!given) return;
      queryClient.setQueryData(query(accounts.userinfo).queryKey, result.user);
      // A transition renders in small pieces, so that a slow phone stays responsive.
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
      <Late after={400}>
        <div className="starting" role="status" aria-label={DEFAULT_PRODUCT_NAME} />
      </Late>
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

/** Returns a router whose history steps belong to the signed-in user. A page left open by another user is replaced by the start page. */
function makeOwnRouter(queryClient: QueryClient) {
  const user = queryClient.getQueryData<User | false>(query(accounts.userinfo).queryKey);
  const owner = stepOwner();
  const router = makeRouter(user ? user.id : '');
  if (user && owner !== '' && owner !== user.id) router.go('/', { replace: true, force: true });
  return router;
}

/** Continues after a new sign-in of the same person: writes that waited are sent, reads that failed are repeated. */
function continuePage(queryClient: QueryClient): void {
  forgetToken();
  forgetRedirect();
  closeLoginDialog({ signedIn: true });
  void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}

type PortalProps = Pick<Session, 'config'> & {
  queryClient: QueryClient;
  /** Started without a connection, as the owner of stored media. */
  offline: boolean;
  /** The user is unknown and continues as a guest. */
  failed: boolean;
};

function Portal({ config, queryClient, offline, failed }: PortalProps) {
  const { productName } = useTheme();
  const { data: user = false } = useQuery({ ...query(accounts.userinfo), staleTime: Infinity });
  const [router] = useState(() => makeOwnRouter(queryClient));
  const tabs = useRef<SessionChannel>(null);
  // False while only the device has named the user.
  const [met, setMet] = useState(!offline && !failed);

  useEffect(() => registerWorker(), []);
  useEffect(() => {
    if (met) void followOffline(user).catch(() => undefined);
  }, [met, user]);

  useEffect(() => {
    const personNow = () => {
      const now = queryClient.getQueryData<User | false>(query(accounts.userinfo).queryKey);
      return now ? now.id : '';
    };
    /** Applies a sign-out or a change of user made in another tab. */
    const leave = (next: User | false) => {
      setUser(queryClient, next);
      router.setOwner(next ? next.id : '');
      router.go('/', { replace: true, force: true });
    };
    const follow = async (person: string) => {
      const known = personNow();
      if (known === '') return;
      if (person === known) {
        // The expired session was renewed in another tab: the page stays as it is.
        return continuePage(queryClient);
      }
      leave(false);
      if (person !== '') leave(await call(accounts.userinfo).catch(() => false as const));
    };
    const channel = openSessionChannel((person) => void follow(person));
    tabs.current = channel;
    // A page restored from the back/forward cache has missed the messages of other tabs.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void call(accounts.userinfo).then((now) => (now ? now.id : '') !== personNow() && leave(now));
    };
    addEventListener('pageshow', back);
    /** Asks the portal for the user named by the device, once it answers again. */
    const meet = async (): Promise<void> => {
      const now = await call(accounts.userinfo);
      if ((now ? now.id : '') === personNow()) queryClient.setQueryData(query(accounts.userinfo).queryKey, now);
      else leave(now);
      setMet(true);
      stopMeeting();
    };
    const stopMeeting = offline ? onReconnect(() => void meet().catch(() => undefined)) : () => undefined;
    return () => {
      stopMeeting();
      removeEventListener('pageshow', back);
      channel.close();
      tabs.current = null;
    };
  }, [queryClient, router, offline]);

  const session = useMemo<Session>(() => {
    const become = (next: User | false) => {
      setMet(true);
      setUser(queryClient, next);
      router.setOwner(next ? next.id : '');
      tabs.current?.announce(next ? next.id : '');
    };
    return {
      user,
      config,
      productName,
      setUser: (next) => {
        become(next);
        if (next && config.WebPush) void import('../stores/push.ts').then(({ endForeignPush }) => endForeignPush()).catch(() => undefined);
      },
      resume: (next) => {
        const now = queryClient.getQueryData<User | false>(query(accounts.userinfo).queryKey);
        if (now && now.id === next.id) {
          queryClient.setQueryData(query(accounts.userinfo).queryKey, next);
          tabs.current?.announce(next.id);
          return continuePage(queryClient);
        }
        become(next);
        router.go('/', { replace: true, force: true });
      },
      changeLanguage: (locale) => {
        storeLanguage(locale);
        void showLanguage(locale);
      },
      signOut: async ({ returns = false, stay = false } = {}) => {
        try {
          // Even if the portal cannot be reached: the next person must not find the media.
          await forgetOfflineMedia();
          if (config.WebPush) await (await import('../stores/push.ts')).endPush().catch(() => undefined);
          const { provider } = await call(accounts.logout);
          const address = returns ? consumeRedirect() : '/';
          become(false);
          storeRedirect(address, '');
          // Single logout, if the operator has configured it; the identity provider redirects to the sign-in page.
          if (provider) return location.assign(provider.url);
          if (!stay) router.go(returns ? href('login') : '/', { force: true });
          showSnackbar({ text: t('login.signedOut') });
        } catch (error) {
          showRefusal(error);
        }
      },
      signIn: () => {
        const now = queryClient.getQueryData<User | false>(query(accounts.userinfo).queryKey);
        if (now) {
          // The session has expired: the same user returns to this page after signing in, other users do not.
          const here = pathOf(router.place());
          become(false);
          storeRedirect(here, now.id);
        }
        router.go(href('login'), { force: now !== false });
      },
      setAdvancedView: async (advanced) => {
        try {
          queryClient.setQueryData(query(accounts.userinfo).queryKey, await call(accounts.advancedView, { body: { advanced } }));
          refreshUI({ reopenMenu: true });
        } catch (error) {
          showRefusal(error);
        }
      },
    };
  }, [user, config, productName, queryClient, router]);

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
