/** Client-side navigation without page reloads. The contract defines the routes. */
import { createContext, startTransition, use, useEffect, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';

export type Place = {
  pathname: string;
  search: string;
  hash: string;
  /** Key of the history entry. */
  key: string;
  /** ID of the user for whom the page was first shown, or an empty string for an anonymous visitor. */
  owner: string;
  /** Kind of navigation. `POP` stands for the browser history and for the first page. */
  move: 'PUSH' | 'REPLACE' | 'POP';
  /** Scrolls to the top even if the navigation replaces an entry of the same page. */
  top?: boolean;
};

/** State of a history entry. `owner` is the user who was signed in when it was created. */
type Step = { key?: string; at?: number; owner?: string } | null;

/** Blocked navigation. Exactly one of the two functions must be called. */
type Blocked = { place: Place; goOn: () => void; stay: () => void };

type Blocks = (now: Place, next: Place) => boolean;

export type Router = ReturnType<typeof makeRouter>;

const currentStep = (): Step => history.state as Step;

/** Returns the ID of the user who was signed in when the current history entry was created, or an empty string. */
export const historyEntryOwner = (): string => currentStep()?.owner ?? '';

const placeOf = ({ pathname, search, hash }: Location | URL, key: string, move: Place['move'], owner: string): Place => ({
  pathname,
  search,
  hash,
  key,
  move,
  owner,
});

export const pathOf = ({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>): string => pathname + search + hash;

/** Creates the router of the page. `owner` is the ID of the signed-in user, or an empty string. */
export function makeRouter(owner = '') {
  if (currentStep()?.at === undefined) history.replaceState({ ...currentStep(), at: 0 }, '');
  let at = currentStep()!.at!;
  if (owner && !historyEntryOwner()) history.replaceState({ ...currentStep(), owner }, '');
  let place = placeOf(location, currentStep()?.key ?? 'first', 'POP', owner);
  let blocks: Blocks | null = null;
  let blocked: Blocked | null = null;
  /** Resolves when a history step made by the router itself is done. That step is not rendered. */
  let ownStep: (() => void) | null = null;
  let asked = true;
  const listeners = new Set<() => void>();

  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  const show = (next: Place) => {
    place = next;
    blocked = null;
    notifyListeners();
  };
  const block = (next: Place, goOn: () => void) => {
    const end = (then?: () => void) => () => {
      blocked = null;
      notifyListeners();
      then?.();
    };
    blocked = { place: next, goOn: end(goOn), stay: end() };
    notifyListeners();
  };

  addEventListener('popstate', () => {
    if (ownStep) {
      const done = ownStep;
      ownStep = null;
      return done();
    }
    const step = currentStep();
    // Pages of a user who has signed out are not shown to the next user.
    if (step?.owner && step.owner !== owner) {
      at = step.at ?? at;
      return go('/', { replace: true, force: true });
    }
    const next = placeOf(location, step?.key ?? 'first', 'POP', owner);
    // A fragment typed into the address bar adds an entry without a number, which cannot be reverted.
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

  const go = (to: string, { replace = false, force = false, top = false } = {}): void => {
    const url = new URL(to, location.href);
    const next: Place = { ...placeOf(url, Math.random().toString(36).slice(2, 10), replace ? 'REPLACE' : 'PUSH', owner), top };
    const navigate = () => {
      if (!replace) at += 1;
      const step: Step = { key: next.key, at, ...(owner && { owner }) };
      if (replace) history.replaceState(step, '', url);
      else history.pushState(step, '', url);
      show(next);
    };
    if (!force && blocks?.(place, next)) block(next, navigate);
    else navigate();
  };

  return {
    place: () => place,
    blocked: () => blocked,
    go,
    /** Sets the owner of all further history entries. */
    setOwner: (person: string) => void (owner = person),
    /** Calls `question` before each navigation, which is blocked if it returns `true`. Returns a function that removes the block. */
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

/** Provides the router. Navigation is rendered in a transition, so that user input has priority. */
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

/** Returns the router. Its identity is stable, so navigation does not rerender components that use it. */
export const useRouter = (): Router => given(use(RouterContext));

export const usePlace = (): Place => given(use(PlaceContext));

/** Blocks navigation if `blocks` returns `true`. Returns the blocked navigation, or `null`. */
export function useNavigationBlock(blocks: Blocks): Blocked | null {
  const router = useRouter();
  useEffect(() => router.blockWhere(blocks), [router, blocks]);
  return useSyncExternalStore(router.subscribe, router.blocked);
}

/** Redirects when mounted and replaces the current history entry. */
export function Redirect({ to }: { to: string }) {
  const { go } = useRouter();
  useEffect(() => go(to, { replace: true }), [go, to]);
  return null;
}
