/** Counts the statements of a call and the rows they return. */
import type { KyselyPlugin } from 'kysely';
import type { TestPortal } from './index.ts';

type Statement = { sql: string; rows: number };

/** Counts from now on. Returns a function that runs a call twice and returns the statements of the second run, which finds warm caches. */
export function countStatements(portal: TestPortal): (call: () => Promise<unknown>) => Promise<Statement[]> {
  const { db } = portal.portal;
  const asked = new WeakMap<object, () => string>();
  let sent: Statement[] = [];
  const counting: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      asked.set(queryId, () => db.getExecutor().compileQuery(node, queryId).sql);
      return node;
    },
    // Only sent statements have a result; a subquery has none of its own.
    transformResult: async ({ result, queryId }) => {
      sent.push({ sql: asked.get(queryId)?.() ?? '', rows: result.rows.length });
      return result;
    },
  };
  portal.portal.db = db.withPlugin(counting);
  return async (call) => {
    await call();
    sent = [];
    await call();
    // The follower of the change log polls on its own timer.
    return sent.filter((statement) => !statement.sql.includes('from "media_change"'));
  };
}
