/** Measures how long code occupies the main thread, in CPU time, so that load of the machine does not matter. */

const INTERVAL = 10;

/** Returns the maximum CPU milliseconds the main thread spent in one turn of the event loop while `work` ran. */
export async function busiestTurn(work: () => Promise<unknown>): Promise<number> {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let most = 0;
  let before = used();
  const look = (): void => {
    const now = used();
    most = Math.max(most, now - before);
    before = now;
  };
  const timer = setInterval(look, INTERVAL);
  try {
    await work();
  } finally {
    look();
    clearInterval(timer);
  }
  return most;
}
