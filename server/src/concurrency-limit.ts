/** Queues for CPU-bound work: few tasks run at once, and callers take turns. */
import { AppError } from '@fundus/contract/errors';
import { currentCaller } from './caller.ts';
import { requireNoTransaction } from './in-transaction.ts';

type QueueOptions = {
  /** Name of the work for the error that is thrown inside a transaction. */
  what: string;
  concurrency: number;
  /** Maximum number of occupied places, including running tasks. A caller occupies at most `PLACES_PER_CALLER` of them. */
  places: number;
  /** Maximum number of tasks of one caller, including running tasks. */
  perCaller: number;
};

type Queue = <T>(task: () => Promise<T>) => Promise<T>;

const PLACES_PER_CALLER = 2;
/** Seconds after which a rejected caller may retry. */
const RETRY_AFTER = 5;

type CallerState = { running: number; waiting: (() => void)[]; lastStart: number };

/**
 * Returns a function that runs a task as soon as a slot is free. The next slot goes to the waiting caller with the fewest running tasks, then to the
 * caller served longest ago, so that a caller with many tasks delays each other caller by one task at most. Throws `unavailable` if the queue or the
 * caller's share is full. Must not be nested.
 */
export function createQueue({ what, concurrency, places, perCaller }: QueueOptions): Queue {
  const callers = new Map<string, CallerState>();
  let running = 0;
  let starts = 0;

  const tasksOf = (state: CallerState): number => state.running + state.waiting.length;
  const takenPlaces = (): number => [...callers.values()].reduce((sum, state) => sum + Math.min(PLACES_PER_CALLER, tasksOf(state)), 0);

  function requirePlace(state: CallerState): void {
    const tasks = tasksOf(state);
    if (tasks >= perCaller || (tasks < PLACES_PER_CALLER && takenPlaces() >= places))
      throw new AppError('unavailable', { details: { retry_after: RETRY_AFTER } });
  }

  function start(state: CallerState): void {
    running += 1;
    state.running += 1;
    state.lastStart = starts++;
  }

  function finish(key: string, state: CallerState): void {
    running -= 1;
    state.running -= 1;
    if (tasksOf(state) === 0) callers.delete(key);
    const next = nextCaller(callers.values());
    if (!next) return;
    start(next);
    next.waiting.shift()!();
  }

  return async (task) => {
    requireNoTransaction(what);
    const { key } = currentCaller();
    const state = callers.get(key) ?? { running: 0, waiting: [], lastStart: -1 };
    requirePlace(state);
    callers.set(key, state);
    if (running < concurrency) start(state);
    else await new Promise<void>((turn) => state.waiting.push(turn));
    try {
      return await task();
    } finally {
      finish(key, state);
    }
  };
}

function nextCaller(callers: Iterable<CallerState>): CallerState | undefined {
  let next: CallerState | undefined;
  for (const state of callers) {
    if (state.waiting.length === 0) continue;
    if (!next || state.running < next.running || (state.running === next.running && state.lastStart < next.lastStart)) next = state;
  }
  return next;
}
