/** Preloaded into a portal. Kills the process when it starts a job, which is detected by the timer that renews the lease. */
const RENEW = 15_000;
const { setInterval } = globalThis;
globalThis.setInterval = (callback, ms, ...more) => {
  if (ms === RENEW) process.kill(process.pid, 'SIGKILL');
  return setInterval(callback, ms, ...more);
};
