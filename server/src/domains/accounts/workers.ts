/** Jobs of accounts. */
import type { Portal } from '../../http/context.ts';
import type { Worker } from '../../jobs/runner.ts';
import { REGISTER_JOB, registerWorker } from './registration.ts';
import { RESET_JOB, resetWorker } from './reset.ts';

export const accountWorkers = (portal: Portal): Record<string, Worker> => ({
  [REGISTER_JOB]: registerWorker(portal),
  [RESET_JOB]: resetWorker(portal),
});
