/** SQL queries for reviews and recommendations. */
import { CRITERIA, MIN_REVIEWS, type OwnReview, type ReviewText } from '@fundus/contract/reviews/reviews';
import { sql } from 'kysely';
import { matchPeople, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';

const FIELDS = ['review.id', 'review.stars', 'review.correct', 'review.fitting', 'review.technical', 'review.material'] as const;
const WORDS = [
  'review.subject',
  'review.grade',
  'review.text',
  'review.tips',
  'review.initials',
  'review.state',
  'review.changed_at',
] as const;

const selectPublished = (db: Db, identifier: string) =>
  db.selectFrom('review').where('review.identifier', '=', identifier).where('review.state', '=', 'published');

/** Returns a page of reviews by other users, latest first. */
export const listReviews = (db: Db, identifier: string, reader: string, offset: number, limit: number) =>
  selectPublished(db, identifier)
    .innerJoin('person', 'person.id', 'review.person_id')
    .leftJoin('review_flag', (join) => join.onRef('review_flag.review_id', '=', 'review.id').on('review_flag.person_id', '=', reader))
    .select([...FIELDS, ...WORDS])
    .select(['person.vorname', 'person.name', 'review_flag.at as flagged_at'])
    .where('review.person_id', '!=', reader)
    .orderBy('review.changed_at', 'desc')
    .orderBy('review.id')
    .offset(offset)
    .limit(limit)
    .execute();

const meanRating = (column: string) => sql<number | null>`case when count(review.${sql.ref(column)}) >= ${MIN_REVIEWS}
  then round(avg(review.${sql.ref(column)}), 1)::float8 end`;

/** Returns the mean ratings, rounded to one decimal. A mean is `null` if there are too few answers. */
export const findMeans = (db: Db, identifier: string) =>
  selectPublished(db, identifier)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      meanRating('stars').as('average'),
      ...CRITERIA.map((criterion) => meanRating(criterion).as(criterion)),
    ])
    .executeTakeFirstOrThrow();

const selectOwn = (db: Db, identifier: string, personId: string) =>
  db
    .selectFrom('review')
    .select([...FIELDS, ...WORDS])
    .where('review.identifier', '=', identifier)
    .where('review.person_id', '=', personId);

export const findOwnReview = (db: Db, identifier: string, personId: string) => selectOwn(db, identifier, personId).executeTakeFirst();

/** Returns the user's own review, locked until commit. An advisory lock serializes requests of a user for a medium even if no review exists yet. */
export async function lockOwnReview(db: Db, identifier: string, personId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${personId} ${identifier}`}, 2))`.execute(db);
  return selectOwn(db, identifier, personId).forUpdate().executeTakeFirst();
}

/** Returns whether a review of the user was hidden and no later review was published by an editor. True even if the hidden review was deleted. */
export const hasHiddenReview = async (db: Db, identifier: string, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('review_hold')
    .select('review_hold.at')
    .where('review_hold.identifier', '=', identifier)
    .where('review_hold.person_id', '=', personId)
    .executeTakeFirst()) !== undefined;

type ReviewKey = { identifier: string; person_id: string };

/** Marks the review of a user for a medium as on hold. Idempotent: keeps the time of the first call. */
const holdReview = (db: Db, { identifier, person_id }: ReviewKey, at: Date): Promise<unknown> =>
  db
    .insertInto('review_hold')
    .values({ identifier, person_id, at })
    .onConflict((conflict) => conflict.columns(['identifier', 'person_id']).doNothing())
    .execute();

const releaseReview = (db: Db, { identifier, person_id }: ReviewKey): Promise<unknown> =>
  db.deleteFrom('review_hold').where('review_hold.identifier', '=', identifier).where('review_hold.person_id', '=', person_id).execute();

export async function saveReview(
  db: Db,
  row: { id: string; identifier: string; person_id: string; now: Date; state: OwnReview['state'] } & Omit<ReviewText, 'state'>,
): Promise<void> {
  const { now, ...values } = row;
  const { id: _id, identifier: _identifier, person_id: _person, ...set } = values;
  await db
    .insertInto('review')
    .values({ ...values, created_at: now, changed_at: now })
    .onConflict((conflict) => conflict.columns(['identifier', 'person_id']).doUpdateSet({ ...set, changed_at: now }))
    .execute();
  if (row.state === 'flagged') await holdReview(db, row, now);
}

