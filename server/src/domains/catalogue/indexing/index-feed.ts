/**
 * Keeps the index of this process up to date by following the change log. The index is rebuilt if there is no snapshot
 * (docs/behaviour/search.md#index).
 */
import { DAY, today } from '@fundus/contract/days';
import { SearchError, type Change } from '@fundus/search/api';
import type { Database } from '../../../db/open.ts';
import { withLongLimit } from '../../../db/patience.ts';
import type { Portal } from '../../../http/context.ts';
import { trimLog } from '../../../search/change-log-repository.ts';
import { makeSnapshotSaver } from '../../../search/save-snapshot.ts';
import { invalidateCards } from '../cards.ts';
import { computeEmbeddings, type EmbeddingWorker } from './embed.ts';
import { describeMedia, findBasis, type IndexBasis } from './index-records.ts';
import { changesAfter, findIndexRows, findNewestChange, listIndexRowsAfter, type IndexRow } from './index-repository.ts';
import { logDailyChanges } from './index-turn.ts';
import { findIdentifiers } from '../repository.ts';

/** Maximum number of records in a batch. `LETTERS_TOGETHER` is the maximum number of characters. Large batches share the work per distinct word. */
const TOGETHER = 20_000;
const LETTERS_TOGETHER = 30e6;
/** Number of changes that are read at a time. */
const PAGE = 10_000;
/** Number of rows that are read at a time. Other queries run in between on the single connection of the embedded database. */
const ROWS = 1_000;
const LOOK_EVERY = 500;
/** Milliseconds until the daily update is retried if it failed or another process holds the lease. */
const RETRY_TURN = 10_000;

export type Follower = {
  /** Resolves when all changes that were committed before the call are in the index. */
  catchUp: () => Promise<void>;
  /** Worker that computes embeddings, or `null` if there is no language model. */
  embeddings: EmbeddingWorker | null;
  /** Starts the daily updates if `holdDays` was set. */
  followDays: () => void;
  stop: () => Promise<void>;
};

/**
 * Starts following the change log, on notification or every 500 ms. With the embedded database, changes are applied when `catchUp` is called. With
 * `holdDays`, daily updates start only when `followDays` is called.
 */
export async function followChanges(
  portal: Portal<'embedder' | 'search' | 'storage'>,
  database: Database,
  { holdDays = false } = {},
): Promise<Follower> {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  let quiet = false;
  /** Logs an outage once instead of twice a second, because a remote index may be unavailable for hours. */
  const logOnce = (error: unknown): void => {
    if (!quiet) portal.log.error({ err: error }, 'index feed');
    quiet = isAway(error);
  };
  const catchUp = (): Promise<void> => {
    running = running
      .then(async () => {
        busy = true;
        if (!begun || isGone(portal)) await withLongLimit(begin);
        const changed = await withLongLimit(() => applyNews(portal, stopping.signal));
        if (changed) embeddings?.wake();
        quiet = false;
      })
      .catch(logOnce)
      .finally(() => (busy = false));
    return running;
  };
  const embeddings = portal.embedder && computeEmbeddings(portal, portal.embedder, catchUp);
  const stopping = new AbortController();
  let begun = false;
  /** Connects to the index and rebuilds it if necessary. Runs at the start and when a cluster index becomes reachable late or was deleted. */
  const begin = async (): Promise<void> => {
    if (!(await portal.search.reach())) throw new SearchError('unavailable', 'the search index cannot be reached');
    if (portal.search.status().seq === 0 || isGone(portal)) await rebuild(portal);
    begun = true;
  };
  try {
    await begin();
    await applyNews(portal, stopping.signal);
  } catch (error) {
    if (!isAway(error)) throw error;
    logOnce(error);
  }
  const stopListening = await database.onNotify('media_change', () => void catchUp());
  const keep = makeSnapshotSaver(portal.search, portal.log);
  const days = followDays(portal, catchUp, stopping.signal);
  const timer = setInterval(() => {
    keep();
    days.look();
    if (!busy && (database.engine === 'postgres' || portal.search.status().cluster)) void catchUp();
  }, LOOK_EVERY);
  embeddings?.wake();
  if (!holdDays) days.begin();
  return {
    catchUp,
    embeddings,
    followDays: days.begin,
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await days.ended();
      await embeddings?.stop();
      await stopListening();
      await running;
    },
  };
}

/** Returns whether an error means that the index is unavailable. The portal continues to run and retries. */
const isAway = (error: unknown): boolean => error instanceof SearchError && error.code !== 'bad_query';

const isGone = ({ search }: Portal<'search'>): boolean => search.status().cluster?.built === false;

/** An entry of the change log. */
type LoggedChange = { seq: number; identifier: string };

/** Returns the daily update, which runs once at the start and then after each midnight. */
function followDays(portal: Portal, catchUp: () => Promise<void>, stopped: AbortSignal) {
  let following = false;
  let turned: string | undefined;
  let turning: Promise<void> | undefined;
  let nextTry = 0;
  const turn = async (day: string): Promise<void> => {
    try {
      if (await withLongLimit(() => logDailyChanges(portal, stopped))) {
        turned = day;
        await catchUp();
      } else nextTry = performance.now() + RETRY_TURN;
    } catch (error) {
      nextTry = performance.now() + RETRY_TURN;
      portal.log.error({ err: error }, 'daily index update failed');
    }
  };
  return {
    begin: (): void => void (following = true),
    look(): void {
      const day = today(portal.now());
      if (!following || turning || day === turned || performance.now() < nextTry) return;
      turning = turn(day).finally(() => (turning = undefined));
    },
    ended: (): Promise<void> => turning ?? Promise.resolve(),
  };
}

