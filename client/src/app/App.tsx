import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useState } from 'react';
import { call } from '../api/call.ts';
import { forgetToken } from '../api/csrf.ts';
import { query } from '../api/query.ts';
import { storeLanguage } from '../i18n/language.ts';
import { t } from '../i18n/translate.ts';
import { refreshUI } from '../stores/refresh-ui.ts';
import { SessionContext, type Session } from '../stores/session.ts';
import { showSnackbar } from '../stores/snackbar.ts';
import { useTheme } from '../theme/current-theme.ts';
import { makeRouter, RouterProvider } from '../ui/router.tsx';
import { Late } from '../ui/Skeleton.tsx';
import { CrashBoundary } from './CrashScreen.tsx';
import { setUser } from './set-user.ts';
import { showLanguage } from './screen-texts.ts';
import { Shell } from './Shell.tsx';
import { DEFAULT_PRODUCT_NAME, start, type Start } from './start.ts';
import { StartProblem } from './StartProblem.tsx';
import './start-problem.css';

const showRefusal = (error: unknown): void =>
  showSnackbar({ text: t(`error.${error instanceof AppError ? error.code : 'internal'}`), type: 'error' });

/** Shows nothing of the portal before texts, configuration and person are known (docs/specification.md#shell). */
export function App({ queryClient }: { queryClient: QueryClient }) {
  const [known, setKnown] = useState<Start | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [asGuest, setAsGuest] = useState(false);

  useEffect(() => {
    let given = true;
    void start().then((result) => {
      if (!given) return;
      queryClient.setQueryData(query(accounts.userinfo).queryKey, result.user);
      // A transition is drawn in small pieces: a slow phone answers in between.
      startTransition(() => setKnown(result));
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
      <Portal config={known.config} queryClient={queryClient} />
    </QueryClientProvider>
  );
}

function Portal({ config, queryClient }: Pick<Session, 'config'> & { queryClient: QueryClient }) {
  const { productName } = useTheme();
  const { data: user = false } = useQuery({ ...query(accounts.userinfo), staleTime: Infinity });
  const [router] = useState(makeRouter);

  const session = useMemo<Session>(() => {
    return {
      user,
      config,
      productName,
      setUser: (next) => setUser(queryClient, next),
      changeLanguage: (locale) => {
        storeLanguage(locale);
        void showLanguage(locale);
      },
      signOut: async () => {
        try {
          if (config.WebPush) await (await import('../stores/push.ts')).endPush().catch(() => undefined);
          const { provider } = await call(accounts.logout);
          forgetToken();
          setUser(queryClient, false);
          // … and there, where the operator wants it; that portal leads back to the sign-in page.
          if (provider) return location.assign(provider.url);
          router.go('/login');
          showSnackbar({ text: t('login.signedOut') });
        } catch (error) {
          showRefusal(error);
        }
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
