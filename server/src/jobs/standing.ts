/** The state of a step of the hourly round. */
import { MAX_LOST } from './runner.ts';
import { ROUND, ROUTINE_LEASE, type listRoutines } from './routine-repository.ts';

type Row = Awaited<ReturnType<typeof listRoutines>>[number];

/** A lease that ends later than a lease can was written while the clock was ahead. */
export const isRunning = ({ leased_until }: Row, now: Date): boolean =>
  leased_until !== null && leased_until > now && leased_until.getTime() - now.getTime() <= 2 * ROUTINE_LEASE;

/** True if its attempts had no outcome. */
export const rests = ({ lost_attempts, leased_until }: Row): boolean => lost_attempts >= MAX_LOST && leased_until === null;

export const hasFailed = (row: Row): boolean => row.error !== null || rests(row);

/** When it is due; null while it runs. A date that is too far ahead was written while the clock was ahead: it is due. */
export function nextRun(row: Row, now: Date): Date | null {
  if (isRunning(row, now)) return null;
  return !rests(row) && row.due_at.getTime() - now.getTime() > 2 * ROUND ? now : row.due_at;
}
