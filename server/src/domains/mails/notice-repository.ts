/** Queries for notices, delivery settings and the daily mail. */
import { sql } from 'kysely';
import { matchUuids } from '../../db/any-of.ts';
import { mentionsPeople, matchPeople, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';

/** Recipient of a notice: an account or a learner code. */
export type NoticeRecipient = { person: string } | { code: string };

const columnsOf = (to: NoticeRecipient) =>
  'person' in to ? { person_id: to.person, code_id: null } : { person_id: null, code_id: to.code };

export type NewNotice = {
  id: string;
  template: string;
  title: string;
  body: string;
  made_of: string | null;
  href: string | null;
  once: string | null;
  created_at: Date;
  shown: boolean;
  mail_due: Date | null;
};

/** Inserts a notice and returns its id. Returns `null` if a notice with the same `once` exists. */
export async function insertNotice(db: Db, to: NoticeRecipient, notice: NewNotice): Promise<string | null> {
  const row = await db
    .insertInto('notice')
    .values({ ...columnsOf(to), ...notice })
    .onConflict((conflict) => conflict.doNothing())
    .returning('notice.id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Removes withdrawn notices. */
export const removeNotices = (db: Db, ids: readonly string[]): Promise<unknown> =>
  db.deleteFrom('notice').where('notice.id', '=', matchUuids(ids)).execute();

/** Returns the delivery settings and the state of an account. */
export const findDeliverySettings = (db: Db, personId: string) =>
  db
    .selectFrom('person')
    .select(['person.state', 'person.muted', 'person.mail_daily', 'person.portal_off'])
    .where('person.id', '=', personId)
    .executeTakeFirst();

export type Visitor = { id: string; by_code?: object | undefined };

const selectShown = (db: Db, { id, by_code }: Visitor) =>
  db
    .selectFrom('notice')
    .where(by_code ? 'notice.code_id' : 'notice.person_id', '=', id)
    .where('notice.shown', '=', true);

export const listNotices = (db: Db, visitor: Visitor, { unread, offset, limit }: { unread: boolean; offset: number; limit: number }) =>
  selectShown(db, visitor)
    .select(['notice.id', 'notice.title', 'notice.body', 'notice.made_of', 'notice.href', 'notice.created_at', 'notice.read_at'])
    .$if(unread, (found) => found.where('notice.read_at', 'is', null))
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countNotices(db: Db, visitor: Visitor): Promise<{ total: number; unread: number }> {
  return selectShown(db, visitor)
    .select([sql<number>`count(*)::int`.as('total'), sql<number>`(count(*) filter (where notice.read_at is null))::int`.as('unread')])
    .executeTakeFirstOrThrow();
}

const updateShown = (db: Db, { id, by_code }: Visitor) =>
  db
    .updateTable('notice')
    .where(by_code ? 'notice.code_id' : 'notice.person_id', '=', id)
    .where('notice.shown', '=', true);

/** Marks a notice as read or unread. Returns false if the visitor has no such notice. */
export async function updateRead(db: Db, visitor: Visitor, id: string, at: Date | null): Promise<boolean> {
  const row = await updateShown(db, visitor).set({ read_at: at }).where('notice.id', '=', id).returning('notice.id').executeTakeFirst();
  return row !== undefined;
}

export const updateAllRead = (db: Db, visitor: Visitor, until: Date, at: Date): Promise<unknown> =>
  updateShown(db, visitor)
    .set({ read_at: at })
    .where('notice.read_at', 'is', null)
    .where(sql<boolean>`date_trunc('milliseconds', notice.created_at) <= ${until}`)
    .execute();

/** Returns the next user whose daily mail is due. */
export async function findDailyReader(db: Db, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('notice')
    .select('notice.person_id')
    .where('notice.mail_due', '<=', now)
    .where('notice.person_id', 'is not', null)
    .orderBy('notice.mail_due')
    .limit(1)
    .executeTakeFirst();
  return row?.person_id ?? undefined;
}

/** Claims the notices for a user's daily mail and returns them, oldest first. Must run in a transaction. */
export async function claimDaily(db: Db, personId: string, now: Date) {
  const rows = await db
    .updateTable('notice')
    .set({ mail_due: null })
    .where('notice.person_id', '=', personId)
    .where('notice.mail_due', '<=', now)
    .returning(['notice.id', 'notice.template', 'notice.title', 'notice.body', 'notice.href', 'notice.created_at'])
    .execute();
  return rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1));
}

/** Removes notices that were only meant for the daily mail. */
export const removeMailOnlyNotices = (db: Db, personId: string): Promise<unknown> =>
  db
    .deleteFrom('notice')
    .where('notice.person_id', '=', personId)
    .where('notice.shown', '=', false)
    .where('notice.mail_due', 'is', null)
    .where('notice.once', 'is', null)
    .execute();

export const removeOldNotices = (db: Db, before: Date): Promise<unknown> =>
  db.deleteFrom('notice').where('notice.created_at', '<', before).execute();

/** Removes notices that name deleted people by id, address, user name or full name. */
export const removeNoticesAbout = (db: Db, removed: RemovedPeople): Promise<unknown> =>
  db
    .deleteFrom('notice')
    .where((eb) =>
      eb.or([
        mentionsPeople(sql`jsonb_build_array(notice.title, notice.body, notice.href, notice.made_of)`, removed),
        sql<boolean>`exists (select from person, lateral (select trim(person.vorname || ' ' || person.name) as whole) as named
          where person.id = ${matchPeople(removed)} and person.name <> ''
          and (position(named.whole in notice.title || ' ' || notice.body) > 0
            or position(trim(both '"' from to_jsonb(named.whole)::text) in notice.made_of::text) > 0))`,
      ]),
    )
    .execute();

/** Switches off the mails of one kind, or all daily mails. Notices in the portal stay on. */
export const muteMails = (db: Db, personId: string, kind: string): Promise<unknown> =>
  db
    .updateTable('person')
    .set(
      kind === 'daily'
        ? { muted: sql<string[]>`person.muted || person.mail_daily`, mail_daily: [] }
        : {
            muted: sql<string[]>`array_append(array_remove(person.muted, ${kind}), ${kind})`,
            mail_daily: sql<string[]>`array_remove(person.mail_daily, ${kind})`,
          },
    )
    .where('person.id', '=', personId)
    .execute();
