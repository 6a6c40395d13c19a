/** Actions that change the session: sign-in, sign-out, and changes of the user, language or view. */
import { accounts, type User } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import type { QueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { call } from '../../api/call.ts';
import { clearToken } from '../../api/csrf.ts';
import { query } from '../../api/query.ts';
import { storeLanguage } from '../../i18n/language.ts';
import { t } from '../../i18n/translate.ts';
import { closeLoginDialog } from '../../stores/login-required.ts';
import { deleteOfflineMedia } from '../../stores/offline/forget.ts';
import { consumeRedirect, clearRedirect, storeRedirect } from '../../stores/redirect.ts';
import { refreshUI } from '../../stores/refresh-ui.ts';
import type { Session } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { pathOf, type Router } from '../../ui/router.tsx';
import { showLanguage } from '../screen-texts.ts';
import type { SessionChannel } from './session-channel.ts';
import { setUser } from './set-user.ts';

const showRefusal = (error: unknown): void =>
  showSnackbar({ text: t(`error.${error instanceof AppError ? error.code : 'internal'}`), type: 'error' });

/** Continues after a new sign-in of the same user: sends waiting writes and refetches failed reads. */
export function resumePage(queryClient: QueryClient): void {
  clearToken();
  clearRedirect();
  closeLoginDialog({ signedIn: true });
  void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}

type Around = Pick<Session, 'config'> & {
  queryClient: QueryClient;
  router: Router;
  /** Channel to the other tabs of the browser. */
  tabs: RefObject<SessionChannel | null>;
  /** Called when the portal has confirmed the user, who may have been known only from the device. */
  onMet: () => void;
};

/** Returns the session actions that all screens can use. */
export function createSessionActions({
  config,
  queryClient,
  router,
  tabs,
  onMet,
}: Around): Omit<Session, 'user' | 'config' | 'productName'> {
  const become = (next: User | false) => {
    onMet();
    setUser(queryClient, next);
    router.setOwner(next ? next.id : '');
    tabs.current?.announce(next ? next.id : '');
  };
  return {
    setUser: (next) => {
      become(next);
      if (next && config.WebPush)
        void import('../../stores/push.ts').then(({ unsubscribeOtherUser }) => unsubscribeOtherUser()).catch(() => undefined);
    },
    resume: (next) => {
      const now = queryClient.getQueryData<User | false>(query(accounts.userinfo).queryKey);
      if (now && now.id === next.id) {
        queryClient.setQueryData(query(accounts.userinfo).queryKey, next);
        tabs.current?.announce(next.id);
        return resumePage(queryClient);
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
        // Deletes the media even if the portal is unreachable, because the next user of the device must not find them.
        await deleteOfflineMedia();
        if (config.WebPush) await (await import('../../stores/push.ts')).unsubscribeFromPush().catch(() => undefined);
        const { provider } = await call(accounts.logout);
        const address = returns ? consumeRedirect() : '/';
        become(false);
        storeRedirect(address, '');
        // If the operator has configured single logout, the identity provider redirects to the sign-in page afterwards.
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
        // The session has expired. The same user returns to this page after signing in; other users do not.
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
}
