/** Builds the search records of media from their data, files, licences, uses and reviews. */
import { readCues } from '@fundus/contract/captions/cue-blocks';
import { decodeEntities, splitTags } from '@fundus/contract/captions/cue-tags';
import { DAY } from '@fundus/contract/days';
import { mediaType } from '@fundus/contract/reference/media-types';
import { subjectAncestors, subjectLabel } from '@fundus/contract/reference/subjects';
import type { SearchRecord } from '@fundus/search/api';
import { readPlainText } from '@fundus/importer/markup-text';
import { text as readAll } from 'node:stream/consumers';
import type { Db } from '../../../db/open.ts';
import type { Portal } from '../../../http/context.ts';
import type { ValueField } from '../../../search/search-index.ts';
import {
  CATALOGUE,
  findIndexedLicences,
  holderToken,
  ownerScope,
  recordTokens,
  licenceTerms,
  usableTokens,
  type IndexedLicence,
  type LicenceTerms,
} from '../../licences/index.ts';
import { findEmbeddings } from './embedding-repository.ts';
import { findCaptions, type IndexRow } from './index-repository.ts';
import { meetsOf, usesOf } from '../present.ts';
import { findUpdatingDay } from './index-state-repository.ts';
import { indexingDay } from './index-turn.ts';
import { findMeanRating, findRatings, findUses } from '../repository.ts';

/** Basis for indexing: the day for which licences are evaluated, and the mean of all reviews. */
export type IndexBasis = { day: string; mean: number | null };

/** Reads the basis once for many media, because the mean is computed from all reviews. */
export async function findBasis({ db, now }: Portal): Promise<IndexBasis> {
  const mean = await findMeanRating(db);
  return { mean, day: indexingDay(await findUpdatingDay(db), now()) };
}

/** Returns the search records of the given media, by identifier. */
export async function describeMedia(
  portal: Portal<'embedder' | 'storage'>,
  rows: readonly IndexRow[],
  { day, mean }: IndexBasis,
): Promise<Map<string, SearchRecord>> {
  const licensed = rows.filter((row) => !row.free).map((row) => row.identifier);
  const { embedder } = portal;
  const identifiers = rows.map((row) => row.identifier);
  const [captions, licences, uses, ratings, embeddings] = await Promise.all([
    readCaptionTexts(portal, portal.db, identifiers),
    licensed.length ? findIndexedLicences(portal.db, licensed) : [],
    findUses(portal.db, identifiers),
    findRatings(portal.db, identifiers, mean),
    embedder ? findEmbeddings(portal.db, embedder.space, identifiers) : undefined,
  ]);
  const byMedium = Map.groupBy(licences, (licence) => licence.identifier);
  const terms = licenceTerms(portal.config);
  return new Map(
    rows.map((row) => {
      const own = byMedium.get(row.identifier) ?? [];
      const beside = {
        captions: captions.get(row.identifier) ?? '',
        used: uses.get(row.identifier) ?? 0,
        rated: ratings.get(row.identifier) ?? 0,
      };
      const record = searchRecord(row, own, beside, day, terms);
      const embedding = embeddings?.get(row.identifier);
      return [row.identifier, embedder && embedding ? { ...record, vector: { space: embedder.space, values: embedding } } : record];
    }),
  );
}

/** Adds the parent code `A` (school, grades 1 to 13) if a grade is given. */
const withSchools = (grades: readonly string[]): string[] => [
  ...new Set(grades.some((code) => code.startsWith('A(')) ? ['A', ...grades] : grades),
];

/** Returns the search record of a medium. If its contents change, `INDEX_VERSION` in search-index.ts must be increased. */
function searchRecord(
  row: IndexRow,
  licences: readonly IndexedLicence[],
  { captions, used, rated }: { captions: string; used: number; rated: number },
  day: string,
  terms: LicenceTerms,
): SearchRecord {
  const subjects = new Set(row.fn_geb.flatMap((code) => [...subjectAncestors(code), code]));
  const scopes = licences.map(ownerScope);
  const tokens = recordTokens(row, licences, day, terms);
  // A medium without licences gets an empty holder, so that it cannot be hidden by holder.
  const holders = licences.length > 0 ? new Set(licences.map(({ holder }) => holder)) : [''];
  return {
    id: row.identifier,
    language: row.fn_sprache.find((code) => /^[a-z]{2}$/.test(code)) ?? 'de',
    text: {
      fn_titel: row.fn_titel,
      fn_schlag: row.fn_schlag,
      // ISBN, EAN and DOI are searchable as stored.
      subjects: [...[...subjects].map(subjectLabel), ...[row.isbn, row.ean, row.doi].flatMap((number) => number ?? [])],
      fn_kurztext: readPlainText(row.fn_kurztext),
      fn_prodname: row.fn_prodname,
      fn_text: readPlainText(row.fn_text),
      // Titles of parts are searched together with the spoken text.
      captions: [...row.part_titles, captions],
    },
    values: {
      // Parent codes are included, so that they appear as filter values even if no medium has them itself.
      fn_geb: [...subjects],
      fn_sprache: row.fn_sprache,
      fn_typ: [row.fn_typ],
      fn_adressat: withSchools(row.fn_adressat),
      fn_schlag: row.fn_schlag,
      fn_prodname: row.fn_prodname ? [row.fn_prodname] : [],
      kind: [mediaType(row.fn_typ).kind],
      meets: meetsOf(row),
      minutes: row.duration === null ? [] : [String(Math.max(1, Math.ceil(row.duration / 60)))],
      lizenz: row.own ? ['school'] : row.free ? ['free'] : scopes.length ? [...new Set(scopes)] : ['none'],
    } satisfies Record<ValueField, readonly string[]>,
    numbers: { published: Math.floor(Date.parse(row.published) / DAY), used, rated, recommended: row.recommended ? 1 : 0 },
    visible: [
      ...tokens,
      ...usableTokens(row, usesOf(row), licences, day, terms),
      ...(tokens.includes(CATALOGUE) ? Array.from(holders, holderToken) : []),
    ],
  };
}

/** Returns the words of a WebVTT or SubRip file without times, notes and tags, and the position of each cue in this text. */
export function cuesIn(vtt: string): { text: string; times: { from: number; start: number }[] } {
  const times: { from: number; start: number }[] = [];
  let text = '';
  for (const { lines, start } of readCues(vtt).cues) {
    const words = lines.map(plainLine).join(' ').replace(/\s+/g, ' ').trim();
    if (words === '') continue;
    if (text !== '') text += ' ';
    times.push({ from: text.length, start });
    text += words;
  }
  return { text, times };
}

const plainLine = (line: string): string =>
  splitTags(line)
    .map((piece) => ('text' in piece ? decodeEntities(piece.text) : ''))
    .join('');

/** Returns the words of a WebVTT or SubRip file. */
export const spokenIn = (vtt: string): string => cuesIn(vtt).text;

/** Maximum number of characters of spoken text per medium in the index, which is enough for twenty hours of film. */
const MAX_SPOKEN = 1_000_000;

/** Returns the spoken text of media, read from their caption files. Missing files are ignored. */
async function readCaptionTexts({ storage }: Portal<'storage'>, db: Db, identifiers: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (identifiers.length === 0) return texts;
  for (const { identifier, path } of await findCaptions(db, identifiers)) {
    const before = texts.get(identifier) ?? '';
    if (before.length >= MAX_SPOKEN || !(await storage.stat(path))) continue;
    const content = await readAll(storage.read(path));
    texts.set(identifier, `${before} ${spokenIn(content)}`.slice(0, MAX_SPOKEN));
  }
  return texts;
}
