/** Moves all data of a school to another school. */
import { sql } from 'kysely';
import type { Ctx } from '../http/context.ts';
import { DOMAINS, schoolColumnsOf } from './list.ts';

/** Lets each domain resolve conflicts, then updates the columns of the domain with the rule `moves`. */
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
