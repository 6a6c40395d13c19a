/** Counts waiting, failed and overdue jobs and maintenance steps for `/metrics`. */
import type { Portal } from '../http/context.ts';
import { countFailedJobs } from './failed-jobs-repository.ts';
import { countWaitingJobs, findOldestDue, type JobCounts } from './repository.ts';
import { listRoutines } from './routine-repository.ts';
import { hasFailed, nextRunAt } from './standing.ts';

type Work = JobCounts & {
  due: Date | null;
  givenUp: ReadonlyMap<string, number>;
  failedSteps: readonly string[];
  overdueStep: Date | null;
};

export async function countWork({
  db,
  now,
  jobs,
  routines,
}: Pick<Portal<'jobs' | 'routines'>, 'db' | 'now' | 'jobs' | 'routines'>): Promise<Work> {
  const at = now();
  const steps = (await listRoutines(db)).filter(({ name }) => routines.names.includes(name));
  const found = new Map((await countFailedJobs(db)).map(({ kind, count }) => [kind, count]));
  const overdue = steps.flatMap((step) => nextRunAt(step, at) ?? []).filter((due) => due < at);
  return {
    ...(await countWaitingJobs(db)),
    due: await findOldestDue(db, at),
    givenUp: new Map([...jobs.kinds, ...found.keys()].map((kind) => [kind, found.get(kind) ?? 0])),
    failedSteps: steps.filter(hasFailed).map(({ name }) => name),
    overdueStep: overdue.length === 0 ? null : new Date(Math.min(...overdue.map(Number))),
  };
}
