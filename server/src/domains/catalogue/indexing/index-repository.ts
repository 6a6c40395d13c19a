/** Queries for the input of the search index and for the change log. */
import { shiftDay } from '@fundus/contract/days';
import { sql, type InferResult } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { distinctValues, matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import { readAsJson } from '../../../db/read-in-one-piece.ts';
import { lentAsJson } from '../../../visitors/lent-repository.ts';
import { ownAsJson } from '../../../visitors/own-material-repository.ts';
import { draftOf, partsAsJson, recommended } from '../repository.ts';

/** Titles of the chapters and excerpts of a record, in order. */
const partTitles = sql<string[]>`coalesce((select json_agg(media_sequence.title order by media_sequence.rank)
  from media_sequence where media_sequence.identifier = media_item.identifier), '[]'::json)`.as('part_titles');

const withIndexText = (db: Db) =>
  db
    .selectFrom('media_item')
    .select(['media_item.identifier', 'media_item.fn_titel', 'media_item.fn_kurztext', 'media_item.fn_text', 'media_item.fn_geb'])
    .select(['media_item.fn_sprache', 'media_item.fn_typ', 'media_item.fn_adressat', 'media_item.fn_schlag', 'media_item.fn_prodname'])
    .select(['media_item.isbn', 'media_item.ean', 'media_item.doi'])
    .select(['media_item.published', 'media_item.free', 'media_item.url', recommended, draftOf, ownAsJson.as('own')])
    .select([partsAsJson, 'media_item.duration', partTitles, lentAsJson])
    .where('media_item.retired_at', 'is', null);

/** Columns of a medium that are indexed. */
export type IndexRow = InferResult<ReturnType<typeof withIndexText>>[number];

/** Returns the index rows of the given media. */
export const findIndexRows = (db: Db, identifiers: readonly string[]): Promise<IndexRow[]> =>
  readAsJson(db, withIndexText(db).where('media_item.identifier', '=', matchTexts(identifiers)));

/** Returns a page of index rows of the whole catalogue, sorted by identifier and starting after `identifier`. */
export const listIndexRowsAfter = (db: Db, identifier: string, limit: number): Promise<IndexRow[]> =>
  readAsJson(db, withIndexText(db).where('media_item.identifier', '>', identifier).orderBy('media_item.identifier').limit(limit));

/** Returns the paths of caption files, by medium. */
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

/** Returns the number of the newest change, or 0 if the log is empty. */
export async function findNewestChange(db: Db): Promise<number> {
  const row = await db
    .selectFrom('media_change')
    .select((eb) => eb.fn.max('media_change.seq').as('seq'))
    .executeTakeFirstOrThrow();
  return row.seq ?? 0;
}

/**
 * Returns the changes after the number `seq`, oldest first, or `null` if the log no longer contains all of them. They are read as one JSON value,
 * because there may be thousands.
 */
export async function changesAfter(db: Db, seq: number, limit: number): Promise<{ seq: number; identifier: string }[] | null> {
  const changes = db
    .selectFrom('media_change')
    .select(['media_change.seq', 'media_change.identifier'])
    .where('media_change.seq', '>', seq)
    .orderBy('media_change.seq')
    .limit(limit);
  // Uses one statement, so that the log cannot be trimmed between reading the changes and reading the mark.
  const { list, trimmed } = await db
    .selectNoFrom([
      sql<string>`${jsonArrayFrom(changes)}::text`.as('list'),
      sql<boolean>`exists (select from index_state where index_state.trimmed_to > ${seq})`.as('trimmed'),
    ])
    .executeTakeFirstOrThrow();
  return trimmed ? null : (JSON.parse(list) as { seq: number; identifier: string }[]);
}

/** Returns the media whose visibility changes between two days because a licence begins or has ended. */
export const listMediaChangingVisibility = (db: Db, from: string, to: string, graceDays: number) =>
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
