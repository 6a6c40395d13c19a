/** Runs tasks that start immediately and finish in the order of their start. */

/**
 * Returns a function that starts a task. The task receives a promise of the previous task, which it awaits before it changes anything. If the
 * previous task fails, this task fails as well, but later ones do not.
 */
export function createSequencer(): (work: (before: Promise<void>) => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const turn = work(last);
    last = turn;
    turn.catch(() => {
      if (last === turn) last = Promise.resolve();
    });
    return turn;
  };
}
