/** SQL queries for editing news. */
import type { NewsState } from '@fundus/contract/news/news';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { matchIds, matchTexts, matchUuids } from '../../db/any-of.ts';
import { containsPattern } from '../../db/like.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';
import { authorDistrict, schoolOf, schoolsOf } from './policy.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

const selectRows = (db: Db) =>
  db
    .selectFrom('news')
    .leftJoin('school', 'school.id', 'news.school_id')
    .leftJoin('district', 'district.id', 'news.district_id')
    .leftJoin('news_category', 'news_category.slug', 'news.category')
    .selectAll('news')
    .select([
      'school.district_id as school_district',
      'news_category.labels',
      sql<string>`coalesce(school.name, district.name, '')`.as('from'),
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('news_target')
          .leftJoin('school as at', 'at.id', 'news_target.school_id')
          .leftJoin('class', 'class.id', 'news_target.class_id')
          .select([
            sql<string>`coalesce(news_target.school_id, news_target.class_id::text)`.as('id'),
            sql<string>`coalesce(at.name, class.name, '')`.as('name'),
          ])
          .whereRef('news_target.news_id', '=', 'news.id')
          .orderBy(sql`2`),
      ).as('targets'),
    );

export type NewsRecord = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

export const findNews = (db: Db, id: string): Promise<NewsRecord | undefined> =>
  selectRows(db).where('news.id', '=', id).executeTakeFirst();

/** Locks a news item until commit and returns its state after the lock was acquired. */
export async function lockNews(db: Db, id: string): Promise<NewsRecord | undefined> {
  await db.selectFrom('news').select('news.id').where('news.id', '=', id).forUpdate().execute();
  return findNews(db, id);
}

/** True if the user may edit the news item. */
const isEditableBy = (
  user: SignedIn,
): RawBuilder<boolean> => sql<boolean>`(news.school_id = ${schoolOf(user)}::text or news.district_id = ${authorDistrict(user)}::text
  or school.district_id = ${schoolsOf(user)}::text and news.audience <> 'classes')`;

/** State of a news item at a given time, equivalent to `newsState`. */
const stateAt = (now: Date): RawBuilder<NewsState> => sql<NewsState>`(case when news.stage <> 'published' then news.stage
  when news.display_at > ${now} then 'scheduled' when news.expires_at <= ${now} then 'expired' else 'published' end)`;

const hasWords = (q: string): RawBuilder<boolean> => {
  const part = containsPattern(q);
  return sql<boolean>`exists (select from news_text where news_text.news_id = news.id and (news_text.title ilike ${part} or news_text.teaser ilike ${part}))`;
};

type NewsFilter = { q: string; state: NewsState | '' };

