import { startTransition, useEffect, useReducer, useSyncExternalStore, type ComponentType, type FunctionComponent } from 'react';

type Script = {
  /** Starts loading; idempotent. */
  begin: () => void;
  isLoaded: () => boolean;
  subscribe: (redraw: () => void) => () => void;
};

/** `screen`: the screen of the address; `part`: a part of a screen. */
type Kind = 'screen' | 'part';

/** Resolves if a failed script should be loaded again; rejects to give up. */
export type Recover = (error: unknown, about: { kind: Kind; failures: number }) => Promise<void>;

const rethrow: Recover = (error) => Promise.reject(error as Error);
let recover = rethrow;

/** Sets the handler of scripts that fail to load. Returns a function that resets it. */
export function recoverLoadsWith(next: Recover): () => void {
  recover = next;
  return () => void (recover = rethrow);
}

export type Later<P> = FunctionComponent<P> & { script: Script };

/**
 * Returns a component whose script is loaded on first render; shows `Waiting`, or nothing, until then. Throws while rendering if the script
 * cannot be loaded and the handler of `recoverLoadsWith` gives up. Used instead of `lazy` and `Suspense` of React, which hold content back for
 * 300 ms after showing the fallback (docs/performance.md#first-visit).
 */
export function loadLater<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting?: ComponentType<P>,
  kind: Kind = 'part',
): Later<P> {
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
      // A transition renders a large screen in small pieces, so that a slow phone stays responsive.
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

/** Returns whether the script of a component is loaded, and starts loading it. Returns `true` for `null`. */
export function useLoaded(later: { script: Script } | null): boolean {
  const script = later?.script ?? NONE;
  useEffect(() => script.begin(), [script]);
  return useSyncExternalStore(script.subscribe, script.isLoaded);
}
