/**
 * Rejects slow work and statements on other connections while a transaction is open. Slow work would make others wait for its locks. On the embedded
 * database, all others would wait, and a second statement would deadlock, because there is only one connection.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type Open = { open: boolean; database: object };

const current = new AsyncLocalStorage<Open>();

/** Runs `work` in a context that is marked as a transaction of the database until `work` ends. */
export function markTransaction<T>(database: object, work: () => Promise<T>): Promise<T> {
  const transaction = { open: true, database };
  return current.run(transaction, () => work().finally(() => (transaction.open = false)));
}

/** Throws if called inside a transaction. Slow work belongs in the step `before` (`server/src/http/implement.ts`). */
export function requireNoTransaction(operation: string): void {
  if (current.getStore()?.open) throw new Error(`${operation} inside a transaction`);
}

/** Throws if called inside a transaction of the database. The statement must use the transaction or run before it. */
export function requireNoOpenTransaction(database: object): void {
  const transaction = current.getStore();
  if (transaction?.open && transaction.database === database) throw new Error('a second connection while a transaction is open');
}
