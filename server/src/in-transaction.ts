/**
 * Forbids, while a transaction is open, slow work (others would wait for its locks, and on the embedded database for the whole
 * transaction), and statements on another connection (the embedded database has a single one and would wait for itself).
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type Open = { open: boolean; database: object };

const current = new AsyncLocalStorage<Open>();

/** Runs `work` marked as a transaction of this database. */
export function markTransaction<T>(database: object, work: () => Promise<T>): Promise<T> {
  const transaction = { open: true, database };
  return current.run(transaction, () => work().finally(() => (transaction.open = false)));
}

/** Throws inside a transaction. Slow work belongs in the step `before` (`server/src/http/implement.ts`). */
export function refuseInTransaction(operation: string): void {
  if (current.getStore()?.open) throw new Error(`${operation} inside a transaction`);
}

/** Throws inside a transaction of this database. The statement belongs in the transaction or before it. */
export function refuseSecondConnection(database: object): void {
  const transaction = current.getStore();
  if (transaction?.open && transaction.database === database) throw new Error('a second connection while a transaction is open');
}
