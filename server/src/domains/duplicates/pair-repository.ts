/** Queries for the pairs, which are stored in a table and updated after changes (docs/behaviour/duplicates.md#pairs). */
import type { PairReason } from '@fundus/contract/duplicates/duplicates';
import { sql, type RawBuilder } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';

/** Returns the condition that a medium is in the catalogue and is neither own material nor a draft. */
export const isShown = (alias: string): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.retired_at`)} is null
  and not exists (select from own_material where own_material.identifier = ${sql.ref(`${alias}.identifier`)})
  and not exists (select from media_draft where media_draft.identifier = ${sql.ref(`${alias}.identifier`)})`;

/** Maximum number of pairs per record. After a merge, further pairs are found. */
const MAX_EACH = 3;

const isApart = (one: string, other: string): RawBuilder<boolean> => sql<boolean>`exists (select from media_apart
  where media_apart.one = least(${sql.ref(`${one}.identifier`)}, ${sql.ref(`${other}.identifier`)})
    and media_apart.other = greatest(${sql.ref(`${one}.identifier`)}, ${sql.ref(`${other}.identifier`)}))`;

const alike = (reason: PairReason, same: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  (select media_item.identifier, ${sql.lit(reason)} as reason from media_item
    where ${same} and media_item.identifier <> it.identifier and ${isShown('media_item')} and not ${isApart('it', 'media_item')}
    order by media_item.identifier limit ${sql.lit(MAX_EACH)})`;

const REASONS = [
  alike('isbn', sql`media_item.isbn = it.isbn`),
  alike('ean', sql`media_item.ean = it.ean`),
  alike('doi', sql`media_item.doi = it.doi`),
  alike(
    'title',
    sql`lower(left(media_item.fn_titel, 200)) = lower(left(it.fn_titel, 200)) and media_item.year = it.year
      and lower(left(media_item.fn_prodname, 200)) = lower(left(it.fn_prodname, 200)) and it.fn_prodname <> ''`,
  ),
];

/** Compares the given media again and stores their pairs. */
export async function comparePairs(db: Db, identifiers: readonly string[]): Promise<void> {
  if (identifiers.length === 0) return;
  await sql`delete from media_pair where media_pair.one = ${matchTexts(identifiers)} or media_pair.other = ${matchTexts(identifiers)}`.execute(
    db,
  );
  await sql`
    insert into media_pair (one, other, reason)
    select distinct on (1, 2) least(it.identifier, same.identifier), greatest(it.identifier, same.identifier), same.reason
    from media_item as it cross join lateral (${sql.join(REASONS, sql` union all `)}) as same
    where it.identifier = ${matchTexts(identifiers)} and ${isShown('it')}
    order by 1, 2, same.reason
    on conflict (one, other) do update set reason = excluded.reason`.execute(db);
}

/** Compares the next changed media, starting with the oldest change. Returns their number. */
export async function followChanges(db: Db, limit: number): Promise<number> {
  await sql`insert into media_pair_place (changed_at, identifier) values ('1970-01-01T00:00:00Z', '') on conflict do nothing`.execute(db);
  // The time is read as text, because a JavaScript date is less precise.
  const { rows: places } = await sql<{ at: string; identifier: string }>`
    select media_pair_place.changed_at::text as at, media_pair_place.identifier from media_pair_place for update`.execute(db);
  const place = places[0]!;
  const { rows } = await sql<{ at: string; identifier: string }>`
    select exported_medium.changed_at::text as at, exported_medium.identifier from exported_medium
    where (exported_medium.changed_at, exported_medium.identifier) > (${place.at}::timestamptz, ${place.identifier})
    order by exported_medium.changed_at, exported_medium.identifier limit ${limit}`.execute(db);
  const last = rows.at(-1);
  if (!last) return 0;
  await comparePairs(
    db,
    rows.map(({ identifier }) => identifier),
  );
  await sql`update media_pair_place set changed_at = ${last.at}::timestamptz, identifier = ${last.identifier}`.execute(db);
  return rows.length;
}

export type PairRow = { one: string; other: string; reason: PairReason };

export async function listPairs(db: Db, limit: number, { sure }: { sure: boolean }): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`
    select media_pair.one, media_pair.other, media_pair.reason from media_pair
    join media_item as one on one.identifier = media_pair.one join media_item as other on other.identifier = media_pair.other
    where ${isShown('one')} and ${isShown('other')} and not ${isApart('one', 'other')} ${sure ? sql`and media_pair.reason <> 'title'` : sql``}
    order by media_pair.one, media_pair.other limit ${limit}`.execute(db);
  return rows;
}
