import { MEDIA_FIELD_NAMES } from '@fundus/contract/catalogue/media-record';
import { sql } from 'kysely';
import { distinctValues, matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import type { RowName } from '../../domain.ts';
import { readAsJson } from '../../db/read-in-one-piece.ts';
import type { ValueOf } from '../../db/tables.ts';
import type { Breaks } from './hyphens.ts';
import { belongsToClass } from '../../visitors/in-class.ts';
import type { FileRow } from '../files/index.ts';
import { licencesAsJson } from '../licences/index.ts';
import { lentAsJson } from '../../visitors/lent-repository.ts';
import { ownAsJson } from '../../visitors/own-material-repository.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** Id of the author of a draft. Empty if the account is deleted, `null` if the medium is not a draft. */
export const draftOf = sql<string | null>`(select coalesce(media_draft.made_by::text, '') from media_draft
  where media_draft.identifier = media_item.identifier)`.as('draft_of');

/** Condition that the record or an editor recommends the medium. `media_item.recommended` is the value of the record. */
export const recommended = sql<boolean>`(media_item.recommended
  or exists (select from recommendation where recommendation.identifier = media_item.identifier))`.as('recommended');

/** Files that determine how a medium is opened and which features it has. */
export const partsAsJson = sql<{ role: ValueOf<'media_file', 'role'>; mime: string }[]>`coalesce((
  select json_agg(json_build_object('role', media_file.role, 'mime', media_file.mime) order by media_file.rank)
  from media_file where media_file.identifier = media_item.identifier
    and media_file.role in ('main', 'caption', 'poster', 'audio_description')), '[]'::json)`.as('parts');

export const withCards = (db: Db) =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.free'])
    .select((eb) => eb.ref('media_item.breaks').$castTo<Breaks | null>().as('breaks'))
    .select(MEDIA_FIELD_NAMES.filter((field) => field !== 'recommended').map((field) => `media_item.${field}` as const))
    .select([recommended, draftOf, ownAsJson.as('own'), licencesAsJson.as('licences'), partsAsJson, lentAsJson]);

export type CardRow = Awaited<ReturnType<typeof findCards>>[number];

/** Returns the cards of at most 2,000 media in no particular order. Unknown and retired media are omitted. */
export const findCards = (db: Db, identifiers: readonly string[]) =>
  readAsJson(
    db,
    withCards(db).where('media_item.identifier', '=', matchTexts(identifiers)).where('media_item.retired_at', 'is', null).limit(2_000),
  );

/** Returns the number of people who opened or bookmarked each medium. Unused media are omitted. */
export async function findUses(db: Db, identifiers: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ identifier: string; persons: number }>`with asked as ${distinctValues(identifiers)}
    select used.identifier, count(*)::int as persons from (
      select own.* from asked cross join lateral (
        select history.person_id, history.identifier from history where history.identifier = asked.value offset 0) as own
      union select own.* from asked cross join lateral (
        select bookmark.person_id, bookmark.identifier from bookmark where bookmark.identifier = asked.value offset 0) as own
    ) as used group by used.identifier`.execute(db);
  return new Map(rows.map((row) => [row.identifier, row.persons]));
}

/**
 * Number of votes with the overall mean that are added to the votes for a medium, so that a single vote does not dominate
 * (docs/behaviour/reviews.md#average).
 */
const PRIOR_VOTES = 5;

/**
 * Returns the mean stars of all published reviews, or `null` if there are none. Reads the whole table, so it should be called once for many media.
 */
export async function findMeanRating(db: Db): Promise<number | null> {
  const { rows } = await sql<{ mean: number | null }>`select avg(review.stars)::float8 as mean from review
    where review.state = 'published'`.execute(db);
  return rows[0]?.mean ?? null;
}

/** Returns the mean stars of the published reviews by medium, damped by the overall mean. Media without reviews are omitted. */
export async function findRatings(db: Db, identifiers: readonly string[], mean: number | null): Promise<Map<string, number>> {
  if (mean === null) return new Map();
  const { rows } = await sql<{ identifier: string; rated: number }>`
    select review.identifier, (${PRIOR_VOTES * mean}::float8 + sum(review.stars)) / (${PRIOR_VOTES}::int + count(*)) as rated
    from review
    where review.state = 'published' and review.identifier = ${matchTexts(identifiers)}
    group by review.identifier`.execute(db);
  return new Map(rows.map((row) => [row.identifier, row.rated]));
}

