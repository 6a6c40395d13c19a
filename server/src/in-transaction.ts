/** Nothing slow runs while a transaction is open: on the embedded database everybody else would wait for it, on PostgreSQL whoever wants the same rows. */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<{ open: boolean }>();

/** Does something of which `refuseInTransaction` knows, until it is done, that it is inside of a transaction. */
export function markTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { open: true };
  return current.run(transaction, () => work().finally(() => (transaction.open = false)));
}

/** Throws inside of a transaction: a fault of the program, what is slow belongs into the step `before` (`server/src/http/implement.ts`). */
export function refuseInTransaction(what: string): void {
  if (current.getStore()?.open) throw new Error(`${what} inside of a transaction`);
}
