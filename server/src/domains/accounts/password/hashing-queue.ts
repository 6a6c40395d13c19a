/** A queue for CPU-bound work that limits running and waiting jobs and serves networks and accounts in turn. */
import { AppError } from '@fundus/contract/errors';
import { requireNoTransaction } from '../../../in-transaction.ts';

/** Options of a queue. `what` names the work in the error that is thrown inside a transaction. */
type QueueOptions = { what: string; atOnce: number; mostWaiting: number };

/** Origin of a job. Networks take turns, and so do the accounts of a network. */
export type Origin = { network: string; account: string };

type Job = { start: () => void; refuse: (error: AppError) => void };
type Accounts = Map<string, Job[]>;

/** Number of seconds after which a refused caller should retry. */
const RETRY_AFTER = 5;
const NO_ORIGIN: Origin = { network: '', account: '' };

/**
 * Returns a function that queues a job. Origins are served round-robin, so that a caller with many jobs delays only itself. If the queue is full, the
 * newest job of the origin with the most waiting jobs is refused with `unavailable`. Jobs must not be nested.
 */
export function createHashingQueue({
  what,
  atOnce,
  mostWaiting,
}: QueueOptions): <T>(work: () => Promise<T>, origin?: Origin) => Promise<T> {
  const waiting = new Map<string, Accounts>();
  let running = 0;
  let count = 0;

  const add = ({ network, account }: Origin, job: Job): void => {
    const accounts: Accounts = waiting.get(network) ?? new Map();
    waiting.set(network, accounts.set(account, [...(accounts.get(account) ?? []), job]));
    count += 1;
    if (count > mostWaiting)
      remove(longestOf(waiting), 'newest').refuse(new AppError('unavailable', { details: { retry_after: RETRY_AFTER } }));
  };

  /** Removes the oldest or newest job of an account. After its oldest job is removed, the account and its network move to the end of the rotation. */
  const remove = ({ network, account }: Origin, which: 'oldest' | 'newest'): Job => {
    const accounts = waiting.get(network)!;
    const jobs = accounts.get(account)!;
    const job = which === 'oldest' ? jobs.shift()! : jobs.pop()!;
    count -= 1;
    if (which === 'newest' && jobs.length > 0) return job;
    accounts.delete(account);
    if (jobs.length > 0) accounts.set(account, jobs);
    if (which === 'newest' && accounts.size > 0) return job;
    waiting.delete(network);
    if (accounts.size > 0) waiting.set(network, accounts);
    return job;
  };

  const startNext = (): void => {
    for (const [network, accounts] of waiting) for (const account of accounts.keys()) return remove({ network, account }, 'oldest').start();
    running -= 1;
  };

  return async (work, origin = NO_ORIGIN) => {
    requireNoTransaction(what);
    if (running < atOnce) running += 1;
    else await new Promise<void>((start, refuse) => add(origin, { start, refuse }));
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}

/** Returns the account with the most waiting jobs, in the network with the most waiting jobs. */
function longestOf(waiting: ReadonlyMap<string, Accounts>): Origin {
  const sizeOf = (accounts: Accounts): number => [...accounts.values()].reduce((sum, jobs) => sum + jobs.length, 0);
  const [network, accounts] = [...waiting].reduce((most, each) => (sizeOf(each[1]) > sizeOf(most[1]) ? each : most));
  const [account] = [...accounts].reduce((most, each) => (each[1].length >= most[1].length ? each : most));
  return { network, account };
}
