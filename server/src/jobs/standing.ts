/** State of a step of the hourly routine. */
import { MAX_LOST } from './runner.ts';
import { ROUND, ROUTINE_LEASE, type listRoutines } from './routine-repository.ts';

type Row = Awaited<ReturnType<typeof listRoutines>>[number];

/** Returns whether a step is running. A lease longer than possible was written while the clock was ahead. */
export const isRunning = ({ leased_until }: Row, now: Date): boolean =>
  leased_until !== null && leased_until > now && leased_until.getTime() - now.getTime() <= 2 * ROUTINE_LEASE;

/** Returns whether a step is suspended after lost attempts. */
export const rests = ({ lost_attempts, leased_until }: Row): boolean => lost_attempts >= MAX_LOST && leased_until === null;

export const hasFailed = (row: Row): boolean => row.error !== null || rests(row);

/** Returns the due time; `null` while the step runs. A date too far ahead was written while the clock was ahead: the step is due now. */
export function nextRun(row: Row, now: Date): Date | null {
  if (isRunning(row, now)) return null;
  return !rests(row) && row.due_at.getTime() - now.getTime() > 2 * ROUND ? now : row.due_at;
}
