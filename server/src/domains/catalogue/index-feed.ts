/** Keeps this process's index in step with the database: tails the change log, builds anew where there is no snapshot (docs/behaviour/search.md#index). */
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { mediaType } from '@fundus/contract/reference/media-types';
import { subjectAncestors, subjectLabel } from '@fundus/contract/reference/subjects';
import { SearchError, type Change, type SearchRecord } from '@fundus/search/api';
import { text as readAll } from 'node:stream/consumers';
import type { Database, Db } from '../../db/open.ts';
import { patiently } from '../../db/patience.ts';
import type { Portal } from '../../http/context.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import { keepSnapshot } from '../../search/keep-snapshot.ts';
import type { ValueField } from '../../search/search-index.ts';
import {
  CATALOGUE,
  findHolders,
  findLicences,
  holderToken,
  ownerScope,
  recordTokens,
  termsOf,
  type LicenceRow,
  type LicenceTerms,
} from '../licences/index.ts';
import { forgetCards } from './cards.ts';
import { computeEmbeddings, type EmbeddingWorker } from './embed.ts';
import { findEmbeddings } from './embedding-repository.ts';
import { meetsOf } from './present.ts';
import {
  changedAt,
  changesAfter,
  findCaptions,
  findIdentifiers,
  findIndexRows,
  findMeanRating,
  findRatings,
  findUses,
  listIndexRowsAfter,
  findNewestChange,
  listReviewedAfter,
  listTurningMedia,
  listUsedSince,
  type IndexRow,
} from './repository.ts';

/** Records that are put into the index together. */
const PAGE = 5_000;
/** Rows that are read at a time: others get their turn between, at the one connection of the embedded database and in this thread. */
const ROWS = 1_000;
const LOOK_EVERY = 500;

export type Follower = {
  /** Resolves when everything committed before the call is in the index. */
  catchUp: () => Promise<void>;
  /** Works out the embeddings of media for a language model; null where there is none. */
  embeddings: EmbeddingWorker | null;
  stop: () => Promise<void>;
};

/** Starts following: a notification or a look every 500 ms; in the embedded portal a call of `catchUp`. */
export async function followChanges(portal: Portal, database: Database): Promise<Follower> {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  let quiet = false;
  /** Once, not twice a second: an index that is elsewhere may be away for hours. */
  const tell = (error: unknown): void => {
    if (!quiet) portal.log.error({ err: error }, 'index feed');
    quiet = isAway(error);
  };
  const catchUp = (): Promise<void> => {
    running = running
      .then(async () => {
        busy = true;
        if (!begun || isGone(portal)) await patiently(begin);
        const changed = await patiently(() => applyNews(portal));
        if (changed) embeddings?.wake();
        quiet = false;
      })
      .catch(tell)
      .finally(() => (busy = false));
    return running;
  };
  const embeddings = portal.embedder && computeEmbeddings(portal, portal.embedder, catchUp);
  let day = today(portal.now());
  let mean: Mean;
  let begun = false;
  /** At the start, and where an index that is elsewhere comes late or is gone: otherwise the log tells everything. */
  const begin = async (): Promise<void> => {
    if (!(await portal.search.reach())) throw new SearchError('unavailable', 'the search index cannot be reached');
    const kept = portal.search.status().seq;
    if (kept === 0 || isGone(portal)) mean = await rebuild(portal);
    // What was kept knows nothing of the days that turned while nobody followed, nor of the mean of all reviews.
    else mean = await followTurnOfDay(portal, shiftDay(today((await changedAt(portal.db, kept)) ?? new Date(0)), -1), day, undefined);
    begun = true;
  };
  try {
    await begin();
    await applyNews(portal);
  } catch (error) {
    if (!isAway(error)) throw error;
    tell(error);
  }
  const stopListening = await database.onNotify('media_change', () => void catchUp());
  const keep = keepSnapshot(portal.search, portal.log);
  const timer = setInterval(() => {
    keep();
    const now = today(portal.now());
    if (now !== day) {
      const since = day;
      day = now;
      // What fails is tried again at the next look.
      followTurnOfDay(portal, since, now, mean).then(
        (stands) => {
          mean = stands;
          return catchUp();
        },
        (error: unknown) => {
          day = since;
          portal.log.error({ err: error }, 'turn of the day');
        },
      );
    } else if (!busy && (database.engine === 'postgres' || portal.search.status().cluster)) void catchUp();
  }, LOOK_EVERY);
  embeddings?.wake();
  return {
    catchUp,
    embeddings,
    stop: async () => {
      clearInterval(timer);
      await embeddings?.stop();
      await stopListening();
      await running;
    },
  };
}

