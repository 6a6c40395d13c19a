/** Decisions that can be undone until their mails are sent (docs/behaviour/mails.md#decisions). */
import { AppError } from '@fundus/contract/errors';
import { DECISION_SECONDS } from '@fundus/contract/mails/mails';
import type { Db } from '../../db/open.ts';
import { addJob, removeWaiting, removeJob } from '../../jobs/repository.ts';
import { removeNotices } from './notice-repository.ts';
import type { Delayed } from './write-mail.ts';

/** Runs when a decision becomes final. Until then, the job holds what an undo restores. */
export const DECISION_JOB = 'decision';

type At = { db: Db; now: Date };
type Stored<B> = Pick<Delayed, 'jobs' | 'notices'> & { key: string; before: B };

/**
 * Makes a decision whose messages leave after `DECISION_SECONDS`. `decide` passes `delayed` to the functions that write them. `before` is what an undo
 * restores. With `replaces`, the messages of a previous decision on the same object are withdrawn; otherwise both are sent, and the later one is
 * undone first.
 */
export async function holdDecision<B extends object>(
  { db, now }: At,
  key: string,
  before: B,
  decide: (delayed: Delayed) => Promise<unknown>,
  { replaces = true } = {},
): Promise<void> {
  const previous = replaces ? ((await removeJob(db, DECISION_JOB, key)) as Stored<B> | undefined) : undefined;
  if (previous) await withdraw(db, previous);
  const delayed: Delayed = { until: new Date(now.getTime() + DECISION_SECONDS * 1_000), jobs: [], notices: [] };
  await decide(delayed);
  const payload: Stored<B> = { key, before, jobs: delayed.jobs, notices: delayed.notices };
  await addJob(db, { kind: DECISION_JOB, payload, now, due: delayed.until });
}

/** Withdraws the messages of a decision and returns what to restore. Throws `state_conflict` (`final`) if one was sent or the time is over. */
export async function undoDecision<B extends object>({ db }: At, key: string): Promise<B> {
  const stored = (await removeJob(db, DECISION_JOB, key)) as Stored<B> | undefined;
  if (!stored || !(await withdraw(db, stored))) throw new AppError('state_conflict', { details: { reason: 'final' } });
  return stored.before;
}

/** Returns false if a message was sent already. */
async function withdraw(db: Db, { jobs, notices }: Pick<Delayed, 'jobs' | 'notices'>): Promise<boolean> {
  await removeNotices(db, notices);
  return (await removeWaiting(db, jobs)) === jobs.length;
}
