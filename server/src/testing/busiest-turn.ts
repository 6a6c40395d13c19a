/** Measures in CPU time how long code blocks the main thread, so that other load on the machine does not matter. */

const INTERVAL = 10;

/** Returns the maximum CPU time in milliseconds that the main thread spent in one turn of the event loop while `work` ran. */
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
