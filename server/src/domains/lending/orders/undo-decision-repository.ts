/** SQL for undoing a decision on an order. */
import { sql } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

/** Returns those columns of lines that a decision changes. */
export const listDecidedLines = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('rental_line as l')
    .select(['l.id', 'l.model_id', 'l.state', 'l.busy_from', 'l.busy_until', 'l.collect_until'])
    .where('l.id', '=', matchUuids(ids))
    .orderBy('l.id')
    .execute();

export type DecidedLine = Awaited<ReturnType<typeof listDecidedLines>>[number];

/** Returns whether another line books the device of this line on the given days. Uses the same rule as the exclusion constraint. */
export async function isDeviceBooked(db: Db, { id, busy_from, busy_until }: DecidedLine): Promise<boolean> {
  const { rows } = await sql`
    select from rental_line as own inner join rental_line as other on other.item_id = own.item_id and other.id <> own.id
    where own.id = ${id} and other.busy_from is not null
      and int4range((other.busy_from - date '2000-01-01') * 16 + coalesce(other.first_lesson, 0),
          (other.busy_until - date '2000-01-01') * 16 + coalesce(other.last_lesson, 15), '[]')
        && int4range((${busy_from}::date - date '2000-01-01') * 16 + coalesce(own.first_lesson, 0),
          (${busy_until}::date - date '2000-01-01') * 16 + coalesce(own.last_lesson, 15), '[]')
    limit 1`.execute(db);
  return rows.length > 0;
}
