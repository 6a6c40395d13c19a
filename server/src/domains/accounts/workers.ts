/** Jobs of accounts. */
import type { Portal } from '../../http/context.ts';
import type { Worker } from '../../jobs/runner.ts';
import { REGISTRATIONS_JOB } from './approvers.ts';
import { registrationsWorker } from './gathered-registrations.ts';
import { REGISTER_JOB, registerWorker } from './registration.ts';
import { RESET_JOB, resetWorker } from './reset.ts';

export const accountWorkers = (portal: Portal): Record<string, Worker> => ({
  [REGISTER_JOB]: registerWorker(portal),
  [REGISTRATIONS_JOB]: registrationsWorker(portal),
  [RESET_JOB]: resetWorker(portal),
});
