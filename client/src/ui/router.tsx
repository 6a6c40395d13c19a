/** Where the portal stands, and going elsewhere without loading the page anew. What an address means the contract's table of routes says. */
import { createContext, startTransition, use, useEffect, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';

export type Place = {
  pathname: string;
  search: string;
  hash: string;
  /** Of this step in the history. */
  key: string;
  /** Who was signed in when it was shown first, '' for a guest. */
  owner: string;
  /** How one came here; `POP` by the browser's history, and when the page was loaded. */
  move: 'PUSH' | 'REPLACE' | 'POP';
};

/** State of a history step; `owner` is the person signed in when it was created, '' for a guest. */
type Step = { key?: string; at?: number; owner?: string } | null;

/** Somebody wanted to go on and was held back; either is called once. */
type Blocked = { place: Place; goOn: () => void; stay: () => void };

type Blocks = (now: Place, next: Place) => boolean;

export type Router = ReturnType<typeof makeRouter>;

const stepNow = (): Step => history.state as Step;

/** Returns who was signed in when the current step of the history was made: '' for a guest. */
export const stepOwner = (): string => stepNow()?.owner ?? '';

const placeOf = ({ pathname, search, hash }: Location | URL, key: string, move: Place['move'], owner: string): Place => ({
  pathname,
  search,
  hash,
  key,
  move,
  owner,
});

export const pathOf = ({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>): string => pathname + search + hash;

/** Follows the history of the page. There is one for a page. `owner`: who is signed in, '' for a guest. */
export function makeRouter(owner = '') {
  if (stepNow()?.at === undefined) history.replaceState({ ...stepNow(), at: 0 }, '');
  let at = stepNow()!.at!;
  if (owner && !stepOwner()) history.replaceState({ ...stepNow(), owner }, '');
  let place = placeOf(location, stepNow()?.key ?? 'first', 'POP', owner);
  let blocks: Blocks | null = null;
  let blocked: Blocked | null = null;
  /** Steps back and forth that are made here and not by the visitor: they change nothing that is shown. */
  let ownStep: (() => void) | null = null;
  let asked = true;
  const listeners = new Set<() => void>();

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const show = (next: Place) => {
    place = next;
    blocked = null;
    tell();
  };
  const block = (next: Place, goOn: () => void) => {
    const end = (then?: () => void) => () => {
      blocked = null;
      tell();
      then?.();
    };
    blocked = { place: next, goOn: end(goOn), stay: end() };
    tell();
  };

  addEventListener('popstate', () => {
    if (ownStep) {
      const done = ownStep;
      ownStep = null;
      return done();
    }
    const step = stepNow();
    // A page of a person who has signed out since is not shown to the next one.
    if (step?.owner && step.owner !== owner) {
      at = step.at ?? at;
      return go('/', { replace: true, force: true });
    }
    const next = placeOf(location, step?.key ?? 'first', 'POP', owner);
    // A fragment that was typed makes a step nobody counted: it cannot be taken back.
    const steps = step?.at === undefined ? 0 : step.at - at;
    if (asked && steps !== 0 && blocks?.(place, next)) {
      const back = new Promise<void>((done) => (ownStep = done));
      history.go(-steps);
      return block(next, () => {
        asked = false;
        void back.then(() => history.go(steps));
      });
    }
    asked = true;
    at = step?.at ?? at;
    show(next);
  });

  const go = (to: string, { replace = false, force = false } = {}): void => {
    const url = new URL(to, location.href);
    const next = placeOf(url, Math.random().toString(36).slice(2, 10), replace ? 'REPLACE' : 'PUSH', owner);
    const goThere = () => {
      if (!replace) at += 1;
      const step: Step = { key: next.key, at, ...(owner && { owner }) };
      if (replace) history.replaceState(step, '', url);
      else history.pushState(step, '', url);
      show(next);
    };
    if (!force && blocks?.(place, next)) block(next, goThere);
    else goThere();
  };

  return {
    place: () => place,
    blocked: () => blocked,
    go,
    /** Steps made from now on belong to this person, '' for a guest. */
    setOwner: (person: string) => void (owner = person),
    /** From now on asks before another place is shown; true holds the visitor back. */
    blockWhere: (question: Blocks) => {
      blocks = question;
      return () => void (blocks = null);
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const RouterContext = createContext<Router | null>(null);
const PlaceContext = createContext<Place | null>(null);

function given<T>(value: T | null): T {
  if (value === null) throw new Error('This stands outside of RouterProvider');
  return value;
}

/** Another place is shown in a transition: what a person does meanwhile comes first. */
export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const [place, setPlace] = useState(router.place);
  useLayoutEffect(() => {
    const read = () => setPlace(router.place());
    read();
    return router.subscribe(() => startTransition(read));
  }, [router]);
  return (
    <RouterContext value={router}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </RouterContext>
  );
}

/** Stays the same: who uses it is not drawn anew when the place changes. */
export const useRouter = (): Router => given(use(RouterContext));

export const usePlace = (): Place => given(use(PlaceContext));

/** Holds the visitor back where `blocks` says so; gives where they wanted to go, null when they are not held back. */
export function useBlock(blocks: Blocks): Blocked | null {
  const router = useRouter();
  useEffect(() => router.blockWhere(blocks), [router, blocks]);
  return useSyncExternalStore(router.subscribe, router.blocked);
}

/** Leads elsewhere as soon as it is drawn, and leaves no step in the history. */
export function Redirect({ to }: { to: string }) {
  const { go } = useRouter();
  useEffect(() => go(to, { replace: true }), [go, to]);
  return null;
}
