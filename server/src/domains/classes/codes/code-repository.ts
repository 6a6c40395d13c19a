/** Queries for learner codes and their sheets. */
import { sql, type Insertable, type Updateable } from 'kysely';
import { matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

const selectRows = (db: Db) =>
  db
    .selectFrom('learner_code')
    .innerJoin('class_member', 'class_member.code_id', 'learner_code.id')
    .where('class_member.state', '<>', 'declined')
    .select([
      'learner_code.id',
      'learner_code.sealed',
      'learner_code.label',
      'learner_code.pictures',
      'learner_code.batch_id',
      'learner_code.valid_until',
      'learner_code.state',
      'learner_code.created_at',
      'learner_code.first_used_on',
      'learner_code.last_used_on',
      sql<string[]>`array(select class.name from class_member as other inner join class on class.id = other.class_id
        where other.code_id = learner_code.id and other.state <> 'declined' and other.class_id <> class_member.class_id and class.state = 'active' order by class.name)`.as(
        'other_classes',
      ),
    ]);

export type CodeRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

/** Returns the codes of a class sorted by label, optionally only those of a batch or with certain ids. */
export const listCodes = (db: Db, classId: string, only: { ids?: readonly string[] | undefined; batch?: string | undefined } = {}) =>
  selectRows(db)
    .where('class_member.class_id', '=', classId)
    .$if(only.ids !== undefined, (found) => found.where('learner_code.id', 'in', [...only.ids!]))
    .$if(only.batch !== undefined, (found) => found.where('learner_code.batch_id', '=', only.batch!))
    .orderBy(sql`learner_code.label collate "C"`)
    .orderBy('learner_code.id')
    .execute();

export const findCode = (db: Db, classId: string, id: string) =>
  selectRows(db).where('class_member.class_id', '=', classId).where('learner_code.id', '=', id).executeTakeFirst();

export const countCodes = async (db: Db, classId: string): Promise<number> => {
  const row = await db
    .selectFrom('class_member')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('class_member.class_id', '=', classId)
    .where('class_member.code_id', 'is not', null)
    .where('class_member.state', '<>', 'declined')
    .executeTakeFirstOrThrow();
  return row.n;
};

/** Locks a code until the transaction ends, because it may be in several classes. */
export const lockCode = (db: Db, id: string) =>
  db.selectFrom('learner_code').select('learner_code.id').where('learner_code.id', '=', id).forUpdate().executeTakeFirst();

export const insertCodes = (db: Db, codes: readonly Insertable<Tables['learner_code']>[]): Promise<unknown> =>
  db
    .insertInto('learner_code')
    .values([...codes])
    .execute();

export const updateCode = (db: Db, id: string, change: Updateable<Tables['learner_code']>): Promise<unknown> =>
  db.updateTable('learner_code').set(change).where('learner_code.id', '=', id).execute();

/** Marks prepared codes as issued, because they are displayed. */
export const issueCodes = (db: Db, ids: readonly string[], now: Date): Promise<unknown> =>
  db
    .updateTable('learner_code')
    .set({ state: 'issued', state_since: now })
    .where('learner_code.id', 'in', [...ids])
    .where('learner_code.state', '=', 'prepared')
    .execute();

/** Replaces the secrets of codes and extends them to `until`. Revoked and suspended codes are skipped. Returns the ids of the renewed codes. */
export async function renewCodes(
  db: Db,
  codes: readonly { id: string; hash: string; sealed: string }[],
  until: string,
  now: Date,
): Promise<string[]> {
  const column = (name: 'id' | 'hash' | 'sealed') => sql.val(codes.map((code) => code[name]));
  const { rows } = await sql<{ id: string; batch_id: string | null }>`update learner_code
    set hash = fresh.hash, sealed = fresh.sealed, state = 'issued', state_since = ${now}, valid_until = greatest(learner_code.valid_until, ${until}::date)
    from unnest(${column('id')}::uuid[], ${column('hash')}::text[], ${column('sealed')}::text[]) as fresh (id, hash, sealed)
    where learner_code.id = fresh.id and learner_code.state in ('prepared', 'issued', 'in_use')
    returning learner_code.id, learner_code.batch_id`.execute(db);
  await updateBatchEnds(
    db,
    rows.flatMap((row) => row.batch_id ?? []),
  );
  return rows.map((row) => row.id);
}

/** Ends all sessions of the codes. */
export const endCodeSessions = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.deleteFrom('session').where('session.code_id', '=', matchUuids(ids)).execute();

/**
 * Adds codes to a class. Existing members are not changed, and members who were removed get their groups back. Returns the ids of the added codes.
 */
export async function insertCodeMembers(
  db: Db,
  classId: string,
  members: readonly { id: string; code_id: string }[],
  now: Date,
): Promise<string[]> {
  if (members.length === 0) return [];
  const added = await db
    .insertInto('class_member')
    .values(members.map((member) => ({ ...member, class_id: classId, role: 'student', state: 'active', joined_at: now, state_since: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['class_id', 'code_id'])
        .doUpdateSet({ state: 'active', joined_at: now, state_since: now })
        .where('class_member.state', '=', 'declined'),
    )
    .returning('class_member.code_id')
    .execute();
  return added.map((row) => row.code_id!);
}

/** Returns the picture sequences that other codes in the classes of a code use. */
export const selectTakenPictures = (db: Db, codeId: string) =>
  db
    .selectFrom('class_member as own')
    .innerJoin('class_member as other', 'other.class_id', 'own.class_id')
    .innerJoin('learner_code', 'learner_code.id', 'other.code_id')
    .select('learner_code.pictures')
    .where('own.code_id', '=', codeId)
    .where('learner_code.id', '<>', codeId)
    .where('learner_code.pictures', 'is not', null)
    .execute();

/** Removes the picture sequences of added codes that another code in the class already uses. Returns the number of removed sequences. */
export async function clearClashingPictures(db: Db, classId: string, codeIds: readonly string[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('learner_code')
    .set({ pictures: null })
    .where('learner_code.id', '=', matchUuids(codeIds))
    .where(
      sql<boolean>`exists (select from class_member inner join learner_code as other on other.id = class_member.code_id
        where class_member.class_id = ${classId} and other.id <> learner_code.id and other.pictures = learner_code.pictures)`,
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export const insertBatch = (db: Db, batch: Insertable<Tables['code_batch']>): Promise<unknown> =>
  db.insertInto('code_batch').values(batch).execute();

const selectBatches = (db: Db) =>
  db
    .selectFrom('code_batch')
    .select([
      'code_batch.id',
      'code_batch.school_id',
      'code_batch.name',
      'code_batch.count',
      'code_batch.valid_until',
      'code_batch.created_at',
      'code_batch.printed_at',
      'code_batch.sheet_sealed',
    ]);

export type BatchRow = Awaited<ReturnType<ReturnType<typeof selectBatches>['executeTakeFirstOrThrow']>>;

export const listBatches = (db: Db, classId: string) =>
  selectBatches(db).where('code_batch.class_id', '=', classId).orderBy('code_batch.created_at', 'desc').execute();

export const findBatch = (db: Db, classId: string, id: string) =>
  selectBatches(db).where('code_batch.class_id', '=', classId).where('code_batch.id', '=', id).executeTakeFirst();

export const findSheet = (db: Db, hash: string) => selectBatches(db).where('code_batch.sheet_hash', '=', hash).executeTakeFirst();

/** Marks a sheet as printed if all of its usable codes are among the given codes. */
export const markPrinted = (db: Db, codeIds: readonly string[], day: string, now: Date): Promise<unknown> => {
  const those = sql`${matchUuids(codeIds)}`;
  const ofBatch = sql`from learner_code where learner_code.batch_id = code_batch.id`;
  return db
    .updateTable('code_batch')
    .set({ printed_at: now })
    .where(sql<boolean>`exists (select ${ofBatch} and learner_code.id = ${those})`)
    .where(
      sql<boolean>`not exists (select ${ofBatch} and learner_code.id <> all(${sql.val([...codeIds])}::uuid[])
        and learner_code.state in ('prepared', 'issued', 'in_use') and learner_code.valid_until >= ${day})`,
    )
    .execute();
};

/** Extends the codes of a class to `until`, if they end earlier but not before `since`. Returns their number. */
export async function extendCodes(db: Db, classId: string, until: string, since: string): Promise<number> {
  const { rows: extended } = await sql<{ batch_id: string | null }>`update learner_code set valid_until = ${until}
    from class_member where class_member.code_id = learner_code.id and class_member.class_id = ${classId} and class_member.state <> 'declined'
      and learner_code.state <> 'revoked' and learner_code.valid_until < ${until} and learner_code.valid_until >= ${since}
    returning learner_code.batch_id`.execute(db);
  await updateBatchEnds(
    db,
    extended.flatMap((row) => row.batch_id ?? []),
  );
  return extended.length;
}

/** Sets the end of sheets to the end of their last code. */
export const updateBatchEnds = async (db: Db, ids: readonly string[]): Promise<unknown> =>
  ids.length > 0 &&
  sql`update code_batch set valid_until = greatest(code_batch.valid_until, (select max(learner_code.valid_until) from learner_code
    where learner_code.batch_id = code_batch.id)) where code_batch.id = any(${sql.val([...new Set(ids)])}::uuid[])`.execute(db);

/** Returns the number of codes of a class that ended too long ago to be extended. */
export async function countEndedCodes(db: Db, classId: string, before: string): Promise<number> {
  const row = await selectRows(db)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('class_member.class_id', '=', classId)
    .where('learner_code.state', '<>', 'revoked')
    .where('learner_code.valid_until', '<', before)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns the codes of a sheet that are valid on a day. */
export const listCodesOfBatch = (db: Db, batchId: string, day: string) =>
  db
    .selectFrom('learner_code')
    .select('learner_code.id')
    .where('learner_code.batch_id', '=', batchId)
    .where('learner_code.state', '<>', 'revoked')
    .where('learner_code.valid_until', '>=', day)
    .execute();

/** Deletes codes that ended before `day`, and sheets without codes. Memberships are deleted by foreign keys. */
export async function removeOldCodes(db: Db, day: string): Promise<void> {
  await db
    .deleteFrom('learner_code')
    .where((eb) =>
      eb.or([
        eb('learner_code.valid_until', '<', day),
        eb.and([
          eb('learner_code.state', '=', 'revoked'),
          sql<boolean>`(learner_code.state_since at time zone 'Europe/Berlin')::date < ${day}`,
        ]),
      ]),
    )
    .execute();
  await db
    .deleteFrom('code_batch')
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('learner_code').select('learner_code.id').whereRef('learner_code.batch_id', '=', 'code_batch.id'))),
    )
    .where('code_batch.valid_until', '<', day)
    .execute();
}
