/** Few at once, few waiting behind them: for work that takes the processor of everybody. */
import { AppError } from '@fundus/contract/errors';
import { refuseInTransaction } from './in-transaction.ts';

/** `what` names the work where it is begun inside of a transaction. */
type Line = { what: string; atOnce: number; mostWaiting: number };

/** Seconds after which whoever finds the line full may come again. */
const RETRY_AFTER = 5;

/** Gives a function that does some work when it is its turn. Not to be nested. Throws `unavailable` where too many wait. */
export function makeLine({ what, atOnce, mostWaiting }: Line): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    refuseInTransaction(what);
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new AppError('unavailable', { details: { retry_after: RETRY_AFTER } });
      await new Promise<void>((turn) => waiting.push(turn));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
