/** SQL of excerpts. */
import type { Db } from '../../db/open.ts';

export type ExcerptRow = Awaited<ReturnType<typeof listExcerpts>>[number];

const selectRows = (db: Db) =>
  db
    .selectFrom('excerpt')
    .select(['excerpt.id', 'excerpt.identifier', 'excerpt.person_id', 'excerpt.start_s', 'excerpt.end_s', 'excerpt.title'])
    .select('excerpt.share_code');

/** A person's own of a medium, and the one that bears the code, in the order of the film. */
export const listExcerpts = (db: Db, identifier: string, personId: string | null, code: string | undefined) =>
  selectRows(db)
    .where('excerpt.identifier', '=', identifier)
    .where((eb) =>
      eb.or([
        ...(personId === null ? [] : [eb('excerpt.person_id', '=', personId)]),
        ...(code ? [eb('excerpt.share_code', '=', code)] : []),
        eb.val(false),
      ]),
    )
    .orderBy('excerpt.start_s')
    .orderBy('excerpt.id')
    .limit(200)
    .execute();

export const findOwnExcerpt = (db: Db, id: string, personId: string) =>
  selectRows(db).where('excerpt.id', '=', id).where('excerpt.person_id', '=', personId).forUpdate().executeTakeFirst();

export async function countExcerpts(db: Db, identifier: string, personId: string): Promise<number> {
  const { n } = await db
    .selectFrom('excerpt')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('excerpt.identifier', '=', identifier)
    .where('excerpt.person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}

export const insertExcerpt = (
  db: Db,
  row: { id: string; identifier: string; person_id: string; start_s: number; end_s: number; title: string; created_at: Date },
): Promise<unknown> => db.insertInto('excerpt').values(row).execute();

export const updateExcerpt = (
  db: Db,
  id: string,
  change: { start_s?: number; end_s?: number; title?: string; share_code?: string | null },
): Promise<unknown> => db.updateTable('excerpt').set(change).where('excerpt.id', '=', id).execute();

export const deleteExcerpt = (db: Db, id: string): Promise<unknown> => db.deleteFrom('excerpt').where('excerpt.id', '=', id).execute();
