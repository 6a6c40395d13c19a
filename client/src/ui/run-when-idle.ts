/** Maximum delay in milliseconds until the work starts. */
const AT_LATEST = 500;

/** Runs `work` when the browser is idle, at the latest after half a second. Returns a function that cancels it. */
export function runWhenIdle(work: () => void): () => void {
  // Not supported by all versions of Safari.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: AT_LATEST });
  return () => cancelIdleCallback(handle);
}
