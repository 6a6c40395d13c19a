/** Decisions that can be undone until their mails are sent (docs/behaviour/mails.md#decisions). */
import { AppError } from '@fundus/contract/errors';
import { DECISION_SECONDS } from '@fundus/contract/mails/mails';
import type { Db } from '../../db/open.ts';
import { addJob, removeWaitingJobs, removeJob } from '../../jobs/repository.ts';
import { removeNotices } from './notice-repository.ts';
import type { DelayedMessages } from './write-mail.ts';

/** Job that runs when a decision becomes final. Until then, it stores what an undo restores. */
export const DECISION_JOB = 'decision';

type At = { db: Db; now: Date };
/**
 * `before` is the state that an undo restores. `known` is the state of which the recipient was last notified. It is older than `before` if the
 * messages of a previous decision were withdrawn.
 */
type States<B> = { before: B; known: B };
type Stored<B> = Pick<DelayedMessages, 'jobs' | 'notices'> & States<B> & { key: string };

/**
 * Makes a decision whose messages are sent after `DECISION_SECONDS`. `decide` passes `delayed` to the functions that write the messages. With
 * `replaces`, the messages of a previous decision on the same object are withdrawn, and `decide` notifies of the change since `known`. Otherwise the
 * messages of both are sent, and an undo reverses the later decision first.
 */
export async function makeUndoableDecision<B extends object>(
  { db, now }: At,
  key: string,
  before: B,
  decide: (delayed: DelayedMessages, known: B) => Promise<unknown>,
  { replaces = true } = {},
): Promise<void> {
  const previous = replaces ? ((await removeJob(db, DECISION_JOB, key)) as Stored<B> | undefined) : undefined;
  const known = previous && (await withdraw(db, previous)) ? previous.known : before;
  const delayed: DelayedMessages = { until: new Date(now.getTime() + DECISION_SECONDS * 1_000), jobs: [], notices: [] };
  await decide(delayed, known);
  const payload: Stored<B> = { key, before, known, jobs: delayed.jobs, notices: delayed.notices };
  await addJob(db, { kind: DECISION_JOB, payload, now, due: delayed.until });
}

/** Withdraws the messages of a decision. Throws `state_conflict` (`final`) if one of them was sent or the time is over. */
export async function undoDecision<B extends object>({ db }: At, key: string): Promise<States<B>> {
  const stored = (await removeJob(db, DECISION_JOB, key)) as Stored<B> | undefined;
  if (!stored || !(await withdraw(db, stored))) throw new AppError('state_conflict', { details: { reason: 'final' } });
  return { before: stored.before, known: stored.known };
}

/** Withdraws the messages of a decision that was reversed in another way, unless they were sent. */
export async function withdrawDecision({ db }: At, key: string): Promise<void> {
  const stored = (await removeJob(db, DECISION_JOB, key)) as Stored<object> | undefined;
  if (stored) await withdraw(db, stored);
}

/** Removes messages that were not sent. If one was already sent, keeps the notices and returns false. */
async function withdraw(db: Db, { jobs, notices }: Pick<DelayedMessages, 'jobs' | 'notices'>): Promise<boolean> {
  if ((await removeWaitingJobs(db, jobs)) < jobs.length) return false;
  await removeNotices(db, notices);
  return true;
}