/** Nothing is wrong with the portal: it goes on, and tries again. */
const isAway = (error: unknown): boolean => error instanceof SearchError && error.code !== 'bad_query';

const isGone = ({ search }: Portal): boolean => search.status().cluster?.built === false;

/** Media whose use is counted anew at the turn of a day. */
const MOST_USED = 50_000;

/** The mean of all reviews by which the reviewed media stand in the index; null without any, undefined where nobody knows. */
type Mean = number | null | undefined;
/** By less than this the mean moves no medium past another that one would notice. */
const SAME_MEAN = 0.01;

const hasMoved = (from: Mean, to: number | null): boolean =>
  typeof from === 'number' && to !== null ? Math.abs(to - from) > SAME_MEAN : from !== to;

/**
 * Logs every medium whose licence began or ended between two days, those that were used, and, where the mean of all reviews has moved, those
 * that were reviewed. Gives the mean by which these stand in the index then.
 */
async function followTurnOfDay(portal: Portal, since: string, now: string, before: Mean): Promise<Mean> {
  const { db } = portal;
  const log = (identifiers: string[]) => db.transaction().execute((trx) => logChanges(trx, identifiers));
  const rows = await listTurningMedia(db, shiftDay(since, 1), now, portal.config.licenceGraceDays);
  const used = await listUsedSince(db, new Date(`${shiftDay(since, -1)}T00:00:00Z`), MOST_USED);
  await log([...new Set([...rows, ...used].map((row) => row.identifier))]);
  const mean = await findMeanRating(db);
  if (!hasMoved(before, mean)) return before;
  for (let after: string | undefined = ''; after !== undefined;) {
    const reviewed: string[] = await listReviewedAfter(db, after, PAGE);
    await log(reviewed);
    after = reviewed.at(-1);
  }
  return mean;
}

/** The next page is read while the one before is being taken in. Whether there was anything. */
async function applyNews(portal: Portal): Promise<boolean> {
  const before = portal.search.status().seq;
  let seq = before;
  let applying: Promise<void> = Promise.resolve();
  let mean: Mean;
  for (;;) {
    const changes = await changesAfter(portal.db, seq, PAGE);
    if (changes.length === 0) {
      await applying;
      return seq > before;
    }
    if (mean === undefined) mean = await findMeanRating(portal.db);
    const newest = new Map(changes.map((change) => [change.identifier, change.seq]));
    const records = new Map<string, SearchRecord>();
    const identifiers = [...newest.keys()];
    for (let from = 0; from < identifiers.length; from += ROWS) {
      const rows = await findIndexRows(portal.db, identifiers.slice(from, from + ROWS));
      for (const [id, record] of await describeMedia(portal, rows, mean)) records.set(id, record);
    }
    await applying;
    forgetCards(portal.search, newest.keys());
    applying = portal.search.apply(
      [...newest].sort((a, b) => a[1] - b[1]).map(([id, number]) => ({ seq: number, id, record: records.get(id) ?? null })),
    );
    seq = changes.at(-1)?.seq ?? seq;
  }
}

/** Everything from the database, in the order of identifiers. Gives the mean of all reviews it was done with. */
export async function rebuild(portal: Portal): Promise<number | null> {
  const seq = await findNewestChange(portal.db);
  const mean = await findMeanRating(portal.db);
  await portal.search.renew();
  let applying: Promise<void> = Promise.resolve();
  let page: Change[] = [];
  const apply = async (): Promise<void> => {
    await applying;
    applying = portal.search.apply(page);
    page = [];
  };
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: IndexRow[] = await listIndexRowsAfter(portal.db, after, ROWS);
    for (const [id, record] of await describeMedia(portal, rows, mean)) page.push({ seq: 0, id, record });
    after = rows.at(-1)?.identifier;
    if (page.length >= PAGE) await apply();
  }
  await apply();
  await applying;
  await removeVanished(portal);
  if (seq > 0) await applyNewest(portal, seq, mean);
  await portal.search.save();
  return mean;
}

/** Takes out of the index what the database no longer holds. */
async function removeVanished({ search, db }: Portal): Promise<void> {
  for (let after = ''; ;) {
    const known = await search.ids({ after, limit: PAGE });
    const last = known.at(-1);
    if (last === undefined) return;
    const there = new Set((await findIdentifiers(db, known)).map((row) => row.identifier));
    const gone = known.filter((id) => !there.has(id));
    if (gone.length) await search.apply(gone.map((id) => ({ seq: 0, id, record: null })));
    after = last;
  }
}

/** The number that says "up to here" arrives with the change that bears it. */
async function applyNewest(portal: Portal, seq: number, mean: number | null): Promise<void> {
  const [change] = await changesAfter(portal.db, seq - 1, 1);
  if (!change) return;
  const records = await describeMedia(portal, await findIndexRows(portal.db, [change.identifier]), mean);
  await portal.search.apply([{ seq, id: change.identifier, record: records.get(change.identifier) ?? null }]);
}

