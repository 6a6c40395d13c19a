import { startTransition, useEffect, useReducer, useSyncExternalStore, type ComponentType, type FunctionComponent } from 'react';

type Script = {
  /** Starts loading the script. Idempotent. */
  begin: () => void;
  isLoaded: () => boolean;
  subscribe: (redraw: () => void) => () => void;
};

/** Kind of component: the screen of the URL or a part of a screen. */
type Kind = 'screen' | 'part';

/** Handles a failed load. Resolves to try again, and rejects to give up. */
export type Recover = (error: unknown, about: { kind: Kind; failures: number }) => Promise<void>;

const rethrow: Recover = (error) => Promise.reject(error as Error);
let recover = rethrow;

/** Sets the handler for scripts that fail to load. Returns a function that restores the default. */
export function recoverLoadsWith(next: Recover): () => void {
  recover = next;
  return () => void (recover = rethrow);
}

export type LazyComponent<P> = FunctionComponent<P> & { script: Script };

/**
 * Returns a component whose code is loaded on first render. Until then it renders `Waiting` or nothing. Throws during rendering if loading fails and
 * the handler gives up. Replaces `lazy` and `Suspense`, which hold content back for 300 ms after showing the fallback
 * (docs/performance.md#first-visit).
 */
export function loadLater<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting?: ComponentType<P>,
  kind: Kind = 'part',
): LazyComponent<P> {
  let state: { Component?: ComponentType<P>; failed?: { error: unknown } } | undefined;
  const listeners = new Set<() => void>();
  const loadNow = async () => {
    state = {};
    state = await loadUntilGivenUp(load, kind).then(
      (Component) => ({ Component }),
      (error: unknown) => ({ failed: { error } }),
    );
    for (const redraw of listeners) redraw();
  };
  const script: Script = {
    begin: () => {
      if (!state) void loadNow();
    },
    isLoaded: () => Boolean(state?.Component ?? state?.failed),
    subscribe: (redraw) => {
      listeners.add(redraw);
      return () => void listeners.delete(redraw);
    },
  };

  function Later(props: P) {
    script.begin();
    const [, redraw] = useReducer((times: number) => times + 1, 0);
    const drawn = state!;
    const waits = drawn.Component === undefined;
    useEffect(() => {
      // A transition renders a large screen in small steps, so that slow phones stay responsive.
      const onLoad = () => startTransition(redraw);
      if (state !== drawn) onLoad();
      return waits ? script.subscribe(onLoad) : undefined;
    }, [drawn, waits]);
    const { Component, failed } = drawn;
    if (failed) throw failed.error;
    return Component ? <Component {...props} /> : Waiting ? <Waiting {...props} /> : null;
  }
  return Object.assign(Later, { script });
}

async function loadUntilGivenUp<T>(load: () => Promise<T>, kind: Kind): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch (error) {
      await recover(error, { kind, failures });
    }
  }
}

const NONE: Script = { begin: () => {}, isLoaded: () => true, subscribe: () => () => {} };

/** Starts loading the code of a component and returns whether it is loaded. Returns `true` for `null`. */
export function useLoaded(later: { script: Script } | null): boolean {
  const script = later?.script ?? NONE;
  useEffect(() => script.begin(), [script]);
  return useSyncExternalStore(script.subscribe, script.isLoaded);
}
