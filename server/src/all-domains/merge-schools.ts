/** Everything of a school becomes another one's. */
import { sql } from 'kysely';
import type { Ctx } from '../http/context.ts';
import { DOMAINS, schoolColumnsOf } from './list.ts';

/** A domain first sees to what would be there twice; then its columns that say so move by themselves. */
export async function mergeSchools(ctx: Pick<Ctx, 'db' | 'afterCommit' | 'wakeIndex'>, from: string, to: string): Promise<void> {
  for (const domain of Object.values(DOMAINS)) {
    await domain.mergeSchools?.(ctx, from, to);
    for (const { table, column, rule } of schoolColumnsOf(domain))
      if (rule === 'moves')
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(`${table}.${column}`)} = ${from}`.execute(
          ctx.db,
        );
  }
}
