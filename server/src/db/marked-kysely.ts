/** Kysely whose transactions are known to `refuseInTransaction`. */
import { Kysely, type TransactionBuilder } from 'kysely';
import { markTransaction } from '../in-transaction.ts';

export class MarkedKysely<T> extends Kysely<T> {
  override transaction(): TransactionBuilder<T> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => execute((trx) => markTransaction(() => work(trx)));
    return builder;
  }
}
