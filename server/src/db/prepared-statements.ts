/**
 * Statements the embedded engine has read already: named ones of PostgreSQL's protocol. Reading and planning is most of what a statement of a
 * portal costs; a kept one costs a third to a fifth (decision 0089).
 */
import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite';

type Prepared = { name: string; types: number[]; until: number; rows: number };

/** What only reads and writes rows. */
const ROWS = /^\s*(select|insert|update|delete|with)\b/i;
/** What leaves tables as they are. */
const SESSION = /^\s*(begin|start|commit|savepoint|release|set|listen|notify|checkpoint)\b/i;
const UNDOES = /^\s*rollback\b/i;
/** So many are kept; those not used for the longest time go first. */
const MOST = 300;
/** A plan is made for tables as large as they are, and nothing here tells that they grew: it is made anew after so many milliseconds or rows written. */
const LIFE = { ms: 60_000, rows: 1_000 };

const { serialize } = protocol;

/** Asks a database with statements kept by their text. Rows and errors are those of `database.query`. */
export function keepStatements(database: PGlite, life = LIFE): (sql: string, params: readonly unknown[]) => Promise<Results> {
  const kept = new Map<string, Prepared>();
  let next = 0;
  let written = 0;
  /** Tables may have changed in a transaction that can still be undone. */
  let reshaped = false;

  const send = (...messages: Uint8Array[]) => database.execProtocolStream(Buffer.concat(messages));

  const forget = async (sql: string, { name }: Prepared): Promise<void> => {
    kept.delete(sql);
    await send(serialize.close({ type: 'S', name }), serialize.sync());
  };

  const prepare = async (sql: string): Promise<Prepared> => {
    const name = `s${next++}`;
    const said = await send(serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name }), serialize.sync());
    return { name, types: parse.parseDescribeStatementResults(said), until: performance.now() + life.ms, rows: written + life.rows };
  };

  /** Puts it at the end of those that may go. */
  const take = async (sql: string): Promise<Prepared> => {
    const found = kept.get(sql);
    if (found && (found.until < performance.now() || found.rows < written)) await forget(sql, found);
    const prepared = kept.get(sql) ?? (await prepare(sql));
    kept.delete(sql);
    kept.set(sql, prepared);
    for (const [oldest, unused] of kept) {
      if (kept.size <= MOST) break;
      await forget(oldest, unused);
    }
    return prepared;
  };

  const forgetAll = async (): Promise<void> => {
    for (const [sql, prepared] of kept) await forget(sql, prepared);
  };

  const asText = (value: unknown, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null;
    const serializer = type === undefined ? undefined : database.serializers[type];
    return serializer ? serializer(value) : String(value);
  };

  return async (sql, params) => {
    if (!ROWS.test(sql)) {
      const result = await database.query(sql, [...params]);
      // The shape of a reply may have changed with the tables: a kept statement would be refused.
      const undoes = UNDOES.test(sql);
      if (undoes ? reshaped : !SESSION.test(sql)) await database._runExclusiveQuery(forgetAll);
      reshaped = undoes ? false : reshaped || !SESSION.test(sql);
      return result;
    }
    return database._runExclusiveQuery(async () => {
      const { name, types } = await take(sql);
      const values = params.map((value, i) => asText(value, types[i]));
      const said = await send(
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
        serialize.sync(),
      );
      const result = parse.parseResults(said, database.parsers)[0]!;
      written += result.affectedRows ?? 0;
      return result;
    });
  };
}
