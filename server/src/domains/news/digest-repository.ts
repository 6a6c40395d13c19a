/** SQL queries for mails about news. */
import { sql } from 'kysely';
import { matchUuids } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import { isStudentSql } from '../accounts/index.ts';
import { addresses, type Reader } from './reader-repository.ts';

/**
 * Starts a round by marking newly visible news as due for mailing. Rounds are serialized, and each is later than the previous one even if the clocks
 * of processes differ. Must run in a transaction.
 */
export async function startRound(db: Db, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('news-round', 0))`.execute(db);
  await db
    .updateTable('news')
    .set({ mailed_at: sql`greatest(${now}::timestamptz, (select max(before.mailed_at) from news as before) + interval '1 millisecond')` })
    .where('news.notify', '=', 'mail')
    .where('news.stage', '=', 'published')
    .where('news.mailed_at', 'is', null)
    .where('news.display_at', '<=', now)
    .where((eb) => eb.or([eb('news.expires_at', 'is', null), eb('news.expires_at', '>', now)]))
    .execute();
}

const isMailed = (
  since: Date,
  now: Date,
) => sql<boolean>`(news.notify = 'mail' and news.stage = 'published' and news.mailed_at > ${since} and news.display_at <= ${now}
  and (news.expires_at is null or news.expires_at > ${now}))`;

/** Returns the time of the latest round with current news, or `null`. */
export async function findLastRound(db: Db, since: Date, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('news')
    .select((eb) => eb.fn.max('news.mailed_at').as('at'))
    .where(isMailed(since, now))
    .executeTakeFirst();
  return row?.at ?? null;
}

export type ClaimedRecipient = { id: string; since: Date };

/**
 * Claims users who have received no mail in this round or today (one per user and day, docs/behaviour/news.md#digest), in the order of their ids.
 * Skips rows locked by other processes. Must run in a transaction.
 */
export async function claimDigestRecipients(
  db: Db,
  round: Date,
  day: string,
  after: string | null,
  limit: number,
): Promise<ClaimedRecipient[]> {
  const { rows } = await sql<ClaimedRecipient>`
    with taken as (
      select person.id, coalesce(person.news_mailed_at, person.created_at) as since from person left join school on school.id = person.school_id
      where (${after}::uuid is null or person.id > ${after}::uuid) and person.state = 'active' and person.email is not null
        and coalesce(person.news_mailed_at, person.created_at) < ${round}
        and (person.news_mailed_at is null or (person.news_mailed_at at time zone 'Europe/Berlin')::date < ${day}) and not ${isStudentSql('person')} and coalesce(school.state in ('active', 'closing'), true)
      order by person.id limit ${limit} for update of person skip locked
    ), marked as (update person set news_mailed_at = ${round} from taken where person.id = taken.id returning person.id)
    select taken.id, taken.since from taken inner join marked on marked.id = taken.id order by taken.id`.execute(db);
  return rows;
}

/** SQL expressions for a reader of the query, who is a staff member in `person`. */
const READER: Reader = {
  school: sql<string | null>`person.school_id`,
  district: sql<string | null>`coalesce(person.district_id, at.district_id)`,
  works: sql<boolean>`true`,
  learns: sql<boolean>`false`,
  member: sql<boolean>`m.person_id = person.id`,
};

/** Returns the news for each user, newest first. */
export async function listDigestNews(db: Db, people: readonly ClaimedRecipient[], round: Date, oldest: Date, now: Date) {
  const { rows } = await sql<{ person_id: string; news_id: string }>`
    select person.id as person_id, news.id as news_id
    from unnest(${sql.val(people.map(({ id }) => id))}::uuid[], ${sql.val(people.map(({ since }) => since.toISOString()))}::timestamptz[]) as each (id, since)
    inner join person on person.id = each.id left join school as at on at.id = person.school_id
    inner join news on ${isMailed(oldest, now)} and news.mailed_at > each.since and news.mailed_at <= ${round} and ${addresses(READER)}
    order by person.id, news.display_at desc, news.id desc`.execute(db);
  return rows;
}

export const listReaders = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('person')
    .select(['person.id', 'person.email', 'person.vorname', 'person.name', 'person.locale', 'person.state'])
    .where('person.id', '=', matchUuids(ids))
    .orderBy('person.id')
    .execute();

/** Returns the names of the schools or districts that published the news. */
export const listSenders = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('news')
    .leftJoin('school', 'school.id', 'news.school_id')
    .leftJoin('district', 'district.id', 'news.district_id')
    .select(['news.id', sql<string>`coalesce(school.name, district.name, '')`.as('from')])
    .where('news.id', '=', matchUuids(ids))
    .execute();
