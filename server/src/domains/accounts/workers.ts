import type { Portal } from '../../http/context.ts';
import type { Worker } from '../../jobs/runner.ts';
import { REGISTRATIONS_JOB } from './registration/approvers.ts';
import { registrationsWorker } from './registration/batched-registrations.ts';
import { REGISTER_JOB, registerWorker } from './registration/registration.ts';
import { RESET_JOB, resetWorker } from './password/reset.ts';

export const accountWorkers = (portal: Portal<'oidc' | 'registrationInvitations'>): Record<string, Worker> => ({
  [REGISTER_JOB]: registerWorker(portal),
  [REGISTRATIONS_JOB]: registrationsWorker(portal),
  [RESET_JOB]: resetWorker(portal),
});
