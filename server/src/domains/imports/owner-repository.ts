/** Queries for the ownership of media by import sources. */
import { sql } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';

/** Returns the prefix of the source that stored each medium, by identifier. Other media are left out. */
export async function findOwners(db: Db, identifiers: readonly string[]): Promise<Map<string, string>> {
  if (identifiers.length === 0) return new Map();
  const rows = await db
    .selectFrom('import_item')
    .select(['import_item.identifier', 'import_item.prefix'])
    .where('import_item.identifier', '=', matchTexts(identifiers))
    .execute();
  return new Map(rows.map(({ identifier, prefix }) => [identifier, prefix]));
}

/** Returns those of the media that the source stored without its prefix. */
export async function findUnprefixed(db: Db, prefix: string, identifiers: readonly string[]): Promise<Set<string>> {
  if (identifiers.length === 0) return new Set();
  const rows = await db
    .selectFrom('import_item')
    .select('import_item.identifier')
    .where('import_item.prefix', '=', prefix)
    .where('import_item.bare', '=', true)
    .where('import_item.identifier', '=', matchTexts(identifiers))
    .execute();
  return new Set(rows.map(({ identifier }) => identifier));
}

/** Records the source that stored the media. Existing records are kept. */
export const insertOwned = (
  db: Db,
  identifiers: readonly string[],
  { prefix, districtId }: { prefix: string; districtId: string | null },
): Promise<unknown> =>
  sql`insert into import_item (identifier, prefix, district_id)
    select media_item.identifier, ${prefix}::text, ${districtId}::text from media_item where media_item.identifier = ${matchTexts(identifiers)}
    on conflict (identifier) do nothing`.execute(db);

/** Marks media as contained in a harvest of the whole list, including media stored without the prefix. */
export const markListed = (db: Db, prefix: string, identifiers: readonly string[], run: string) =>
  db
    .updateTable('import_item')
    .set({ seen_by: run })
    .where('import_item.prefix', '=', prefix)
    .where((eb) =>
      eb.or([
        eb('import_item.identifier', '=', matchTexts(identifiers)),
        eb.and([
          eb('import_item.bare', '=', true),
          eb('import_item.identifier', '=', matchTexts(identifiers.map((identifier) => identifier.slice(prefix.length)))),
        ]),
      ]),
    )
    .execute();

/** Returns up to `limit` catalogue media of a source that were missing when its whole list was read. */
export async function listUnseen(db: Db, prefix: string, run: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('import_item')
    .innerJoin('media_item', 'media_item.identifier', 'import_item.identifier')
    .select('import_item.identifier')
    .where('import_item.prefix', '=', prefix)
    .where(sql<boolean>`import_item.seen_by is distinct from ${run}::uuid`)
    .where('media_item.retired_at', 'is', null)
    .orderBy('import_item.identifier')
    .limit(limit)
    .execute();
  return rows.map(({ identifier }) => identifier);
}

/** Returns whether catalogue media have identifiers with this prefix, except media of a former source of the district with the same prefix. */
export async function hasForeignMedia(db: Db, prefix: string, districtId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from media_item where starts_with(media_item.identifier, ${prefix})
    and not exists (select from import_item where import_item.identifier = media_item.identifier
      and import_item.prefix = ${prefix} and import_item.district_id = ${districtId}) limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the prefixes of all sources. */
export async function listPrefixes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('import_source').select('import_source.prefix').limit(100_000).execute();
  return rows.map(({ prefix }) => prefix);
}