/** Media as they should be in the index. */
export async function describeMedia(portal: Portal, rows: readonly IndexRow[], mean: number | null): Promise<Map<string, SearchRecord>> {
  const licensed = rows.filter((row) => !row.free).map((row) => row.identifier);
  const { embedder } = portal;
  const identifiers = rows.map((row) => row.identifier);
  const [captions, licences, holders, uses, ratings, embeddings] = await Promise.all([
    readCaptionTexts(portal, portal.db, identifiers),
    licensed.length ? findLicences(portal.db, licensed) : [],
    findHolders(portal.db, licensed),
    findUses(portal.db, identifiers),
    findRatings(portal.db, identifiers, mean),
    embedder ? findEmbeddings(portal.db, embedder.space, identifiers) : undefined,
  ]);
  const byMedium = Map.groupBy(licences, (licence) => licence.identifier);
  const day = today(portal.now());
  const terms = termsOf(portal.config);
  return new Map(
    rows.map((row) => {
      const own = byMedium.get(row.identifier) ?? [];
      const beside = {
        captions: captions.get(row.identifier) ?? '',
        used: uses.get(row.identifier) ?? 0,
        rated: ratings.get(row.identifier) ?? 0,
        holders: holders.get(row.identifier) ?? [''],
      };
      const record = searchRecord(row, own, beside, day, terms);
      const embedding = embeddings?.get(row.identifier);
      return [row.identifier, embedder && embedding ? { ...record, vector: { space: embedder.space, values: embedding } } : record];
    }),
  );
}

/** `A` (school, grades 1 to 13) stands above its grades. */
const withSchools = (grades: readonly string[]): string[] => [
  ...new Set(grades.some((code) => code.startsWith('A(')) ? ['A', ...grades] : grades),
];

/** A medium as the index sees it. When this changes, raise `INDEX_VERSION` in search-index.ts. */
function searchRecord(
  row: IndexRow,
  licences: readonly LicenceRow[],
  { captions, used, rated, holders }: { captions: string; used: number; rated: number; holders: readonly string[] },
  day: string,
  terms: LicenceTerms,
): SearchRecord {
  const subjects = new Set(row.fn_geb.flatMap((code) => [...subjectAncestors(code), code]));
  const scopes = licences.map(ownerScope);
  const tokens = recordTokens(row, licences, day, terms);
  return {
    id: row.identifier,
    language: row.fn_sprache.find((code) => /^[a-z]{2}$/.test(code)) ?? 'de',
    text: {
      fn_titel: row.fn_titel,
      fn_schlag: row.fn_schlag,
      // Numbers of the work are found as they are kept.
      subjects: [...[...subjects].map(subjectLabel), ...[row.isbn, row.ean, row.doi].flatMap((number) => number ?? [])],
      fn_kurztext: row.fn_kurztext,
      fn_prodname: row.fn_prodname,
      fn_text: row.fn_text.replace(/<[^>]*>/g, ' '),
      captions,
    },
    values: {
      // With the codes above, so that they are counted and offered even where no medium carries them itself.
      fn_geb: [...subjects],
      fn_sprache: row.fn_sprache,
      fn_typ: [row.fn_typ],
      fn_adressat: withSchools(row.fn_adressat),
      fn_schlag: row.fn_schlag,
      fn_prodname: row.fn_prodname ? [row.fn_prodname] : [],
      kind: [mediaType(row.fn_typ).kind],
      meets: meetsOf(row),
      lizenz: row.own ? ['school'] : row.free ? ['free'] : scopes.length ? [...new Set(scopes)] : ['none'],
    } satisfies Record<ValueField, readonly string[]>,
    numbers: { published: Math.floor(Date.parse(row.published) / DAY), used, rated, recommended: row.recommended ? 1 : 0 },
    visible: tokens.includes(CATALOGUE) ? [...tokens, ...holders.map(holderToken)] : tokens,
  };
}

const CUE_LINES = /^(WEBVTT.*|NOTE.*|STYLE|REGION.*|\d+|.*-->.*)$/gm;

/** Spoken text by medium, out of its caption files. A missing file is no text. */
async function readCaptionTexts({ storage }: Portal, db: Db, identifiers: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (identifiers.length === 0) return texts;
  for (const { identifier, path } of await findCaptions(db, identifiers)) {
    if (!(await storage.stat(path))) continue;
    const content = await readAll(storage.read(path));
    texts.set(
      identifier,
      `${texts.get(identifier) ?? ''} ${content
        .replace(CUE_LINES, ' ')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')}`,
    );
  }
  return texts;
}
