import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { isOfBorrower } from './borrower-repository.ts';
import type { BorrowerIds } from './borrower.ts';

const selectNotes = (db: Db) =>
  db
    .selectFrom('lending_note as n')
    .leftJoin('person as p', 'p.id', 'n.created_by')
    .select(['n.id', 'n.point_id', 'n.person_id', 'n.private_id', 'n.text', 'n.created_at'])
    .select(sql<string | null>`case when p.id is not null then ${selectFullName('p')} end`.as('author'));

export type NoteRow = Awaited<ReturnType<ReturnType<typeof selectNotes>['executeTakeFirstOrThrow']>>;

export const findNote = (db: Db, id: string): Promise<NoteRow | undefined> => selectNotes(db).where('n.id', '=', id).executeTakeFirst();

export const listNotes = (db: Db, borrower: BorrowerIds, point: string, limit: number): Promise<NoteRow[]> =>
  selectNotes(db)
    .where(isOfBorrower('n', borrower))
    .where('n.point_id', '=', point)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute();

export const insertNote = (db: Db, row: Insertable<Tables['lending_note']>): Promise<unknown> =>
  db.insertInto('lending_note').values(row).execute();

export const deleteNote = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('lending_note').where('lending_note.id', '=', id).execute();

/** Deletes notes after the retention period of their point if the borrower has no more orders there. */
export const removeOldNotes = (db: Db, now: Date): Promise<unknown> =>
  sql`delete from lending_note as n using lending_point as point where point.id = n.point_id
    and n.created_at < ${now}::timestamptz - point.keep_days * interval '1 day'
    and not exists (select from rental_order as o where o.point_id = n.point_id and (o.person_id = n.person_id or o.private_id = n.private_id))`.execute(
    db,
  );
