import { setTimeout as wait } from 'node:timers/promises';

/** SQLSTATE of a deadlock. PostgreSQL rolls back one of the transactions that wait for each other, so this transaction can run again. */
const DEADLOCK = '40P01';
const ATTEMPTS = 6;
/** Delay in milliseconds before the first repetition, doubled for each further one. Without it, the transaction could take its lock again first. */
const DELAY = 20;

/** Runs a transaction and repeats it if it was rolled back because of a deadlock. `work` must not keep state of a failed attempt. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || (error as { code?: string }).code !== DEADLOCK) throw error;
      await wait(DELAY * 2 ** (attempt - 1));
    }
  }
}
