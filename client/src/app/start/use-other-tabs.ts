import { accounts, type User } from '@fundus/contract/accounts/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type RefObject } from 'react';
import { call } from '../../api/call.ts';
import { onReconnect } from '../../api/connection.ts';
import { query } from '../../api/query.ts';
import type { Router } from '../../ui/router.tsx';
import { continuePage } from './session-acts.ts';
import { openSessionChannel, type SessionChannel } from './session-channel.ts';
import { setUser } from './set-user.ts';

type Around = {
  queryClient: QueryClient;
  router: Router;
  /** Started without a connection: only the device has named the user. */
  offline: boolean;
  /** Called when the portal has named the user. */
  onMet: () => void;
};

/** Follows sign-ins and sign-outs of other tabs, and asks the portal for the user after a start without a connection. */
export function useOtherTabs({ queryClient, router, offline, onMet }: Around): RefObject<SessionChannel | null> {
  const tabs = useRef<SessionChannel>(null);
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
        // The expired session was renewed in another tab, so the page stays.
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
