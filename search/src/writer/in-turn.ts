/** What is begun together and must end in its order. */

/**
 * Gives a function that begins work at once and passes it what ends when all before has ended. Work that waits for it fails where one
 * before it fails; what is begun afterwards does not.
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
