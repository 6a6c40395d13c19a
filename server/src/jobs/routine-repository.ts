/** Steps of the hourly maintenance. Only one process runs a step at a time, with a lease that it renews. */
import { sql } from 'kysely';
import { DAY } from '@fundus/contract/days';
import { matchTexts } from '../db/any-of.ts';
import type { Db } from '../db/open.ts';

const HOUR = DAY / 24;
/** Time between two runs of a step in milliseconds. */
export const ROUND = HOUR;
/** Duration of a lease. */
export const ROUTINE_LEASE = HOUR / 6;
/** Time for which a step is suspended after lost attempts. */
const REST = DAY;

/** Adds steps that do not exist yet, with the given due time. */
export const addRoutines = (db: Db, names: readonly string[], due: Date): Promise<unknown> =>
  sql`insert into routine (name, due_at) select each.name, ${due} from unnest(${sql.val([...names])}::text[]) as each (name)
    on conflict (name) do nothing`.execute(db);

const after = (now: Date, ms: number) => sql`${new Date(now.getTime() + ms)}::timestamptz`;

/** True if a step is not leased. A lease that is longer than possible is ignored, because the clock was ahead when it was stored. */
const isFree = (now: Date) => sql<boolean>`(routine.leased_until is null or routine.leased_until <= ${after(now, 0)}
  or routine.leased_until > ${after(now, 2 * ROUTINE_LEASE)})`;

/** True if a step is due. A due time that is later than possible counts as due, because the clock was ahead when it was stored. */
const isDue = (now: Date, maxLost: number) => sql<boolean>`(routine.due_at <= ${after(now, 0)}
  or routine.due_at > case when routine.lost_attempts >= ${maxLost} then ${after(now, 2 * REST)} else ${after(now, 2 * ROUND)} end)`;

/** Conditions of a claim. If `due` is set, only due steps are claimed. `maxLost` is the number of lost attempts after which a step is suspended. */
export type Claim = { now: Date; until: Date; due: boolean; maxLost: number };

/** Steps to claim: `ready` ones without lost attempts, `suspect` ones with lost attempts, or `any`, including suspended ones. */
export type Standing = 'ready' | 'suspect' | 'any';

/** Leases free steps until `until` and returns their names. The attempt counts as lost until its outcome is stored. */
export async function claimRoutines(db: Db, names: readonly string[], standing: Standing, claim: Claim): Promise<string[]> {
  const { now, until, due, maxLost } = claim;
  const { rows } = await sql<{ name: string }>`
    update routine set leased_until = ${until}, started_at = ${now}, lost_attempts = routine.lost_attempts + 1
    where routine.name = ${matchTexts(names)} and ${isFree(now)} and (${!due} or ${isDue(now, maxLost)})
      and case ${standing}::text when 'ready' then routine.lost_attempts = 0 when 'any' then true
        else routine.lost_attempts > 0 and (routine.lost_attempts < ${maxLost} or ${isDue(now, maxLost)}) end
    returning routine.name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the names of steps with lost attempts. */
export async function listSuspects(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('routine')
    .select('routine.name')
    .where('routine.name', '=', matchTexts(names))
    .where('routine.lost_attempts', '>', 0)
    .limit(500)
    .execute();
  return rows.map(({ name }) => name);
}

/** Suspends steps with too many lost attempts for a day. Returns their names. */
export async function pauseRoutines(db: Db, names: readonly string[], { now, maxLost }: { now: Date; maxLost: number }): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    update routine set leased_until = null, finished_at = null, error = null, due_at = ${new Date(now.getTime() + REST)}
    where routine.name = ${matchTexts(names)} and routine.lost_attempts >= ${maxLost} and routine.leased_until is not null and ${isFree(now)}
    returning routine.name`.execute(db);
  return rows.map(({ name }) => name);
}

export const renewRoutineLeases = (db: Db, names: readonly string[], until: Date): Promise<unknown> =>
  db
    .updateTable('routine')
    .set({ leased_until: until })
    .where('routine.name', '=', matchTexts(names))
    .where('routine.leased_until', 'is not', null)
    .execute();

/** Ends the leases of a dead process. Called at the start of a process with exclusive access to the database. */
export const endRoutineLeases = (db: Db, now: Date): Promise<unknown> =>
  db.updateTable('routine').set({ leased_until: now }).where('routine.leased_until', '>', now).execute();

/** Gives back steps that did not start or were interrupted by a shutdown. The attempt does not count as lost. */
export const releaseUnfinished = (db: Db, names: readonly string[], { free }: { free: boolean }): Promise<unknown> =>
  sql`update routine set lost_attempts = greatest(routine.lost_attempts - 1, 0)${free ? sql`, leased_until = null` : sql``}
    where routine.name = ${matchTexts(names)} and routine.leased_until is not null`.execute(db);

export type Outcome = { name: string; started_at: Date; finished_at: Date; due_at: Date; error: string | null };

/** Stores the outcomes of steps and ends their leases. */
export const releaseRoutines = (db: Db, outcomes: readonly Outcome[]): Promise<unknown> =>
  sql`update routine set leased_until = null, lost_attempts = 0, started_at = each.started_at, finished_at = each.finished_at,
      due_at = each.due_at, error = each.error
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as each (name text, started_at timestamptz, finished_at timestamptz, due_at timestamptz, error text)
    where routine.name = each.name`.execute(db);

export const listRoutines = (db: Db) =>
  db
    .selectFrom('routine')
    .select(['routine.name', 'routine.leased_until', 'routine.due_at', 'routine.started_at', 'routine.finished_at'])
    .select(['routine.error', 'routine.lost_attempts'])
    .orderBy('routine.name')
    .limit(500)
    .execute();
