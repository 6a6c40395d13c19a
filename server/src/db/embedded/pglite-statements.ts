/**
 * Prepared statements of the embedded database (docs/performance.md#caches). In PGlite, planning a statement takes several times as long as executing
 * it.
 */
import { parse, protocol, types, type PGlite, type Results } from '@electric-sql/pglite';

type Message = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];
/** A prepared statement. `columns` is its row description, which is fetched once and is empty for statements without rows. */
type Statement = { name: string; parameters: readonly number[]; columns: readonly Message[]; until: number; rows: number };

/** Maximum number of prepared statements. Each of them takes up to several hundred kilobytes of memory. */
const MAX_KEPT = 250;
/** Maximum number of statement texts that are remembered after their first use. */
const MAX_SEEN = 2_000;

/**
 * Lifetime of a plan in milliseconds and written rows. A plan is made for the table sizes at planning time, and without autovacuum the planner does
 * not learn about their growth.
 */
const LIFE = { ms: 60_000, rows: 1_000 };

/** Statements that cannot change tables. After any other statement, all prepared statements are closed. */
const KEPT = /^\s*(select|insert|update|delete|with|begin|start|commit|rollback|savepoint|release|set|listen|checkpoint)\b/i;

/** Matches a conflict target with a condition, which may contain a parameter. PostgreSQL rejects a generic plan for such a statement. */
const BY_CONDITION = /\bon conflict\s*\([^()]*\)\s*where\b/i;

const UNDOES = /^\s*rollback\b/i;

/**
 * Types whose binary form is their UTF-8 text. Long values of these types are sent as bytes. The PGlite protocol encodes text twice, character by
 * character, which takes nearly as long as parsing the JSON of a batch of records.
 */
const SAME_IN_BYTES: ReadonlySet<number> = new Set([types.TEXT, types.VARCHAR, types.JSON]);
const LONG = 1_000;

const { serialize } = protocol;

export type Statements = {
  query(sql: string, params: readonly unknown[]): Promise<Pick<Results<unknown>, 'rows' | 'affectedRows'>>;
  /** Executes several statements without parameters. */
  exec(sql: string): Promise<void>;
};

/** Returns a wrapper that prepares a statement at its second use. PostgreSQL then chooses between a generic and a custom plan. */
export function cacheStatements(database: PGlite, life = LIFE): Statements {
  const prepared = new Map<string, Statement>();
  const seen = new Set<string>();
  let made = 0;
  let written = 0;
  /** True while an open transaction may have changed tables. A rollback would undo these changes. */
  let reshaped = false;

  const send = (messages: readonly Uint8Array[]): Promise<Message[]> =>
    database.execProtocolStream(messages.length === 1 ? messages[0]! : Buffer.concat(messages), { syncToFs: false });
  const close = (sql: string): Promise<unknown> => {
    const { name } = prepared.get(sql)!;
    prepared.delete(sql);
    return send([serialize.close({ type: 'S', name })]);
  };
  const closeAll = async (): Promise<void> => {
    for (const sql of [...prepared.keys()]) await close(sql);
  };
  const prepare = async (sql: string): Promise<Statement> => {
    const name = `kept_${++made}`;
    const replies = await send([serialize.parse({ name, text: sql }), serialize.describe({ type: 'S', name })]);
    return {
      name,
      parameters: parse.parseDescribeStatementResults(replies),
      columns: replies.filter((each) => each.name === 'rowDescription'),
      until: performance.now() + life.ms,
      rows: written + life.rows,
    };
  };
  const run = async (sql: string, params: readonly unknown[]): Promise<Results> => {
    const messages: Message[] = [];
    try {
      const found = prepared.get(sql);
      if (found && (found.until < performance.now() || found.rows < written)) await close(sql);
      const statement = prepared.get(sql) ?? (await prepare(sql));
      prepared.delete(sql);
      prepared.set(sql, statement);
      const values = params.map((value, at) => {
        if (value === null || value === undefined) return null;
        const type = statement.parameters[at]!;
        if (typeof value === 'string' && value.length > LONG && SAME_IN_BYTES.has(type)) return Buffer.from(value);
        const write = database.serializers[type];
        return write ? write(value) : String(value as string | number | boolean);
      });
      messages.push(...statement.columns);
      messages.push(...(await send([serialize.bind({ statement: statement.name, values }), serialize.execute({})])));
    } finally {
      messages.push(...(await send([serialize.sync()])));
    }
    await database.syncToFs();
    const result = parse.parseResults(messages, database.parsers)[0]!;
    written += result.affectedRows ?? 0;
    return result;
  };

  return {
    async query(sql, params) {
      const known = prepared.has(sql);
      const changes = !known && !KEPT.test(sql);
      if (changes || (reshaped && UNDOES.test(sql))) await database.runExclusive(closeAll);
      reshaped = changes || (reshaped && !UNDOES.test(sql));
      if (!prepared.has(sql) && (!KEPT.test(sql) || BY_CONDITION.test(sql) || !seen.has(sql))) {
        if (seen.size >= MAX_SEEN) seen.clear();
        seen.add(sql);
        return database.query(sql, [...params]);
      }
      return database.runExclusive(async () => {
        if (!prepared.has(sql) && prepared.size >= MAX_KEPT) await close(prepared.keys().next().value!);
        return run(sql, params);
      });
    },
    async exec(sql) {
      await database.runExclusive(closeAll);
      await database.exec(sql);
    },
  };
}
