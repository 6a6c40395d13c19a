/** Keeps this process's index in step with the database: tails the change log, builds anew where there is no snapshot (docs/behaviour/search.md#index). */
import { shiftDay, today } from '@fundus/contract/days';
import { SearchError, type Change } from '@fundus/search/api';
import type { Database } from '../../db/open.ts';
import { patiently } from '../../db/patience.ts';
import type { Portal } from '../../http/context.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import { keepSnapshot } from '../../search/keep-snapshot.ts';
import { forgetCards } from './cards.ts';
import { computeEmbeddings, type EmbeddingWorker } from './embed.ts';
import { describeMedia } from './index-records.ts';
import {
  changedAt,
  changesAfter,
  findIndexRows,
  findNewestChange,
  listIndexRowsAfter,
  listTurningMedia,
  type IndexRow,
} from './index-repository.ts';
import { findIdentifiers, findMeanRating, listReviewedAfter, listUsedSince } from './repository.ts';

/** Records that are put into the index together, fewer where they have many letters: what is done for each of their different words is done once. */
const TOGETHER = 20_000;
const LETTERS_TOGETHER = 30e6;
/** Changes whose numbers are read at a time. */
const PAGE = 10_000;
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
/** What the log says of a medium. */
type LoggedChange = { seq: number; identifier: string };

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

/** Applies changes to the index without waiting for the last ones: the next are read meanwhile. `applied` waits for all. */
function applyInTurn({ search }: Portal) {
  let before: Promise<void> = Promise.resolve();
  let last = before;
  return {
    /** Waits for those before the last ones, and until the pieces are read: two at a time keep all processors busy, and more would only need memory. */
    async apply(pieces: AsyncIterable<readonly Change[]>): Promise<void> {
      await before;
      before = last;
      await new Promise<void>((resolve, reject) => {
        const read = async function* () {
          for await (const piece of pieces) {
            forgetCards(
              search,
              piece.map(({ id }) => id),
            );
            yield piece;
          }
          resolve();
        };
        last = search.apply(read());
        // Where it fails nothing that comes after is read.
        last.then(resolve, reject);
      });
    },
    applied: async (): Promise<void> => void (await Promise.all([before, last])),
  };
}

/** Counts what is put into the index together. */
function createRoom() {
  let records = 0;
  let letters = 0;
  return {
    isFull: () => records >= TOGETHER || letters >= LETTERS_TOGETHER,
    add(changes: readonly Change[]): void {
      records += changes.length;
      for (const { record } of changes)
        for (const text of Object.values(record?.text ?? {}))
          letters += typeof text === 'string' ? text.length : text.reduce((sum, part) => sum + part.length, 0);
    },
  };
}

/** The next are read while those before are being taken in. Whether there was anything. */
async function applyNews(portal: Portal): Promise<boolean> {
  const before = portal.search.status().seq;
  let seq = before;
  const { apply, applied } = applyInTurn(portal);
  let mean: Mean;
  const readNews = async function* (first: readonly LoggedChange[], rated: number | null) {
    const room = createRoom();
    for (let changes = first; changes.length > 0; changes = await changesAfter(portal.db, seq, PAGE)) {
      for await (const piece of describeChanges(portal, changes, rated)) {
        room.add(piece);
        yield piece;
      }
      seq = changes.at(-1)!.seq;
      if (changes.length < PAGE || room.isFull()) return;
    }
  };
  for (;;) {
    const changes = await changesAfter(portal.db, seq, PAGE);
    if (changes.length === 0) {
      await applied();
      return seq > before;
    }
    if (mean === undefined) mean = await findMeanRating(portal.db);
    await apply(readNews(changes, mean));
  }
}

/** What the changed media are now, each once, in the order of their newest changes. */
async function* describeChanges(portal: Portal, changes: readonly LoggedChange[], mean: number | null): AsyncGenerator<Change[]> {
  const newest = [...new Map(changes.map(({ identifier, seq }) => [identifier, seq]))].sort((a, b) => a[1] - b[1]);
  for (let from = 0; from < newest.length; from += ROWS) {
    const piece = newest.slice(from, from + ROWS);
    const rows = await findIndexRows(
      portal.db,
      piece.map(([id]) => id),
    );
    const records = await describeMedia(portal, rows, mean);
    yield piece.map(([id, seq]) => ({ seq, id, record: records.get(id) ?? null }));
  }
}

/** Everything from the database, in the order of identifiers. Gives the mean of all reviews it was done with. */
export async function rebuild(portal: Portal): Promise<number | null> {
  const seq = await findNewestChange(portal.db);
  const mean = await findMeanRating(portal.db);
  await portal.search.renew();
  const { apply, applied } = applyInTurn(portal);
  let after: string | undefined = '';
  const readMedia = async function* () {
    for (const room = createRoom(); after !== undefined && !room.isFull();) {
      const rows: IndexRow[] = await listIndexRowsAfter(portal.db, after, ROWS);
      const piece = Array.from(await describeMedia(portal, rows, mean), ([id, record]) => ({ seq: 0, id, record }));
      room.add(piece);
      after = rows.at(-1)?.identifier;
      yield piece;
    }
  };
  while (after !== undefined) await apply(readMedia());
  await applied();
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
