/** SQL of the search index: its input and the change log. */
import { shiftDay } from '@fundus/contract/days';
import { sql, type InferResult } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { distinctValues, matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import { readInOnePiece } from '../../../db/read-in-one-piece.ts';
import { ownAsJson } from '../../../visitors/own-material-repository.ts';
import { draftOf, partsAsJson, recommended } from '../repository.ts';

/** Titles of chapters and excerpts of the record, in their order. */
const partTitles = sql<string[]>`coalesce((select json_agg(media_sequence.title order by media_sequence.rank)
  from media_sequence where media_sequence.identifier = media_item.identifier), '[]'::json)`.as('part_titles');

const withIndexText = (db: Db) =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.fn_titel', 'media_item.fn_kurztext', 'media_item.fn_text', 'media_item.fn_geb'])
    .select(['media_item.fn_sprache', 'media_item.fn_typ', 'media_item.fn_adressat', 'media_item.fn_schlag', 'media_item.fn_prodname'])
    .select(['media_item.isbn', 'media_item.ean', 'media_item.doi'])
    .select(['media_item.published', 'media_item.free', 'media_item.url', recommended, draftOf, ownAsJson.as('own')])
    .select([partsAsJson, 'media_item.duration', partTitles])
    .where('media_item.retired_at', 'is', null);

/** The columns of a medium that are indexed. */
export type IndexRow = InferResult<ReturnType<typeof withIndexText>>[number];

/** Returns the index rows of the given media. */
export const findIndexRows = (db: Db, identifiers: readonly string[]): Promise<IndexRow[]> =>
  readInOnePiece(db, withIndexText(db).where('media_item.identifier', '=', matchTexts(identifiers)));

/** Returns a page of index rows of the whole catalogue, after an identifier and in the order of identifiers. */
export const listIndexRowsAfter = (db: Db, identifier: string, limit: number): Promise<IndexRow[]> =>
  readInOnePiece(db, withIndexText(db).where('media_item.identifier', '>', identifier).orderBy('media_item.identifier').limit(limit));

/** Returns paths of caption files, by medium. */
export const findCaptions = (db: Db, identifiers: readonly string[]) =>
  db
    .selectFrom(distinctValues(identifiers).as('asked'))
    .innerJoinLateral(
      db
        .selectFrom('media_file')
        .select(['media_file.identifier', 'media_file.path'])
        .where('media_file.role', 'in', ['caption', 'transcript'])
        .where('media_file.identifier', '=', sql<string>`asked.value`)
        .offset(sql.lit(0))
        .as('own'),
      (join) => join.onTrue(),
    )
    .select(['own.identifier', 'own.path'])
    .limit(10_000)
    .execute();

/** Returns the number of the newest change, 0 for an empty log. */
export async function findNewestChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('media_change')
    .select((eb) => eb.fn.max('media_change.seq').as('seq'))
    .executeTakeFirstOrThrow();
  return row.seq ?? 0;
}

/**
 * Returns the changes after a number, oldest first, as one value because there may be thousands; `null` if the log no longer has all of them.
 */
export async function changesAfter(db: Db, seq: number, limit: number): Promise<{ seq: number; identifier: string }[] | null> {
  const changes = db
    .selectFrom('media_change')
    .select(['media_change.seq', 'media_change.identifier'])
    .where('media_change.seq', '>', seq)
    .orderBy('media_change.seq')
    .limit(limit);
  // Uses one statement, so that nothing is trimmed between reading the changes and the mark.
  const { list, trimmed } = await db
    .selectNoFrom([
      sql<string>`${jsonArrayFrom(changes)}::text`.as('list'),
      sql<boolean>`exists (select from index_state where index_state.trimmed_to > ${seq})`.as('trimmed'),
    ])
    .executeTakeFirstOrThrow();
  return trimmed ? null : (JSON.parse(list) as { seq: number; identifier: string }[]);
}

/** Returns media whose visibility changes between two days: a licence begins, or ended the day before. */
export const listTurningMedia = (db: Db, from: string, to: string, graceDays: number) =>
  db
    .selectFrom('licence')
    .select('licence.identifier')
    .distinct()
    .where((eb) =>
      eb.or([
        eb.and([eb('licence.valid_from', '>=', from), eb('licence.valid_from', '<=', to)]),
        ...[0, graceDays].map((days) =>
          eb.and([eb('licence.valid_to', '>=', shiftDay(from, -1 - days)), eb('licence.valid_to', '<=', shiftDay(to, -1 - days))]),
        ),
      ]),
    )
    .limit(1_000_000)
    .execute();
