/**
 * What must not be done while a transaction is open: nothing slow, for on the embedded database everybody else would wait for it, on PostgreSQL whoever
 * wants the same rows; and nothing by another connection of the same database, for the embedded one has a single connection and would wait for itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type Open = { open: boolean; database: object };

const current = new AsyncLocalStorage<Open>();

/** Does something of which the refusals know, until it is done, that it is inside of a transaction of this database. */
export function markTransaction<T>(database: object, work: () => Promise<T>): Promise<T> {
  const transaction = { open: true, database };
  return current.run(transaction, () => work().finally(() => (transaction.open = false)));
}

/** Throws inside of a transaction: a fault of the program, what is slow belongs into the step `before` (`server/src/http/implement.ts`). */
export function refuseInTransaction(what: string): void {
  if (current.getStore()?.open) throw new Error(`${what} inside of a transaction`);
}

/** Throws inside of a transaction of this database: a fault of the program, the statement belongs into the transaction or before it. */
export function refuseSecondConnection(database: object): void {
  const transaction = current.getStore();
  if (transaction?.open && transaction.database === database) throw new Error('a statement beside the transaction that is open');
}
