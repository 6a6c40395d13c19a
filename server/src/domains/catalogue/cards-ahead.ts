/** Fills the cache of cards in the background, in small batches with pauses. Even the first search then needs no database query. */
import { DAY } from '@fundus/contract/days';
import type { Portal } from '../../http/context.ts';
import { onCardsInvalidated, cacheCards } from './cards.ts';
import { listIdentifiersAfter, listUsedSince } from './repository.ts';

/** Number of cards per batch, which is one page of results. */
const AT_ONCE = 24;
/** Pause in milliseconds between two batches, in which requests are served. */
const PAUSE_MS = 25;
/** Milliseconds without a change before changed cards are cached, because an import causes thousands of changes. */
const QUIET_MS = 3_000;
/** Maximum number of queued media. More cards would not fit into the cache. */
const MAX_WAITING = 60_000;
const PAGE = 1_000;
/** Media that were used within this number of days are cached first. */
const USED_DAYS = 90;

/**
 * Caches the cards of the whole catalogue until the cache is full, and then those of changed media. `quiet` is in milliseconds. Returns a function
 * that stops the process.
 */
export function cacheCardsInBackground(portal: Portal<'search'>, quiet = QUIET_MS): () => Promise<void> {
  const { db, search } = portal;
  const waiting = new Set<string>();
  const wait = (identifiers: readonly string[]): void => {
    for (const identifier of identifiers) if (waiting.size < MAX_WAITING) waiting.add(identifier);
  };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const run = (work: () => Promise<void>): void => {
    running = work().catch((error: unknown) => {
      waiting.clear();
      portal.log.warn({ err: error }, 'cards ahead');
    });
  };
  const scheduleNext = (after: number): void => {
    clearTimeout(timer);
    if (!stopped && waiting.size > 0) timer = setTimeout(() => run(writeSome), after).unref();
  };
  const writeSome = async (): Promise<void> => {
    const identifiers: string[] = [];
    for (const identifier of waiting) {
      if (identifiers.length === AT_ONCE) break;
      identifiers.push(identifier);
      waiting.delete(identifier);
    }
    if (!(await cacheCards(portal, identifiers))) waiting.clear();
    scheduleNext(PAUSE_MS);
  };
  const begin = async (): Promise<void> => {
    const used = await listUsedSince(db, new Date(portal.now().getTime() - USED_DAYS * DAY), MAX_WAITING);
    wait(used.map(({ identifier }) => identifier));
    for (let after: string | undefined = ''; after !== undefined && waiting.size < MAX_WAITING && !stopped;) {
      const identifiers: string[] = await listIdentifiersAfter(db, after, PAGE);
      wait(identifiers);
      after = identifiers.at(-1);
    }
    scheduleNext(PAUSE_MS);
  };

  onCardsInvalidated(search, (identifiers) => {
    wait(identifiers);
    scheduleNext(quiet);
  });
  run(begin);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