/** Returns a page of news items that the user may edit: drafts first, by latest change, then the others by start date. */
export const listManaged = (
  db: Db,
  user: SignedIn,
  now: Date,
  { q, state, offset, limit }: NewsFilter & { offset: number; limit: number },
): Promise<NewsRecord[]> =>
  selectRows(db)
    .where(isEditableBy(user))
    .$if(q !== '', (news) => news.where(hasWords(q)))
    .$if(state !== '', (news) => news.where(stateAt(now), '=', state as NewsState))
    .orderBy(sql`news.stage in ('draft', 'in_review') desc`)
    .orderBy(
      sql`case when news.stage in ('draft', 'in_review') then news.changed_at else coalesce(news.display_at, news.changed_at) end desc`,
    )
    .orderBy('news.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export const countManagedNews = (db: Db, user: SignedIn, now: Date, { q }: Pick<NewsFilter, 'q'>) =>
  db
    .selectFrom('news')
    .leftJoin('school', 'school.id', 'news.school_id')
    .select([stateAt(now).as('state'), (eb) => eb.fn.countAll<number>().as('count')])
    .where(isEditableBy(user))
    .$if(q !== '', (news) => news.where(hasWords(q)))
    .groupBy(sql`1`)
    .execute();

export const insertNews = (db: Db, row: Insertable<Tables['news']>): Promise<unknown> => db.insertInto('news').values(row).execute();

/** Updates a news item and increments its version. */
export const updateNews = (db: Db, id: string, change: Updateable<Tables['news']>): Promise<unknown> =>
  db
    .updateTable('news')
    .set((eb) => ({ ...change, version: eb('news.version', '+', 1) }))
    .where('news.id', '=', id)
    .execute();

export const deleteNews = (db: Db, id: string): Promise<unknown> => db.deleteFrom('news').where('news.id', '=', id).execute();

export const listTexts = (db: Db, newsId: string) =>
  db
    .selectFrom('news_text')
    .select(['news_text.language', 'news_text.title', 'news_text.teaser', 'news_text.body', 'news_text.cover_alt'])
    .where('news_text.news_id', '=', newsId)
    .orderBy('news_text.language')
    .execute();

/** Returns the texts of the given news items. */
export const listTextsOf = (db: Db, newsIds: readonly string[]) =>
  db
    .selectFrom('news_text')
    .select(['news_text.news_id', 'news_text.language', 'news_text.title', 'news_text.teaser', 'news_text.body'])
    .where('news_text.news_id', '=', matchUuids(newsIds))
    .orderBy('news_text.language')
    .execute();

export type TextRow = Awaited<ReturnType<typeof listTexts>>[number];

export async function setTexts(db: Db, newsId: string, texts: readonly TextRow[]): Promise<void> {
  await db.deleteFrom('news_text').where('news_text.news_id', '=', newsId).execute();
  await db
    .insertInto('news_text')
    .values(texts.map((row) => ({ ...row, news_id: newsId })))
    .execute();
}

export async function setTargets(db: Db, newsId: string, kind: 'school_id' | 'class_id', ids: readonly string[]): Promise<void> {
  await db.deleteFrom('news_target').where('news_target.news_id', '=', newsId).execute();
  if (ids.length === 0) return;
  await db
    .insertInto('news_target')
    .values(ids.map((id) => ({ news_id: newsId, [kind]: id })))
    .execute();
}

const selectSchoolsOfDistrict = (db: Db, districtId: string) =>
  db.selectFrom('school').where('school.district_id', '=', districtId).where('school.state', '<>', 'closed');

const selectClassesOfSchool = (db: Db, schoolId: string) =>
  db.selectFrom('class').where('class.school_id', '=', schoolId).where('class.state', '=', 'active');

type Page = { q: string; offset: number; limit: number };

/** Returns a page of the district's schools that can be addressed, ordered by name. */
export async function listSchoolTargets(db: Db, districtId: string, { q, offset, limit }: Page) {
  const found = selectSchoolsOfDistrict(db, districtId).where(sql`lower(school.name)`, 'like', containsPattern(q.toLowerCase()));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const items = await found
    .select(['school.id', 'school.name'])
    .orderBy(sql`lower(school.name)`)
    .orderBy('school.id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { total, items };
}

/** Returns a page of the school's classes that can be addressed, ordered by name. */
export async function listClassTargets(db: Db, schoolId: string, { q, offset, limit }: Page) {
  const found = selectClassesOfSchool(db, schoolId).where(sql`lower(class.name)`, 'like', containsPattern(q.toLowerCase()));
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const items = await found
    .select(['class.id', 'class.name'])
    .orderBy(sql`lower(class.name)`)
    .orderBy('class.id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { total, items };
}

/** Returns the subset of the ids that can be addressed. */
export async function findKnownTargets(db: Db, kind: 'schools' | 'classes', placeId: string, ids: readonly string[]): Promise<string[]> {
  const found =
    kind === 'schools'
      ? await selectSchoolsOfDistrict(db, placeId).select('school.id').where('school.id', '=', matchTexts(ids)).execute()
      : await selectClassesOfSchool(db, placeId).select('class.id').where('class.id', '=', matchIds(ids)).execute();
  return found.map((row) => row.id);
}

/** Locks the pinned news items of a school or district until commit, which serializes pinning. */
export const lockPins = (db: Db, placeId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`news-pins:${placeId}`}, 0))`.execute(db);

/** Returns the number of other pinned news items of the same owner and audience that share readers with this one, including scheduled ones. */
export async function countPinned(
  db: Db,
  now: Date,
  news: Pick<NewsRecord, 'id' | 'school_id' | 'district_id' | 'audience'>,
  targets: readonly string[],
): Promise<number> {
  const row = await db
    .selectFrom('news')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('news.stage', '=', 'published')
    .where('news.pinned_until', '>', now)
    .where((eb) => eb.or([eb('news.expires_at', 'is', null), eb('news.expires_at', '>', now)]))
    .where('news.audience', '=', news.audience)
    .where('news.id', '<>', news.id)
    .$if(news.school_id !== null, (all) => all.where('news.school_id', '=', news.school_id))
    .$if(news.district_id !== null, (all) => all.where('news.district_id', '=', news.district_id))
    .$if(targets.length > 0, (all) =>
      all.where(
        sql<boolean>`exists (select from news_target where news_target.news_id = news.id
          and (news_target.school_id = ${matchTexts(targets)} or news_target.class_id = ${matchIds(targets)}))`,
      ),
    )
    .executeTakeFirstOrThrow();
  return row.n;
}
