/** Queries for the editors' list, for the states that are not in the index: changed, retired and incomplete. */
import type { EditState, Gap } from '@fundus/contract/catalogue/edit';
import { sql, type RawBuilder } from 'kysely';
import { containsPattern } from '../../../db/like.ts';
import type { Db } from '../../../db/open.ts';
import { isOfCatalogue } from '../../../visitors/own-material-repository.ts';

/** Conditions for incomplete records. Blank texts count as missing. Expired licences do not count, and free media need no licence. */
const LACKS: Record<Gap, (day: string) => RawBuilder<boolean>> = {
  cover: () =>
    sql<boolean>`not exists (select from media_file where media_file.identifier = media_item.identifier and media_file.role = 'poster')`,
  licence: (day) => sql<boolean>`(not media_item.free and not exists (select from licence where licence.identifier = media_item.identifier
    and licence.withdrawn_at is null and (licence.valid_to is null or licence.valid_to >= ${day})))`,
  fn_geb: () => sql<boolean>`cardinality(media_item.fn_geb) = 0`,
  fn_adressat: () => sql<boolean>`cardinality(media_item.fn_adressat) = 0`,
  fn_schlag: () => sql<boolean>`cardinality(media_item.fn_schlag) = 0`,
  fn_kurztext: () => sql<boolean>`btrim(media_item.fn_kurztext) = ''`,
  fn_text: () => sql<boolean>`btrim(media_item.fn_text) = ''`,
};

const IN_STATE: Record<EditState, RawBuilder<boolean>> = {
  active: sql<boolean>`media_item.retired_at is null`,
  changed: sql<boolean>`exists (select from media_version where media_version.identifier = media_item.identifier and media_version.person_id is not null)`,
  retired: sql<boolean>`media_item.retired_at is not null`,
};

const ORDER: Record<EditState, RawBuilder<unknown>> = {
  active: sql`lower(media_item.fn_titel)`,
  changed: sql`media_item.updated_at desc`,
  retired: sql`media_item.retired_at desc`,
};

type Wanted = { state: EditState; missing?: Gap | undefined; words: string; day: string; offset: number; limit: number };

/**
 * Returns a page of the media in a state, with `missing` only the incomplete ones. Active media are sorted by title, others by latest change. `words`
 * are searched in title and identifier.
 */
export async function listEditMedia(
  db: Db,
  { state, missing, words, day, offset, limit }: Wanted,
): Promise<{ total: number; identifiers: string[] }> {
  const like = containsPattern(words);
  const query = db
    .selectFrom('media_item')
    .where(isOfCatalogue)
    .where(IN_STATE[state])
    .$if(missing !== undefined, (those) => those.where(LACKS[missing!](day)))
    .$if(words !== '', (those) =>
      those.where((eb) =>
        eb.or([
          eb('media_item.fn_titel', 'ilike', like),
          eb('media_item.identifier', 'ilike', like),
          eb('media_item.fn_nr', 'ilike', like),
        ]),
      ),
    );
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select('media_item.identifier')
    .orderBy(ORDER[state])
    .orderBy('media_item.identifier')
    .offset(offset)
    .limit(limit)
    .execute();
  return { total, identifiers: rows.map((row) => row.identifier) };
}
