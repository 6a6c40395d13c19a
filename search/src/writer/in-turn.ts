/** Work that is begun at once and ends in the order in which it was begun. */

/**
 * Gives a function that begins work and passes it a promise of the work before, to be awaited before anything is changed. Where the work
 * before fails this fails too; work that is begun after that does not.
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
