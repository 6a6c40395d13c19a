/** Queries for merged media (docs/behaviour/duplicates.md#old-addresses). */
import { sql } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

/** Maximum number of merges from a medium to the remaining one. Merges cannot form a cycle, because the target must be in the catalogue. */
const MAX_WAY = 50;

/** Returns the remaining medium of each merged medium, across several merges. Media that are no longer in the catalogue are omitted. */
export async function findRemaining(db: Db, identifiers: readonly string[]): Promise<Map<string, string>> {
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
