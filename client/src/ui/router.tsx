/** Client-side navigation without loading the page. Routes are defined in the contract. */
import { createContext, startTransition, use, useEffect, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';

export type Place = {
  pathname: string;
  search: string;
  hash: string;
  /** Key of the history step. */
  key: string;
  /** Id of the user for whom the page was first shown, '' for a guest. */
  owner: string;
  /** Kind of navigation; `POP` for the browser’s history and the first page. */
  move: 'PUSH' | 'REPLACE' | 'POP';
  /** Starts at the top of the page although it replaces a step of the same page. */
  top?: boolean;
};

/** State of a history step; `owner` is the person signed in when it was created, '' for a guest. */
type Step = { key?: string; at?: number; owner?: string } | null;

/** Navigation that was blocked; exactly one of the two functions is called. */
type Blocked = { place: Place; goOn: () => void; stay: () => void };

type Blocks = (now: Place, next: Place) => boolean;

export type Router = ReturnType<typeof makeRouter>;

const currentStep = (): Step => history.state as Step;

/** Returns the id of the user who was signed in when the current history step was made, '' for a guest. */
export const stepOwner = (): string => currentStep()?.owner ?? '';

const placeOf = ({ pathname, search, hash }: Location | URL, key: string, move: Place['move'], owner: string): Place => ({
  pathname,
  search,
  hash,
  key,
  move,
  owner,
});

export const pathOf = ({ pathname, search, hash }: Pick<Place, 'pathname' | 'search' | 'hash'>): string => pathname + search + hash;

/** Returns the router of the page. `owner` is the id of the signed-in user, '' for a guest. */
export function makeRouter(owner = '') {
  if (currentStep()?.at === undefined) history.replaceState({ ...currentStep(), at: 0 }, '');
  let at = currentStep()!.at!;
  if (owner && !stepOwner()) history.replaceState({ ...currentStep(), owner }, '');
  let place = placeOf(location, currentStep()?.key ?? 'first', 'POP', owner);
  let blocks: Blocks | null = null;
  let blocked: Blocked | null = null;
  /** Resolver of a history step made by the router itself, which is not shown. */
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
    // A page of a user who has signed out is not shown to the next user.
    if (step?.owner && step.owner !== owner) {
      at = step.at ?? at;
      return go('/', { replace: true, force: true });
    }
    const next = placeOf(location, step?.key ?? 'first', 'POP', owner);
    // A typed fragment adds a step without a number, which cannot be reverted.
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
    /** Sets the owner of further steps, '' for a guest. */
    setOwner: (person: string) => void (owner = person),
    /** Asks `question` before each navigation; `true` blocks it. Returns a function that stops it. */
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

/** Provides the router. Navigation renders in a transition, so that user input has priority. */
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

/** Returns the router, which is stable: its users do not render again on navigation. */
export const useRouter = (): Router => given(use(RouterContext));

export const usePlace = (): Place => given(use(PlaceContext));

/** Blocks navigation if `blocks` returns `true`. Returns the blocked navigation, or `null`. */
export function useBlock(blocks: Blocks): Blocked | null {
  const router = useRouter();
  useEffect(() => router.blockWhere(blocks), [router, blocks]);
  return useSyncExternalStore(router.subscribe, router.blocked);
}

/** Redirects on render and replaces the current history step. */
export function Redirect({ to }: { to: string }) {
  const { go } = useRouter();
  useEffect(() => go(to, { replace: true }), [go, to]);
  return null;
}
