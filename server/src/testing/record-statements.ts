/** Records the statements of a portal, for tests of their number and text. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

export type Statement = { sql: string; rows: number };
type RecordedPortal = { portal: { db: Kysely<Tables> } };

/**
 * Returns a handle for the same database, and the statements sent through it with their number of rows, in the order of the replies. Drops those for
 * which `isRecorded` is false.
 */
export function recordStatements(db: Kysely<Tables>, isRecorded = (): boolean => true): { db: Kysely<Tables>; statements: Statement[] } {
  const statements: Statement[] = [];
  const compiled = new WeakMap<object, () => string>();
  const recording = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      compiled.set(queryId, () => db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    // Only statements that were sent have a result. Subqueries have none.
    transformResult: async ({ result, queryId }) => {
      if (isRecorded()) statements.push({ sql: compiled.get(queryId)?.() ?? '', rows: result.rows.length });
      return result;
    },
  });
  return { db: recording, statements };
}

/** Holds the name of the recording that the current work belongs to. */
const recording = new AsyncLocalStorage<symbol | undefined>();

/** Returns `call` bound to the current recording, so that it can run outside of the current context. */
export function keepRecording<T>(call: () => T): () => T {
  const current = recording.getStore();
  return () => recording.run(current, call);
}

/** Returns the statements that `call` causes. Excludes those of timers and of work that has begun before, such as the upkeep of the search index. */
export async function statementsDuring({ portal }: RecordedPortal, call: () => Promise<unknown>): Promise<Statement[]> {
  const plain = portal.db;
  const own = Symbol('recording');
  const { db, statements } = recordStatements(plain, () => recording.getStore() === own);
  portal.db = db;
  try {
    await recording.run(own, call);
  } finally {
    portal.db = plain;
  }
  return statements;
}

/** Returns the statements of the second of two identical calls, for which the caches are filled. */
export async function statementsWhenWarm(portal: RecordedPortal, call: () => Promise<unknown>): Promise<Statement[]> {
  await call();
  return statementsDuring(portal, call);
}
