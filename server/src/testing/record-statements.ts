import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** Returns a handle of the same database, and the SQL of every statement sent through it, in the order of the replies. */
export function recordStatements(db: Kysely<Tables>): { db: Kysely<Tables>; statements: string[] } {
  const statements: string[] = [];
  const compiled = new WeakMap<object, () => string>();
  const recording = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      compiled.set(queryId, () => db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    // Only statements that were sent have a result; a subquery has none of its own.
    transformResult: async ({ result, queryId }) => {
      statements.push(compiled.get(queryId)?.() ?? '');
      return result;
    },
  });
  return { db: recording, statements };
}
