/** In milliseconds. */
const AT_LATEST = 500;

/** Runs `work` once nothing else waits for the processor, in a task of its own, and after half a second in any case; the returned function takes it back. */
export function whenIdle(work: () => void): () => void {
  // Not every Safari has it.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: AT_LATEST });
  return () => cancelIdleCallback(handle);
}
