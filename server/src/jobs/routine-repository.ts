/** SQL of the steps of the hourly round. One process holds a step at a time, by a lease that it renews. */
import { sql } from 'kysely';
import { matchTexts } from '../db/any-of.ts';
import type { Db } from '../db/open.ts';

/** Steps nobody has heard of are due from then on. */
export const addRoutines = (db: Db, names: readonly string[], due: Date): Promise<unknown> =>
  sql`insert into routine (name, due_at) select each.name, ${due} from unnest(${sql.val([...names])}::text[]) as each (name)
    on conflict (name) do nothing`.execute(db);

/** Takes what nobody else holds, `due` only what is due; gives the names. */
export async function claimRoutines(db: Db, names: readonly string[], how: { now: Date; until: Date; due: boolean }): Promise<string[]> {
  const rows = await db
    .updateTable('routine')
    .set({ leased_until: how.until, started_at: how.now })
    .where('routine.name', '=', matchTexts(names))
    .where((eb) => eb.or([eb('routine.leased_until', 'is', null), eb('routine.leased_until', '<=', how.now)]))
    .$if(how.due, (rows) => rows.where('routine.due_at', '<=', how.now))
    .returning('routine.name')
    .execute();
  return rows.map(({ name }) => name);
}

export const keepRoutines = (db: Db, names: readonly string[], until: Date): Promise<unknown> =>
  db
    .updateTable('routine')
    .set({ leased_until: until })
    .where('routine.name', '=', matchTexts(names))
    .where('routine.leased_until', 'is not', null)
    .execute();

export type Outcome = { name: string; started_at: Date; finished_at: Date; due_at: Date; error: string | null };

/** What was done is nobody's any more. */
export const releaseRoutines = (db: Db, outcomes: readonly Outcome[]): Promise<unknown> =>
  sql`update routine set leased_until = null, started_at = each.started_at, finished_at = each.finished_at, due_at = each.due_at, error = each.error
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as each (name text, started_at timestamptz, finished_at timestamptz, due_at timestamptz, error text)
    where routine.name = each.name`.execute(db);

export const listRoutines = (db: Db) =>
  db
    .selectFrom('routine')
    .select(['routine.name', 'routine.leased_until', 'routine.due_at', 'routine.started_at', 'routine.finished_at', 'routine.error'])
    .orderBy('routine.name')
    .limit(500)
    .execute();
