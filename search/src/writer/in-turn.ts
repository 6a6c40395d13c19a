/** Runs tasks that start at once and end in the order of their start. */

/**
 * Returns a function that starts a task and passes it a promise of the previous task, which the task awaits before it changes anything. If
 * the previous task fails, this one fails as well; later ones do not.
 */
export function createTurns(): (work: (before: Promise<void>) => Promise<void>) => Promise<void> {
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
