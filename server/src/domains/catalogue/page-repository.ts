/** Queries for the page of a medium that return more than its card. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import { readAsJson } from '../../db/read-in-one-piece.ts';
import { selectFiles, withCards } from './repository.ts';

/** Returns a card with all files and sequences, or `undefined` if the medium is unknown or retired. */
export async function findPageRow(db: Db, identifier: string) {
  const rows = withCards(db)
    .select(jsonArrayFrom(selectFiles(db).where(sql<boolean>`media_file.identifier = media_item.identifier`)).as('files'))
    .select(
      jsonArrayFrom(
        db
          .selectFrom('media_sequence')
          .select(['media_sequence.start_s', 'media_sequence.end_s', 'media_sequence.title'])
          .where(sql<boolean>`media_sequence.identifier = media_item.identifier`)
          .orderBy('media_sequence.rank')
          .limit(500),
      ).as('sequences'),
    )
    .where('media_item.identifier', '=', identifier)
    .where('media_item.retired_at', 'is', null);
  const [row] = await readAsJson(db, rows);
  return row;
}

/** Returns the parts of media with the second at which each part begins. */
export const findPartTimes = (db: Db, identifiers: readonly string[]) =>
  db
    .selectFrom('media_sequence')
    .select(['media_sequence.identifier', 'media_sequence.start_s', 'media_sequence.title'])
    .where('media_sequence.identifier', '=', matchTexts(identifiers))
    .orderBy('media_sequence.identifier')
    .orderBy('media_sequence.rank')
    .limit(10_000)
    .execute();

/**
 * Returns the other versions of a work: its original, all versions of the original and all versions derived from the work. References to a merged
 * record are followed, because sources keep the old identifier. Each half and each recursive step is a separate index lookup, because the planner
 * overestimates recursive results and would scan the whole table.
 */
export async function findVersions(db: Db, { identifier, set_of }: { identifier: string; set_of: string | null }) {
  const { rows } = await sql<{ identifier: string; fn_titel: string; fn_sprache: string[] }>`
    with recursive up as (
      select ${set_of ?? identifier}::text as identifier
      union
      select media_item.merged_into from up join media_item on media_item.identifier = up.identifier where media_item.merged_into is not null
    ), work as (
      select up.identifier from up
      union
      select part.identifier from work cross join lateral (
        select media_item.identifier from media_item where media_item.merged_into = work.identifier offset 0
      ) as part
    )
    select media_item.identifier, media_item.fn_titel, media_item.fn_sprache from media_item
    where media_item.identifier = any(array(select work.identifier from work))
      and media_item.identifier <> ${identifier} and media_item.retired_at is null
    union
    select media_item.identifier, media_item.fn_titel, media_item.fn_sprache from media_item
    where media_item.set_of is not null and media_item.set_of = any(array(select work.identifier from work))
      and media_item.identifier <> ${identifier} and media_item.retired_at is null
    order by identifier limit 20`.execute(db);
  return rows;
}
