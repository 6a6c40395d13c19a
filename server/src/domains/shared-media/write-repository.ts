/** SQL queries that change shared media. */
import type { ReceivedAction } from '@fundus/contract/shared-media/shared-media';
import { sql } from 'kysely';
import { matchTexts, matchUuids } from '../../db/any-of.ts';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import type { ValueOf } from '../../db/tables.ts';

export type Medium = { kind: ValueOf<'shared_medium', 'kind'>; identifier: string; title: string; excerpt_id?: string | null };

/** Returns a key that identifies the shared medium or excerpt. */
const keyOf = ({ identifier, excerpt_id }: Pick<Medium, 'identifier' | 'excerpt_id'>): string => `${identifier} ${excerpt_id ?? ''}`;
export type Words = { message: string; visible_from: string | null; visible_until: string };
type Giver = { id: string; school_id: string };

/** Locks the sender and the school until commit, which prevents duplicate shares and makes the limits exact. */
export async function lockSender(db: Db, { id, school_id }: Giver): Promise<void> {
  await db.selectFrom('school').select('school.id').where('school.id', '=', school_id).forNoKeyUpdate().execute();
  await db.selectFrom('person').select('person.id').where('person.id', '=', id).forNoKeyUpdate().execute();
}

/** Returns the number of active shares of the sender, and of those with the whole school. */
export async function countShares(db: Db, { id, school_id }: Giver, day: string): Promise<{ own: number; school: number }> {
  const { rows } = await sql<{ own: number; school: number }>`select
    (count(*) filter (where s.person_id = ${id}))::int as own, (count(*) filter (where s.to_school))::int as school
    from shared_medium as s where s.school_id = ${school_id} and s.revoked_at is null and s.visible_until >= ${day}`.execute(db);
  return rows[0]!;
}

/**
 * Shares media with the whole school. Existing shares of the same sender, even if ended, get the new message and days. Returns the ids of new shares.
 */
export async function shareWithSchool(db: Db, giver: Giver, media: readonly Medium[], words: Words, now: Date): Promise<string[]> {
  const wanted = media.map((medium) => row(giver, medium, words, true, now));
  const rows = await db
    .insertInto('shared_medium')
    .values(wanted)
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'person_id', 'identifier', 'excerpt_id'])
        .where(sql<boolean>`to_school`)
        .doUpdateSet((eb) => ({
          ...words,
          kind: eb.ref('excluded.kind'),
          title: eb.ref('excluded.title'),
          shared_at: now,
          revoked_at: null,
        })),
    )
    .returning('shared_medium.id')
    .execute();
  // An existing share keeps its id, so only new shares have one of the generated ids.
  return rows.flatMap(({ id }) => (wanted.some((made) => made.id === id) ? id : []));
}

const row = ({ id, school_id }: Giver, medium: Medium, words: Words, to_school: boolean, now: Date) => ({
  ...medium,
  ...words,
  id: newId(now),
  school_id,
  person_id: id,
  to_school,
  shared_at: now,
});

type Had = {
  shared_id: string;
  identifier: string;
  excerpt_id: string | null;
  message: string;
  visible_until: string;
  person_id: string;
  opened: boolean;
  archived: boolean;
  others: number;
};

