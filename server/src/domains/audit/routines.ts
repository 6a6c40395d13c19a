/** The steps of the hourly round, for those who run the portal. */
import type { Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { MOST_BEHIND, type Routine, type routines, type SearchState } from '@fundus/contract/routines/routines';
import type { UserCtx } from '../../http/context.ts';
import { countWaitingJobs } from '../../jobs/repository.ts';
import { listRoutines } from '../../jobs/routine-repository.ts';
import { countChangesAfter } from '../../search/change-log-repository.ts';

type Row = Awaited<ReturnType<typeof listRoutines>>[number];

function present({ name, leased_until, due_at, started_at, finished_at, error }: Row, now: Date): Routine {
  const running = leased_until !== null && leased_until > now;
  return {
    name,
    state: running ? 'running' : finished_at === null ? 'never' : error === null ? 'done' : 'failed',
    last_at: started_at?.toISOString() ?? null,
    next_at: running ? null : due_at.toISOString(),
    duration_ms: running || started_at === null || finished_at === null ? null : Math.max(0, finished_at.getTime() - started_at.getTime()),
    error: running ? null : error,
  };
}

async function readSearch({ db, search }: UserCtx): Promise<SearchState> {
  const { seq, records, meaning, cluster } = search.status();
  const { state = 'ready', health = null, built = true, problem = null } = cluster ?? {};
  return {
    engine: cluster ? 'cluster' : 'own',
    state: state === 'ready' && !built ? 'building' : state,
    health,
    media: records,
    behind: await countChangesAfter(db, seq, MOST_BEHIND),
    meaning,
    problem: problem && { at: problem.at.toISOString(), text: problem.reason },
  };
}

/** Those that are done today; one that another version of the portal had is not. */
export async function readRoutines(ctx: UserCtx): Promise<Reply<typeof routines.list>> {
  const {
    db,
    now,
    routines: { names },
  } = ctx;
  const rows = new Map((await listRoutines(db)).map((row) => [row.name, row]));
  const { waiting, given_up, oldest } = await countWaitingJobs(db);
  const empty = { leased_until: null, started_at: null, finished_at: null, error: null };
  return {
    items: names.map((name) => present(rows.get(name) ?? { name, due_at: now, ...empty }, now)),
    queue: { waiting: Number(waiting), given_up: Number(given_up), oldest: oldest?.toISOString() ?? null },
    search: await readSearch(ctx),
  };
}

/** Outside of the transaction: it may take a while. */
export async function runNow({ routines }: UserCtx, name: string): Promise<void> {
  if (!routines.names.includes(name)) throw notFound('name');
  if (!(await routines.run(name))) throw new AppError('state_conflict', { details: { state: 'running' } });
}
