/** Preloaded into a portal: kills it when it starts a job, recognised by the interval that renews the lease. */
const RENEW = 15_000;
const { setInterval } = globalThis;
globalThis.setInterval = (callback, ms, ...more) => {
  if (ms === RENEW) process.kill(process.pid, 'SIGKILL');
  return setInterval(callback, ms, ...more);
};
