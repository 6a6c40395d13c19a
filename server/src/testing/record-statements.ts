/** Records the statements of a portal, for tests of their number and text. */
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { TestPortal } from './index.ts';

export type Statement = { sql: string; rows: number };

/** Returns a handle for the same database, and all statements sent through it with their number of rows, in the order of the replies. */
export function recordStatements(db: Kysely<Tables>): { db: Kysely<Tables>; statements: Statement[] } {
  const statements: Statement[] = [];
  const compiled = new WeakMap<object, () => string>();
  const recording = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      compiled.set(queryId, () => db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    // Only statements that were sent have a result. Subqueries have none.
    transformResult: async ({ result, queryId }) => {
      statements.push({ sql: compiled.get(queryId)?.() ?? '', rows: result.rows.length });
      return result;
    },
  });
  return { db: recording, statements };
}

/** Returns the statements that the portal sends during `call`. Excludes those of the search index, which polls its tables. */
export async function statementsDuring({ portal }: TestPortal, call: () => Promise<unknown>): Promise<Statement[]> {
  const plain = portal.db;
  const recorded = recordStatements(plain);
  portal.db = recorded.db;
  try {
    await call();
  } finally {
    portal.db = plain;
  }
  return recorded.statements.filter(({ sql }) => !/from "(media_change|index_state)"/.test(sql));
}

/** Returns the statements of the second of two identical calls, for which the caches are filled. */
export async function statementsWhenWarm(portal: TestPortal, call: () => Promise<unknown>): Promise<Statement[]> {
  await call();
  return statementsDuring(portal, call);
}
