/** Writes cards in the background, a list at a time with pauses: even the first search then reads no row of the database. */
import { DAY } from '@fundus/contract/days';
import type { Portal } from '../../http/context.ts';
import { onCardsInvalidated, cacheCards } from './cards.ts';
import { listIdentifiersAfter, listUsedSince } from './repository.ts';

/** Number of cards written at a time: one page of results. */
const AT_ONCE = 24;
/** Pause between two lists, in which requests are served. */
const PAUSE_MS = 25;
/** Milliseconds without a change before cards are written: an import sends thousands of changes. */
const QUIET_MS = 3_000;
/** Maximum number of waiting media; more would not fit into the cache. */
const MAX_WAITING = 60_000;
const PAGE = 1_000;
/** Media used within this number of days come first. */
const USED_DAYS = 90;

/**
 * Writes cards of the whole catalogue as far as there is room, then of each changed medium. Returns a function that stops it. `quiet` is in
 * milliseconds.
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