/** Returns the sender's existing shares of these media with these people. `others` is the number of further recipients of the same share. */
const findHad = (db: Db, { id, school_id }: Giver, identifiers: readonly string[], people: readonly string[]): Promise<Had[]> => {
  const named = matchUuids(people);
  return db
    .selectFrom('shared_medium as s')
    .innerJoin('shared_receiver as r', 'r.shared_id', 's.id')
    .select(['r.shared_id', 's.identifier', 's.excerpt_id', 's.message', 's.visible_until', 'r.person_id', 'r.opened', 'r.archived'])
    .select(
      sql<number>`(select count(*) from shared_receiver as other where other.shared_id = s.id and other.person_id <> all(${sql.val([...people])}::uuid[]))::int`.as(
        'others',
      ),
    )
    .where('s.person_id', '=', id)
    .where('s.school_id', '=', school_id)
    .where('s.to_school', '=', false)
    .where('s.identifier', '=', matchTexts(identifiers))
    .where('r.person_id', '=', named)
    .orderBy('s.shared_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute();
};

/**
 * Shares media with colleagues and replaces the sender's existing shares of the same media with them. A share with further recipients keeps those.
 * The marks opened and archived are kept if the message is the same and the share is still valid on `day`. `fresh` is true if none of the people had
 * the medium.
 */
export async function shareWithPeople(
  db: Db,
  giver: Giver,
  media: readonly Medium[],
  people: readonly string[],
  words: Words,
  { now, day }: { now: Date; day: string },
): Promise<{ id: string; fresh: boolean }[]> {
  const identifiers = media.map(({ identifier }) => identifier);
  const keys = media.map(keyOf);
  const existing = (await findHad(db, giver, identifiers, people)).filter((each) => keys.includes(keyOf(each)));
  const reused = new Map<string, string>();
  for (const each of existing) if (each.others === 0 && !reused.has(keyOf(each))) reused.set(keyOf(each), each.shared_id);
  const emptied = existing.filter((each) => each.others === 0 && reused.get(keyOf(each)) !== each.shared_id);
  await removeRows(
    db,
    emptied.map(({ shared_id }) => shared_id),
  );
  await sql`delete from shared_receiver where shared_receiver.person_id = ${matchUuids(people)}
    and shared_receiver.shared_id = any(${sql.val([...new Set(existing.map(({ shared_id }) => shared_id))])}::uuid[])`.execute(db);
  const rows = media.map((medium) => ({
    ...row(giver, medium, words, false, now),
    ...(reused.has(keyOf(medium)) && { id: reused.get(keyOf(medium))! }),
  }));
  await db
    .insertInto('shared_medium')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        ...words,
        kind: eb.ref('excluded.kind'),
        title: eb.ref('excluded.title'),
        shared_at: now,
        revoked_at: null,
      })),
    )
    .execute();
  await db
    .insertInto('shared_receiver')
    .values(
      rows.flatMap(({ id, message, ...medium }) =>
        people.map((person_id) => {
          const same = (each: Had) => keyOf(each) === keyOf(medium) && each.person_id === person_id && each.message === message;
          const before = existing.find((each) => same(each) && each.visible_until >= day);
          return { shared_id: id, person_id, opened: before?.opened ?? false, archived: before?.archived ?? false };
        }),
      ),
    )
    .execute();
  return rows.map((made) => ({ id: made.id, fresh: !existing.some((each) => keyOf(each) === keyOf(made)) }));
}

const removeRows = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db
    .deleteFrom('shared_medium')
    .where('shared_medium.id', '=', sql<string>`any(${sql.val([...new Set(ids)])}::uuid[])`)
    .execute();

export const updateShareFields = (db: Db, id: string, words: Words): Promise<unknown> =>
  db.updateTable('shared_medium').set(words).where('shared_medium.id', '=', id).execute();

export const revokeShared = (db: Db, id: string, revoked_at: Date): Promise<unknown> =>
  db.updateTable('shared_medium').set({ revoked_at }).where('shared_medium.id', '=', id).execute();

const MARKS: Record<ReceivedAction, { opened?: boolean; archived?: boolean }> = {
  read: { opened: true },
  archived: { archived: true },
  unarchived: { archived: false },
};

export const markReceived = (db: Db, id: string, personId: string, to: ReceivedAction): Promise<unknown> =>
  db
    .updateTable('shared_receiver')
    .set(MARKS[to])
    .where('shared_receiver.shared_id', '=', id)
    .where('shared_receiver.person_id', '=', personId)
    .execute();

/** Records that a user opened a share. Idempotent. */
export const markOpened = (db: Db, id: string, hash: string): Promise<unknown> =>
  db
    .insertInto('shared_opened')
    .values({ shared_id: id, hash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Removes shares that were revoked or ended before a given day. */
export const deleteEndedShares = (db: Db, day: string): Promise<unknown> =>
  sql`delete from shared_medium where visible_until < ${day} or (revoked_at at time zone 'Europe/Berlin')::date <= ${day}`.execute(db);
