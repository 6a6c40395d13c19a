import { startTransition, useEffect, useReducer, useSyncExternalStore, type ComponentType, type FunctionComponent } from 'react';

type Script = {
  /** Starts loading, once. */
  begin: () => void;
  isLoaded: () => boolean;
  subscribe: (redraw: () => void) => () => void;
};

/** `screen`: what the address shows; `part`: something on a screen. */
type Kind = 'screen' | 'part';

/** Resolves when a script that could not be loaded should be tried again; rejects if it is to be given up. */
export type Recover = (error: unknown, about: { kind: Kind; failures: number }) => Promise<void>;

const giveUp: Recover = (error) => Promise.reject(error as Error);
let recover = giveUp;

/** Sets what is done about scripts that cannot be loaded. Returns what takes it back. */
export function recoverLoadsWith(next: Recover): () => void {
  recover = next;
  return () => void (recover = giveUp);
}

export type Later<P> = FunctionComponent<P> & { script: Script };

/**
 * A component whose script is loaded when it is first drawn; `Waiting` stands in its place until then, nothing where there is none. A script
 * that cannot be loaded, and that `recoverLoadsWith` gives up, throws while drawing.
 *
 * It takes the place of React's `lazy` and `Suspense`, which keep content back until 300 ms after the fallback was shown, however early the
 * script came (docs/performance.md#first-visit).
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
      // A screen is much to draw: in a transition it comes in small pieces, and a slow phone answers in between.
      const come = () => startTransition(redraw);
      if (state !== drawn) come();
      return waits ? script.subscribe(come) : undefined;
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

/** Whether the script of such a component is there, so that it can come together with others; begins to load it. Null: there is none to wait for. */
export function useLoaded(later: { script: Script } | null): boolean {
  const script = later?.script ?? NONE;
  useEffect(() => script.begin(), [script]);
  return useSyncExternalStore(script.subscribe, script.isLoaded);
}