export async function removeOwn(db: Db, identifier: string, personId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('review')
    .where('review.identifier', '=', identifier)
    .where('review.person_id', '=', personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Locks a review until commit, which serializes flags and decisions. */
export const lockReview = (db: Db, id: string) =>
  db
    .selectFrom('review')
    .select(['review.id', 'review.identifier', 'review.person_id', 'review.state', 'review.cleared_at'])
    .where('review.id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const addFlag = (db: Db, review_id: string, person_id: string, at: Date): Promise<unknown> =>
  db
    .insertInto('review_flag')
    .values({ review_id, person_id, at })
    .onConflict((conflict) => conflict.columns(['review_id', 'person_id']).doNothing())
    .execute();

export async function countFlags(db: Db, reviewId: string, since: Date | null): Promise<number> {
  const row = await db
    .selectFrom('review_flag')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('review_flag.review_id', '=', reviewId)
    .$if(since !== null, (flags) => flags.where('review_flag.at', '>', since!))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Sets the state of a locked review after flags (`flagged`) or a decision of an editor (`published` or `hidden`). */
export async function setReviewState(db: Db, review: ReviewKey & { id: string }, state: Exclude<OwnReview['state'], 'draft'>, at: Date) {
  const decided = state !== 'flagged';
  await db
    .updateTable('review')
    .set({ state, ...(decided && { cleared_at: at }) })
    .where('review.id', '=', review.id)
    .execute();
  await (state === 'published' ? releaseReview(db, review) : holdReview(db, review, at));
}

/** Selects the reviews visible to editors of a district: those by authors of the district and by authors without a district. */
const selectOfDistrict = (db: Db, districtId: string) =>
  db
    .selectFrom('review')
    .innerJoin('person', 'person.id', 'review.person_id')
    .leftJoin('school', 'school.id', 'person.school_id')
    .where(sql<string>`coalesce(person.district_id, school.district_id, ${districtId})`, '=', districtId);

const selectWaiting = (db: Db, districtId: string, state: 'flagged' | 'hidden') =>
  selectOfDistrict(db, districtId).innerJoin('media_item', 'media_item.identifier', 'review.identifier').where('review.state', '=', state);

export const listFlagged = (db: Db, districtId: string, state: 'flagged' | 'hidden', offset: number, limit: number) =>
  selectWaiting(db, districtId, state)
    .select(['review.id', 'review.identifier', 'media_item.fn_titel', 'review.stars', 'review.text', 'review.tips', 'review.state'])
    .select('review.changed_at')
    .select((eb) =>
      eb
        .selectFrom('review_flag')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('review_flag.review_id', '=', 'review.id')
        .as('flags'),
    )
    .orderBy('review.changed_at', 'desc')
    .orderBy('review.id')
    .offset(offset)
    .limit(limit)
    .execute();

export async function countFlagged(db: Db, districtId: string, state: 'flagged' | 'hidden'): Promise<number> {
  const row = await selectWaiting(db, districtId, state)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns whether editors of the district may see the review. */
export const isReviewOfDistrict = async (db: Db, reviewId: string, districtId: string): Promise<boolean> =>
  (await selectOfDistrict(db, districtId).select('review.id').where('review.id', '=', reviewId).executeTakeFirst()) !== undefined;

/** Returns the recommendation of a medium that is valid on the given day. */
export const findRecommendation = (db: Db, identifier: string, day: string) =>
  db
    .selectFrom('recommendation')
    .select(['recommendation.text', 'recommendation.curriculum', 'recommendation.lessons', 'recommendation.valid_until'])
    .where('recommendation.identifier', '=', identifier)
    .where((eb) => eb.or([eb('recommendation.valid_until', 'is', null), eb('recommendation.valid_until', '>=', day)]))
    .executeTakeFirst();

export const saveRecommendation = (
  db: Db,
  row: { identifier: string; text: string; curriculum: string; lessons: string; valid_until: string | null; person_id: string; at: Date },
): Promise<unknown> => {
  const { identifier: _identifier, ...set } = row;
  return db
    .insertInto('recommendation')
    .values(row)
    .onConflict((conflict) => conflict.column('identifier').doUpdateSet(set))
    .execute();
};

export async function removeRecommendation(db: Db, identifier: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('recommendation').where('recommendation.identifier', '=', identifier).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes recommendations that ended before a given day, and returns their media. */
export const endRecommendations = (db: Db, day: string) =>
  db.deleteFrom('recommendation').where('recommendation.valid_until', '<', day).returning('recommendation.identifier').execute();

/**
 * Returns whether the user opened the medium according to their history or downloads. Also returns true if openings cannot be recorded, because the
 * user keeps no history or the medium has no online content.
 */
export async function hasOpened(db: Db, personId: string, identifier: string): Promise<boolean> {
  const { rows } = await sql<{ opened: boolean }>`select (
    exists (select 1 from history where person_id = ${personId} and identifier = ${identifier})
    or exists (select 1 from download where person_id = ${personId} and identifier = ${identifier})
    or exists (select 1 from shelf_setting where person_id = ${personId} and not keep_history)
    or exists (select 1 from media_item where media_item.identifier = ${identifier} and media_item.url is null
      and not exists (select 1 from media_file where media_file.identifier = media_item.identifier and media_file.role = 'main'))
  ) as opened`.execute(db);
  return rows[0]?.opened ?? false;
}

/** Returns the media reviewed by the given people. */
export async function findReviewedBy(db: Db, removed: RemovedPeople): Promise<string[]> {
  const rows = await db
    .selectFrom('review')
    .select('review.identifier')
    .distinct()
    .where('review.person_id', '=', matchPeople(removed))
    .execute();
  return rows.map(({ identifier }) => identifier);
}
