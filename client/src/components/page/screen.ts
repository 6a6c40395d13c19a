/** Properties that the shell passes to a screen. Screens never read the router, so that a hidden screen does not change. */
import type { ScreenName, ScreenParams } from '@fundus/contract/screens';
import type { ReactNode } from 'react';

/**
 * Opens an address of the portal. `replace` adds no history step and keeps the scroll position on the same page. With `top` the page starts at the
 * top, for another view of the page, such as an object after its form.
 */
export type Go = (to: string, options?: { replace?: boolean; top?: boolean }) => void;

/** Properties of a screen. If a screen serves several routes, `ScreenProps<'search' | 'csearch'>` is a union. */
export type ScreenProps<N extends ScreenName = ScreenName> = N extends ScreenName ? Given<N> : never;

type Given<N extends ScreenName> = {
  name: N;
  params: ScreenParams<N>;
  /** Query string without the question mark. */
  search: string;
  go: Go;
  /** Previous page within the portal, for links that lead back. */
  from: { href: string; title: string } | null;
};

export type ScreenModule<N extends ScreenName> = { Screen: (props: ScreenProps<N>) => ReactNode };
