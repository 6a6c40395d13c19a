/** Cards are written before anybody asks for them, a list at a time and with pauses: a search nobody asked before then needs no row of the database either. */
import { DAY } from '@fundus/contract/days';
import type { Portal } from '../../http/context.ts';
import { hearForgotten, keepWritten } from './cards.ts';
import { listIdentifiersAfter, listUsedSince } from './repository.ts';

/** Cards written at a time, as many as a search shows. */
const AT_ONCE = 24;
/** Between two lists others have their turn. */
const PAUSE_MS = 25;
/** Where a catalogue is filled, changes come in thousands: nothing is written before there were none for so long. */
const QUIET_MS = 3_000;
/** More than fit into what is kept. */
const MAX_WAITING = 60_000;
const PAGE = 1_000;
/** What was used in these days comes first. */
const USED_DAYS = 90;

/** Begins with the whole catalogue, as far as there is room, and goes on with what changes. Gives what ends it. `quiet` in milliseconds. */
export function writeCardsAhead(portal: Portal, quiet = QUIET_MS): () => Promise<void> {
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
  const goOn = (after: number): void => {
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
    if (!(await keepWritten(portal, identifiers))) waiting.clear();
    goOn(PAUSE_MS);
  };
  const begin = async (): Promise<void> => {
    const used = await listUsedSince(db, new Date(portal.now().getTime() - USED_DAYS * DAY), MAX_WAITING);
    wait(used.map(({ identifier }) => identifier));
    for (let after: string | undefined = ''; after !== undefined && waiting.size < MAX_WAITING && !stopped;) {
      const identifiers: string[] = await listIdentifiersAfter(db, after, PAGE);
      wait(identifiers);
      after = identifiers.at(-1);
    }
    goOn(PAUSE_MS);
  };

  hearForgotten(search, (identifiers) => {
    wait(identifiers);
    goOn(quiet);
  });
  run(begin);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
