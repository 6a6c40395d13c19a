/** Kysely that reports the start and end of its transactions to `server/src/in-transaction.ts`. */
import { Kysely, type Dialect, type Driver, type TransactionBuilder } from 'kysely';
import { markTransaction, requireNoOpenTransaction } from '../in-transaction.ts';

export class MarkedKysely<T> extends Kysely<T> {
  readonly #database: object;

  constructor({ dialect }: { dialect: Dialect }) {
    const database = {};
    super({ dialect: withOneConnectionATransaction(dialect, database) });
    this.#database = database;
  }

  override transaction(): TransactionBuilder<T> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => execute((trx) => markTransaction(this.#database, () => work(trx)));
    return builder;
  }
}

/** Returns a dialect that refuses a second connection to a caller inside a transaction. */
function withOneConnectionATransaction(dialect: Dialect, database: object): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => guard(dialect.createDriver(), database),
  };
}

function guard(driver: Driver, database: object): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    requireNoOpenTransaction(database);
    return acquire(options);
  };
  return driver;
}