/** Returns functions that apply changes while the next batch is read. `applied` waits until all batches are applied. */
function applyInTurn({ search }: Portal<'search'>) {
  let before: Promise<void> = Promise.resolve();
  let last = before;
  return {
    /**
     * Waits until all batches except the last are applied and the pieces are read. Two batches at a time keep all processors busy; more would only
     * use memory.
     */
    async apply(pieces: AsyncIterable<readonly Change[]>): Promise<void> {
      await before;
      before = last;
      await new Promise<void>((resolve, reject) => {
        const read = async function* () {
          for await (const piece of pieces) {
            invalidateCards(
              search,
              piece.map(({ id }) => id),
            );
            yield piece;
          }
          resolve();
        };
        last = search.apply(read());
        // If applying fails, no further piece is read.
        last.then(resolve, reject);
      });
    },
    applied: async (): Promise<void> => void (await Promise.all([before, last])),
  };
}

/** Returns a counter that limits a batch by number of records and characters. */
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

/** Applies new changes until `stopped` is aborted. The next changes are read while the previous ones are indexed. Returns whether there were any. */
async function applyNews(portal: Portal<'embedder' | 'search' | 'storage'>, stopped?: AbortSignal): Promise<boolean> {
  const before = portal.search.status().seq;
  let seq = before;
  const { apply, applied } = applyInTurn(portal);
  let basis: IndexBasis | undefined;
  const readNews = async function* (first: readonly LoggedChange[], stands: IndexBasis) {
    const room = createRoom();
    for (let changes: readonly LoggedChange[] | null = first; changes?.length; changes = await changesAfter(portal.db, seq, PAGE)) {
      for await (const piece of describeChanges(portal, changes, stands)) {
        room.add(piece);
        yield piece;
        // Pieces arrive in the order of the log, so there is no gap in what was applied.
        if (stopped?.aborted) return;
      }
      seq = changes.at(-1)!.seq;
      if (changes.length < PAGE || room.isFull()) return;
    }
  };
  for (;;) {
    const changes = stopped?.aborted ? [] : await changesAfter(portal.db, seq, PAGE);
    if (changes === null) {
      // The log was trimmed beyond the position of this index.
      await applied();
      await rebuild(portal);
      return true;
    }
    if (changes.length === 0) {
      await applied();
      return seq > before;
    }
    basis ??= await findBasis(portal);
    await apply(readNews(changes, basis));
  }
}

/** Yields the current state of each changed medium once, in the order of their newest changes. */
async function* describeChanges(
  portal: Portal<'embedder' | 'storage'>,
  changes: readonly LoggedChange[],
  basis: IndexBasis,
): AsyncGenerator<Change[]> {
  const newest = [...new Map(changes.map(({ identifier, seq }) => [identifier, seq]))].sort((a, b) => a[1] - b[1]);
  for (let from = 0; from < newest.length; from += ROWS) {
    const piece = newest.slice(from, from + ROWS);
    const rows = await findIndexRows(
      portal.db,
      piece.map(([id]) => id),
    );
    const records = await describeMedia(portal, rows, basis);
    yield piece.map(([id, seq]) => ({ seq, id, record: records.get(id) ?? null }));
  }
}

/** Rebuilds the index from the database, sorted by identifier. */
export async function rebuild(portal: Portal<'embedder' | 'search' | 'storage'>): Promise<void> {
  const seq = await findNewestChange(portal.db);
  const basis = await findBasis(portal);
  await portal.search.renew();
  const { apply, applied } = applyInTurn(portal);
  let after: string | undefined = '';
  const readMedia = async function* () {
    for (const room = createRoom(); after !== undefined && !room.isFull();) {
      const rows: IndexRow[] = await listIndexRowsAfter(portal.db, after, ROWS);
      const piece = Array.from(await describeMedia(portal, rows, basis), ([id, record]) => ({ seq: 0, id, record }));
      room.add(piece);
      after = rows.at(-1)?.identifier;
      yield piece;
    }
  };
  while (after !== undefined) await apply(readMedia());
  await applied();
  await removeVanished(portal);
  if (seq > 0) await applyNewest(portal, seq, basis);
  await portal.search.save();
}

/** Number of days that the change log covers. A process that was stopped for longer rebuilds its index. */
const LOG_DAYS = 7;

/** Removes old entries from the change log. Runs hourly. */
export async function trimChanges({ db }: Portal, { now }: { now: Date }): Promise<void> {
  while ((await trimLog(db, new Date(now.getTime() - LOG_DAYS * DAY), PAGE)) === PAGE);
}

/** Removes media from the index that no longer exist in the database. */
async function removeVanished({ search, db }: Portal<'search'>): Promise<void> {
  for (let after = ''; ;) {
    const known = await search.ids({ after, limit: PAGE });
    const last = known.at(-1);
    if (last === undefined) return;
    const there = new Set((await findIdentifiers(db, known)).map((row) => row.identifier));
    const deleted = known.filter((id) => !there.has(id));
    if (deleted.length) await search.apply(deleted.map((id) => ({ seq: 0, id, record: null })));
    after = last;
  }
}

/** Applies the newest change again, which sets the position of the index in the log. */
async function applyNewest(portal: Portal<'embedder' | 'search' | 'storage'>, seq: number, basis: IndexBasis): Promise<void> {
  const [change] = (await changesAfter(portal.db, seq - 1, 1)) ?? [];
  if (!change) return;
  const records = await describeMedia(portal, await findIndexRows(portal.db, [change.identifier]), basis);
  await portal.search.apply([{ seq, id: change.identifier, record: records.get(change.identifier) ?? null }]);
}