/** Returns reviewed media whose identifier follows `identifier`, sorted by identifier. */
export async function listReviewedAfter(db: Db, identifier: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('review')
    .select('review.identifier')
    .distinct()
    .where('review.state', '=', 'published')
    .where('review.identifier', '>', identifier)
    .orderBy('review.identifier')
    .limit(limit)
    .execute();
  return rows.map((row) => row.identifier);
}

/** Returns media that were opened or bookmarked after `since`. */
export const listUsedSince = (db: Db, since: Date, limit: number) =>
  db
    .selectFrom('history')
    .select('history.identifier')
    .where('history.last_used', '>=', since)
    .union(db.selectFrom('bookmark').select('bookmark.identifier').where('bookmark.added_at', '>=', since))
    .limit(limit)
    .execute();

/** Returns media that at least `fewest` people opened or bookmarked after `since`. Media with most users come first. */
export async function findTrending(db: Db, since: Date, fewest: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`select used.identifier from (
      select history.person_id, history.identifier from history where history.last_used >= ${since}
      union select bookmark.person_id, bookmark.identifier from bookmark where bookmark.added_at >= ${since}
    ) as used group by used.identifier having count(*) >= ${fewest}
    order by count(*) desc, used.identifier limit ${limit}`.execute(db);
  return rows.map((row) => row.identifier);
}

/** Returns those of the identifiers that are in the catalogue. */
export const findIdentifiers = (db: Db, identifiers: readonly string[]) =>
  db
    .selectFrom('media_item')
    .select('media_item.identifier')
    .where('media_item.identifier', '=', matchTexts(identifiers))
    .where('media_item.retired_at', 'is', null)
    .execute();

/** Returns indexed media whose identifier follows `after`, sorted by identifier. */
export const listIdentifiersAfter = async (db: Db, after: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('media_item')
    .select('media_item.identifier')
    .where('media_item.identifier', '>', after)
    .where('media_item.retired_at', 'is', null)
    .orderBy('media_item.identifier')
    .limit(limit)
    .execute();
  return rows.map(({ identifier }) => identifier);
};

/** Selects the files of media in their order. */
export const selectFiles = (db: Db) =>
  db
    .selectFrom('media_file')
    .select(['media_file.id', 'media_file.role', 'media_file.mime', 'media_file.path', 'media_file.language', 'media_file.label'])
    .select(['media_file.bytes', 'media_file.width', 'media_file.height', 'media_file.start', 'media_file.sound'])
    .select('media_file.package')
    .orderBy('media_file.rank')
    .limit(500);

export const findFiles = (db: Db, identifier: string): Promise<FileRow[]> =>
  selectFiles(db).where('media_file.identifier', '=', identifier).execute();

export const findPosition = (db: Db, personId: string, identifier: string) =>
  db
    .selectFrom('history')
    .select('history.position')
    .where('history.person_id', '=', personId)
    .where('history.identifier', '=', identifier)
    .executeTakeFirst();

/** Returns whether a class of the learner code has shared the medium for download. `day` is an ISO date. */
export async function isGivenForDownload(
  db: Db,
  user: Pick<SignedIn, 'id' | 'school_id'>,
  identifier: string,
  day: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('class_media')
    .innerJoin('class_member', 'class_member.class_id', 'class_media.class_id')
    .innerJoin('class', 'class.id', 'class_media.class_id')
    .select('class_media.id')
    .where('class_media.identifier', '=', identifier)
    .where('class_media.can_download', '=', true)
    .where('class_member.code_id', '=', user.id)
    .where('class_member.state', '=', 'active')
    .where(belongsToClass('class_member', sql.val(user.school_id)))
    .where('class.state', '=', 'active')
    .where(sql<boolean>`coalesce(class_media.visible_from <= ${day}, true) and coalesce(class_media.visible_until >= ${day}, true)`)
    .executeTakeFirst();
  return row !== undefined;
}

export const titleOfMedium: RowName = {
  column: 'identifier',
  of: (identifier) => sql`(select media_item.fn_titel from media_item where media_item.identifier = ${identifier})`,
};
