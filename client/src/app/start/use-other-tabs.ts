import { accounts, type User } from '@fundus/contract/accounts/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
import { call } from '../../api/call.ts';
import { onReconnect } from '../../api/connection.ts';
import { query } from '../../api/query.ts';
import type { Router } from '../../ui/router.tsx';
import { resumePage } from './session-acts.ts';
import { openSessionChannel, type SessionChannel } from './session-channel.ts';
import { setUser } from './set-user.ts';

type Around = {
  queryClient: QueryClient;
  router: Router;
  /** True if the portal started without a connection, so that the user is known only from the device. */
  offline: boolean;
  /** Called when the portal has confirmed the user. */
  onMet: () => void;
};

/** Applies sign-ins and sign-outs of other tabs. After a start without a connection, asks the portal for the user once it responds. */
export function useOtherTabs({ queryClient, router, offline, onMet }: Around): RefObject<SessionChannel | null> {
  const tabs = useRef<SessionChannel>(null);
  useEffect(() => {
    const personNow = () => {
      const now = queryClient.getQueryData<User | false>(query(accounts.userinfo).queryKey);
      return now ? now.id : '';
    };
    /** Applies a sign-out or a change of user that was made in another tab. */
    const leave = (next: User | false) => {
      setUser(queryClient, next);
      router.setOwner(next ? next.id : '');
      router.go('/', { replace: true, force: true });
    };
    const follow = async (person: string) => {
      const known = personNow();
      if (known === '') return;
      if (person === known) {
        // Another tab has renewed the expired session, so the page stays.
        return resumePage(queryClient);
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
    /** Asks the portal whether the user known from the device is signed in. */
    const meet = async (): Promise<void> => {
      const now = await call(accounts.userinfo);
      if ((now ? now.id : '') === personNow()) queryClient.setQueryData(query(accounts.userinfo).queryKey, now);
      else leave(now);
      onMet();
      stopMeeting();
    };
    const stopMeeting = offline ? onReconnect(() => void meet().catch(() => undefined)) : () => undefined;
    return () => {
      stopMeeting();
      removeEventListener('pageshow', back);
      channel.close();
      tabs.current = null;
    };
  }, [queryClient, router, offline, onMet]);
  return tabs;
}
