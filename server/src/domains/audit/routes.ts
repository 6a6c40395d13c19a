import type { audit } from '@fundus/contract/audit/audit';
import type { routines } from '@fundus/contract/routines/routines';
import type { Handlers } from '../../http/implement.ts';
import { readRoutines, retryJob, retryJobs, runRoutineNow } from './routines.ts';
import { exportLog, readLog } from './service.ts';

export const handlers: Handlers<typeof audit> = {
  list: (ctx, { query }) => readLog(ctx, query),
  export: (ctx, { query }) => exportLog(ctx, query),
};

export const routineHandlers: Handlers<typeof routines, 'jobs' | 'routines' | 'search'> = {
  list: (ctx) => readRoutines(ctx),
  retryJob: (ctx, { params }) => retryJob(ctx, params.id),
  retryJobs: (ctx, { body }) => retryJobs(ctx, body.kind),
  run: { before: (ctx, { params }) => runRoutineNow(ctx, params.name), write: (ctx) => readRoutines(ctx) },
};
