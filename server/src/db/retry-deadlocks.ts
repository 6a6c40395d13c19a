/** Deadlocks: PostgreSQL rolls back one of the transactions that wait for each other. Nothing was written, so it can run again. */
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

/** Runs a transaction, and again if it was rolled back to resolve a deadlock. `work` must keep nothing of a failed attempt. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || (error as { code?: string }).code !== DEADLOCK) throw error;
    }
  }
}
