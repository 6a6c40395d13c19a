/** Preloaded into a portal: it is killed as soon as it begins a job, when the lease of the job is to be renewed from then on. */
const RENEW = 15_000;
const { setInterval } = globalThis;
globalThis.setInterval = (callback, ms, ...more) => {
  if (ms === RENEW) process.kill(process.pid, 'SIGKILL');
  return setInterval(callback, ms, ...more);
};
