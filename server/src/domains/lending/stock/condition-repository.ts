/** Queries for the history of a device: handovers, returns, inspections and repairs. */
import { sql, type Insertable } from 'kysely';
import { newId } from '../../../db/new-id.ts';
import { matchUuids } from '../../../db/any-of.ts';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import type { PartSeen } from '@fundus/contract/lending/condition/condition';

export type NewRecord = Omit<Insertable<Tables['device_record']>, 'id' | 'parts' | 'at'> & { parts?: readonly PartSeen[] };

export async function insertRecord(db: Db, { parts = [], ...row }: NewRecord, now: Date): Promise<string> {
  const id = newId(now);
  await db
    .insertInto('device_record')
    .values({ ...row, id, parts: JSON.stringify(parts), at: now })
    .execute();
  return id;
}

const selectRecords = (db: Db) =>
  db
    .selectFrom('device_record as r')
    .leftJoin('person as p', 'p.id', 'r.person_id')
    .leftJoin('rental_line as l', 'l.id', 'r.line_id')
    .leftJoin('rental_order as o', 'o.id', 'l.order_id')
    .leftJoin('school', 'school.id', 'o.school_id')
    .select(['r.id', 'r.item_id', 'r.line_id', 'r.kind', 'r.result', 'r.note', 'r.at', 'school.name as school', 'o.number'])
    .select([
      sql<PartSeen[]>`r.parts`.as('parts'),
      sql<string | null>`case when p.id is not null then ${selectFullName('p')} end`.as('by_name'),
    ]);

export type RecordRow = Awaited<ReturnType<ReturnType<typeof selectRecords>['executeTakeFirstOrThrow']>>;

export const listRecords = (db: Db, item: string, limit: number): Promise<RecordRow[]> =>
  selectRecords(db).where('r.item_id', '=', item).orderBy('r.at', 'desc').orderBy('r.id', 'desc').limit(limit).execute();

/** Returns the records of handovers and returns of the given lines. */
export const listRecordsOfLines = (db: Db, lines: readonly string[]): Promise<RecordRow[]> =>
  selectRecords(db).where('r.line_id', '=', matchUuids(lines)).orderBy('r.at').orderBy('r.id').limit(500).execute();
