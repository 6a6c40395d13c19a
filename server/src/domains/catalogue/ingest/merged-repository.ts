/** SQL of media that became part of others (docs/behaviour/duplicates.md#old-addresses). */
import { sql } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

/** One becomes part of the next only while that is in the catalogue, so nothing leads in a circle; a way that did would end here. */
const MAX_WAY = 50;

/** What stays of media that were merged, from one to the next, by their old identifiers; without those whose last one is not in the catalogue. */
export async function findStanding(db: Db, identifiers: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ asked: string; stays: string }>`
    with recursive way as (
      select media_item.identifier as asked, media_item.merged_into as stays, 1 as step from media_item
      where media_item.identifier = ${matchTexts(identifiers)} and media_item.merged_into is not null
      union all
      select way.asked, media_item.merged_into, way.step + 1 from way join media_item on media_item.identifier = way.stays
      where media_item.merged_into is not null and way.step < ${MAX_WAY}
    )
    select way.asked, way.stays from way join media_item on media_item.identifier = way.stays
    where media_item.merged_into is null and media_item.retired_at is null`.execute(db);
  return new Map(rows.map(({ asked, stays }) => [asked, stays]));
}
