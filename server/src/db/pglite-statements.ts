/**
 * Statements of the embedded database that stay parsed and planned from one time to the next (docs/decisions/0088-statements-stay-planned.md): there
 * planning a statement takes several times as long as doing it.
 */
import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite';

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];
/** `columns`: what the server says of the rows, once; nothing where there are none. */
type Statement = { name: string; parameters: readonly number[]; columns: readonly Message[] };

/** Each takes up to some hundred kilobytes. */
const MOST_KEPT = 250;
/** Texts of statements that came once. */
const MOST_SEEN = 2_000;

/** Of anything else it is not known what it changes. */
const PLAIN = /^\s*(select|insert|update|delete|with|begin|commit|rollback)\b/i;
/** Which index is meant may depend on a value (`on conflict (…) where state = $1`), and a plan for all values is refused then. */
const BY_VALUE = /\bon conflict\b/i;

const { serialize } = protocol;

export type Statements = {
  query(sql: string, params: readonly unknown[]): Promise<Pick<Results<unknown>, 'rows' | 'affectedRows'>>;
  /** Several statements at once, without parameters. */
  exec(sql: string): Promise<void>;
};

/** A statement that comes for the second time is kept; which of the two ways of planning is better from then on is decided by PostgreSQL. */
export function keepStatements(database: PGlite): Statements {
  const kept = new Map<string, Statement>();
  const seen = new Set<string>();
  let made = 0;

  const send = (messages: readonly Uint8Array[]): Promise<Message[]> =>
    database.execProtocolStream(messages.length === 1 ? messages[0]! : Buffer.concat(messages), { syncToFs: false });
  const close = (sql: string): Promise<unknown> => {
    const { name } = kept.get(sql)!;
    kept.delete(sql);
    return send([serialize.close({ type: 'S', name })]);
  };
  const closeAll = async (): Promise<void> => {
    for (const sql of [...kept.keys()]) await close(sql);
  };
  const prepare = async (sql: string): Promise<Statement> => {
    const name = `kept_${++made}`;
    const said = await send([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })]);
    return { name, parameters: parse.parseDescribeStatementResults(said), columns: said.filter((each) => each.name === 'rowDescription') };
  };
  const run = async (sql: string, params: readonly unknown[]): Promise<Results> => {
    const messages: Message[] = [];
    try {
      const statement = kept.get(sql) ?? (await prepare(sql));
      kept.delete(sql);
      kept.set(sql, statement);
      const values = params.map((value, at) => {
        if (value === null || value === undefined) return null;
        const write = database.serializers[statement.parameters[at]!];
        return write ? write(value) : String(value as string | number | boolean);
      });
      messages.push(...statement.columns);
      messages.push(...(await send([serialize.bind({ statement: statement.name, values }), serialize.execute({})])));
    } finally {
      messages.push(...(await send([serialize.sync()])));
    }
    await database.syncToFs();
    return parse.parseResults(messages, database.parsers)[0]!;
  };

  return {
    async query(sql, params) {
      const known = kept.has(sql);
      if (!known && !PLAIN.test(sql)) await database.runExclusive(closeAll);
      if (!known && (!PLAIN.test(sql) || BY_VALUE.test(sql) || !seen.has(sql))) {
        if (seen.size >= MOST_SEEN) seen.clear();
        seen.add(sql);
        return database.query(sql, [...params]);
      }
      return database.runExclusive(async () => {
        if (!known && kept.size >= MOST_KEPT) await close(kept.keys().next().value!);
        return run(sql, params);
      });
    },
    async exec(sql) {
      await database.runExclusive(closeAll);
      await database.exec(sql);
    },
  };
}
