/** State of a step of the hourly maintenance. */
import { MAX_LOST } from './runner.ts';
import { ROUND, ROUTINE_LEASE, type listRoutines } from './routine-repository.ts';

type Row = Awaited<ReturnType<typeof listRoutines>>[number];

/** Returns whether a step is running. A lease that is longer than possible is ignored, because the clock was ahead when it was stored. */
export const isRunning = ({ leased_until }: Row, now: Date): boolean =>
  leased_until !== null && leased_until > now && leased_until.getTime() - now.getTime() <= 2 * ROUTINE_LEASE;

/** Returns whether a step is suspended after lost attempts. */
export const isRoutineSuspended = ({ lost_attempts, leased_until }: Row): boolean => lost_attempts >= MAX_LOST && leased_until === null;

export const hasFailed = (row: Row): boolean => row.error !== null || isRoutineSuspended(row);

/**
 * Returns the time of the next run, or `null` while the step runs. A time too far ahead was stored while the clock was ahead, so the step is due now.
 */
export function nextRunAt(row: Row, now: Date): Date | null {
  if (isRunning(row, now)) return null;
  return !isRoutineSuspended(row) && row.due_at.getTime() - now.getTime() > 2 * ROUND ? now : row.due_at;
}
