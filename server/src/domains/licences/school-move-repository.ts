/** SQL of moving what a school holds to another one. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export async function countHeldBy(db: Db, schoolId: string): Promise<{ licences: number; seats: number }> {
  const { rows } = await sql<{ licences: number; seats: number }>`select
    (select count(*) from licence where licence.school_id = ${schoolId}) as licences,
    (select count(*) from licence_seat where licence_seat.school_id = ${schoolId}) as seats`.execute(db);
  return rows[0]!;
}

/** Gives the media concerned. A seat both schools hold becomes one that takes as much as the two. */
export async function moveHeld(db: Db, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`select licence.identifier from licence where licence.school_id = ${from}
    or exists (select from licence_seat where licence_seat.licence_id = licence.id and licence_seat.school_id = ${from})`.execute(db);
  await sql`update licence set school_id = ${to} where licence.school_id = ${from}`.execute(db);
  const both = sql`select mine.id as kept, theirs.id as gone, theirs.taken as taken from licence_seat mine
    join licence_seat theirs on theirs.licence_id = mine.licence_id and theirs.school_id = ${from} where mine.school_id = ${to}`;
  const doubles = (await sql<{ kept: string; gone: string; taken: number }>`${both}`.execute(db)).rows;
  for (const { kept, gone, taken } of doubles) {
    await sql`delete from licence_seat where licence_seat.id = ${gone}`.execute(db);
    await sql`update licence_seat set taken = licence_seat.taken + ${taken} where licence_seat.id = ${kept}`.execute(db);
  }
  await sql`update licence_seat set school_id = ${to} where licence_seat.school_id = ${from}`.execute(db);
  await sql`delete from licence_setting where licence_setting.school_id = ${from}`.execute(db);
  return [...new Set(rows.map(({ identifier }) => identifier))];
}

/** Removes the licences of a school, with their seats; gives the media concerned. */
export async function dropLicences(db: Db, schoolId: string): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`select distinct licence.identifier from licence where licence.school_id = ${schoolId}
    or exists (select from licence_seat where licence_seat.licence_id = licence.id and licence_seat.school_id = ${schoolId})`.execute(db);
  await sql`delete from licence where licence.school_id = ${schoolId}`.execute(db);
  return rows.map(({ identifier }) => identifier);
}
