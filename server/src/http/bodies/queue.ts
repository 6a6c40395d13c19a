/** Queue that limits how many tasks run at once. */

export type Queue = {
  /** Waits for a slot and returns a function that releases it. Returns `undefined` if too many entries wait or the signal aborts first. */
  enter: (signal: AbortSignal) => Promise<(() => void) | undefined>;
  isEmpty: () => boolean;
};

export function makeQueue({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Queue {
  const waiting = new Set<() => void>();
  let running = 0;
  const leave = (): void => {
    running -= 1;
    const [next] = waiting;
    next?.();
  };
  const place = (): (() => void) => {
    running += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leave();
    };
  };
  return {
    isEmpty: () => running === 0 && waiting.size === 0,
    enter: async (signal) => {
      if (signal.aborted) return undefined;
      if (running < atOnce) return place();
      if (waiting.size >= maxWaiting) return undefined;
      return new Promise((take) => {
        const give = (): void => {
          end();
          take(place());
        };
        const drop = (): void => {
          end();
          take(undefined);
        };
        const end = (): void => {
          waiting.delete(give);
          signal.removeEventListener('abort', drop);
        };
        waiting.add(give);
        signal.addEventListener('abort', drop);
      });
    },
  };
}
