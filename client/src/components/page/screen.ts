/** What the shell gives a screen. Screens never read the router: then a kept-alive one cannot change while hidden. */
import type { ScreenName, ScreenParams } from '@fundus/contract/screens';
import type { ReactNode } from 'react';

/** Opens an address of the portal. `replace` leaves no step in the history and keeps the scroll position. */
export type Go = (to: string, options?: { replace?: boolean }) => void;

/** For a screen that serves several rows: `ScreenProps<'search' | 'csearch'>` is one or the other. */
export type ScreenProps<N extends ScreenName = ScreenName> = N extends ScreenName ? Given<N> : never;

type Given<N extends ScreenName> = {
  name: N;
  params: ScreenParams<N>;
  /** What stands after the question mark, without it. */
  search: string;
  go: Go;
  /** The page the person came from inside the portal, for "back to" links. */
  from: { href: string; title: string } | null;
};

export type ScreenModule<N extends ScreenName> = { Screen: (props: ScreenProps<N>) => ReactNode };
