/** SQL queries that select and order news for readers. */
import { isDistrictAdmin, isSchoolAdmin, isStudent } from '@fundus/contract/access';
import { sql, type RawBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { matchUuids } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import { belongsToClass } from '../../visitors/in-class.ts';
import { authorDistrict, schoolOf } from './policy.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

type Text = RawBuilder<string | null>;
/** SQL expressions that describe a reader: either a single visitor or the current row of `person`. */
export type Reader = { school: Text; district: Text; works: RawBuilder<boolean>; learns: RawBuilder<boolean>; member: RawBuilder<boolean> };

/** True if the news item is addressed to the reader. */
export const addresses = ({ school, district, works, learns, member }: Reader): RawBuilder<boolean> => sql<boolean>`(
  case news.roles when 'teacher' then ${works} when 'learner' then ${learns} else true end
  and case news.audience
    when 'public' then true
    when 'district' then news.district_id = ${district}
    when 'school' then news.school_id = ${school}
    when 'schools' then news.id in (select news_target.news_id from news_target where news_target.school_id = ${school})
    else news.id in (select news_target.news_id from news_target
      inner join class on class.id = news_target.class_id and class.state = 'active'
      inner join class_member as m on m.class_id = class.id and m.state = 'active' and (m.role = 'student') = ${learns}
      where ${member} and ${belongsToClass('m', school)}) end)`;

const text = (value: string | null | undefined): Text => sql`${value ?? null}::text`;
const flag = (value: boolean): RawBuilder<boolean> => (value ? sql`true` : sql`false`);

const readerOf = (user: SignedIn | null): Reader => ({
  school: text(user?.school_id),
  district: text(user?.district_id),
  works: flag(user !== null && !user.by_code && !isStudent(user)),
  learns: flag(user !== null && (user.by_code !== undefined || isStudent(user))),
  member: user === null ? sql`false` : user.by_code ? sql`m.code_id = ${user.id}::uuid` : sql`m.person_id = ${user.id}::uuid`,
});

/** True if the news item is addressed to the visitor, or belongs to a school or district for which the visitor administers or writes news. */
const addressesUser = (user: SignedIn | null): RawBuilder<boolean> => {
  const school = user && (isSchoolAdmin(user) ? user.school_id : schoolOf(user));
  const district = user && (isDistrictAdmin(user) ? user.district_id : authorDistrict(user));
  return sql<boolean>`(${addresses(readerOf(user))} or coalesce(news.school_id = ${text(school)}, false) or coalesce(news.district_id = ${text(district)}, false))`;
};

const isShown = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(news.stage = 'published' and news.display_at <= ${now} and (news.expires_at is null or news.expires_at > ${now}))`;

/** Order of news: pinned items first, then by date, newest first. */
const order = (now: Date) => sql`coalesce(news.pinned_until > ${now}, false) desc, news.display_at desc, news.id desc`;

/**
 * True for a news item that became visible after the user last read the news, except for a silent one or the user's own. Always false for guests and
 * learner codes.
 */
const unread = (user: SignedIn | null): RawBuilder<boolean> =>
  user === null || user.by_code
    ? sql<boolean>`false`
    : sql<boolean>`(news.notify <> 'none' and news.added_by is distinct from ${user.id}::uuid and news.display_at >
        (select coalesce(person.last_seen_news_at, person.created_at) from person where person.id = ${user.id}::uuid))`;

const selectRows = (db: Db) =>
  db
    .selectFrom('news')
    .leftJoin('school', 'school.id', 'news.school_id')
    .leftJoin('district', 'district.id', 'news.district_id')
    .leftJoin('news_category', 'news_category.slug', 'news.category')
    .leftJoin('news_file as cover', (join) => join.onRef('cover.news_id', '=', 'news.id').on('cover.cover', '=', true))
    .select(['news.id', 'news.school_id', 'news.district_id', 'school.district_id as school_district', 'news.audience', 'news.stage'])
    .select(['news.display_at', 'news.expires_at', 'news.pinned_until', 'news.updated_at', 'news.category', 'news_category.labels'])
    .select(['cover.id as cover_id', 'cover.width as cover_width', 'cover.height as cover_height'])
    .select(sql<string>`coalesce(school.name, district.name, '')`.as('from'));

export type ShownRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>> & { unread: boolean };

export type NewsQuery = { c: string; school: boolean };

const own = (user: SignedIn | null) => sql<boolean>`news.school_id = ${text(user?.school_id)}`;

/** Returns a page of news items with their texts and the counts per category in a single query. */
export const listShown = (
  db: Db,
  user: SignedIn | null,
  now: Date,
  { c, school, offset, limit }: NewsQuery & { offset: number; limit: number },
) =>
  selectRows(db)
    .select(unread(user).as('unread'))
    .select(jsonArrayFrom(selectTitles(db).where(sql<boolean>`news_text.news_id = news.id`)).as('titles'))
    .select(jsonArrayFrom(selectCounts(db, user, now, { school })).as('counts'))
    .where(isShown(now))
    .where(addressesUser(user))
    .$if(c !== '', (news) => news.where('news.category', '=', c))
    .$if(school, (news) => news.where(own(user)))
    .orderBy(order(now))
    .offset(offset)
    .limit(limit)
    .execute();

/** Selects the number of news items per category in the order of categories. Items without a category are counted as `null`. */
const selectCounts = (db: Db, user: SignedIn | null, now: Date, { school }: Pick<NewsQuery, 'school'>) =>
  db
    .selectFrom('news')
    .leftJoin('news_category', 'news_category.slug', 'news.category')
    .select(['news_category.slug', 'news_category.labels', (eb) => eb.fn.countAll<number>().as('count')])
    .where(isShown(now))
    .where(addressesUser(user))
    .$if(school, (news) => news.where(own(user)))
    .groupBy(['news_category.slug', 'news_category.labels', 'news_category.rank'])
    .orderBy('news_category.rank');

/** Returns the counts per category. Needed only if the page of news items is empty. */
export const countShown = (db: Db, user: SignedIn | null, now: Date, asked: Pick<NewsQuery, 'school'>) =>
  selectCounts(db, user, now, asked).execute();

/** Returns a published news item, even if it is scheduled or expired, and whether it is addressed to the visitor. */
export const findPublished = (db: Db, user: SignedIn | null, id: string) =>
  selectRows(db)
    .select([unread(user).as('unread'), addressesUser(user).as('concerns')])
    .where('news.id', '=', id)
    .where('news.stage', '=', 'published')
    .executeTakeFirst();

/** Returns the ids of the previous and next news item in the visitor's list, or `null` if there is none. */
export async function findNeighbours(
  db: Db,
  user: SignedIn | null,
  now: Date,
  id: string,
): Promise<{ before: string | null; after: string | null }> {
  const { rows: found } = await sql<{ before: string | null; after: string | null }>`
    select each.before, each.after from (
      select news.id, lag(news.id) over list as before, lead(news.id) over list as after from news
      where ${isShown(now)} and ${addressesUser(user)} window list as (order by ${order(now)})) as each
    where each.id = ${id}`.execute(db);
  return found[0] ?? { before: null, after: null };
}

export async function countUnread(db: Db, user: SignedIn, now: Date): Promise<number> {
  const row = await db
    .selectFrom('news')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(isShown(now))
    .where(unread(user))
    .where(addressesUser(user))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns public news, newest first. */
export const listPublic = (db: Db, now: Date, limit: number) =>
  selectRows(db)
    .where(isShown(now))
    .where('news.audience', '=', 'public')
    .where('news.roles', '=', 'all')
    .orderBy('news.display_at', 'desc')
    .orderBy('news.id', 'desc')
    .limit(limit)
    .execute();

/** Marks all news as read for a user, or for all users if `personId` is `null`. */
export const updateAllRead = (db: Db, personId: string | null, now: Date): Promise<unknown> =>
  db
    .updateTable('person')
    .set({ last_seen_news_at: now })
    .$if(personId !== null, (rows) => rows.where('person.id', '=', personId!))
    .execute();

/** Returns the texts of the given news items without their body. */
export const listTitles = (db: Db, ids: readonly string[]) => selectTitles(db).where('news_text.news_id', '=', matchUuids(ids)).execute();

const selectTitles = (db: Db) =>
  db
    .selectFrom('news_text')
    .select(['news_text.news_id', 'news_text.language', 'news_text.title', 'news_text.teaser', 'news_text.cover_alt']);
