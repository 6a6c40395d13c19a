/** Queries for exported media. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export type Change = { identifier: string; changed_at: Date; present: boolean; sets: string[] };

export type Selection = { from?: Date | undefined; until?: Date | undefined; set?: string | undefined };

/** Time of a change in whole seconds. All changes within a second have the time of its beginning. */
const changeSecond = sql<Date>`date_trunc('second', exported_medium.changed_at)`;

const chosen = (db: Db, { from, until, set }: Selection) =>
  db
    .selectFrom('exported_medium')
    .$if(from !== undefined, (rows) => rows.where('exported_medium.changed_at', '>=', from!))
    .$if(until !== undefined, (rows) => rows.where('exported_medium.changed_at', '<', new Date(until!.getTime() + 1_000)))
    .$if(set !== undefined, (rows) => rows.where(sql<boolean>`exported_medium.sets @> array[${set!}]::text[]`));

/** Returns the changes after a position, in their order. The position is exact, because its time is not a JavaScript date. */
export const listChanges = (db: Db, selection: Selection, after: { at: string; identifier: string } | null, limit: number) =>
  chosen(db, selection)
    .select(['exported_medium.identifier', 'exported_medium.present', 'exported_medium.sets'])
    .select([changeSecond.as('changed_at'), sql<string>`exported_medium.changed_at::text`.as('place')])
    .$if(after !== null, (rows) =>
      rows.where(
        sql<boolean>`(exported_medium.changed_at, exported_medium.identifier) > (${after!.at}::timestamptz, ${after!.identifier})`,
      ),
    )
    .orderBy('exported_medium.changed_at')
    .orderBy('exported_medium.identifier')
    .limit(limit)
    .execute();

/** Returns the number of changes, at most `most`, because counting a million takes longer than reading a page. */
export async function countChanges(db: Db, selection: Selection, most: number): Promise<number> {
  const { count } = await db
    .selectFrom(chosen(db, selection).select(sql.lit(1).as('one')).limit(most).as('first'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const findChange = (db: Db, identifier: string): Promise<Change | undefined> =>
  db
    .selectFrom('exported_medium')
    .select(['exported_medium.identifier', 'exported_medium.present', 'exported_medium.sets', changeSecond.as('changed_at')])
    .where('exported_medium.identifier', '=', identifier)
    .executeTakeFirst();

export async function findFirstChange(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('exported_medium')
    .select(changeSecond.as('changed_at'))
    .orderBy('exported_medium.changed_at')
    .limit(1)
    .executeTakeFirst();
  return row?.changed_at;
}
/** Returns existing media whose identifier follows `identifier`, sorted by identifier, with the day of their last change. */
export const listPresentAfter = (db: Db, identifier: string, limit: number) =>
  db
    .selectFrom('exported_medium')
    .select(['exported_medium.identifier', 'exported_medium.changed_at'])
    .where('exported_medium.present', '=', true)
    .where('exported_medium.identifier', '>', identifier)
    .orderBy('exported_medium.identifier')
    .limit(limit)
    .execute();

/** Returns the last identifier of each part of the site map. */
export async function listPartEnds(db: Db, size: number): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`select numbered.identifier from (
      select exported_medium.identifier, row_number() over (order by exported_medium.identifier) as number
      from exported_medium where exported_medium.present
    ) as numbered where numbered.number % ${size} = 0 order by numbered.identifier limit 1000`.execute(db);
  return rows.map((row) => row.identifier);
}
