/** Notifies approvers the next morning of batched registrations that still wait (docs/behaviour/accounts.md#approval). */
import type { Portal } from '../../../http/context.ts';
import { claimBatchItems } from '../../../jobs/repository.ts';
import type { Worker } from '../../../jobs/runner.ts';
import { listWaitingPeople } from './approver-repository.ts';
import { notifyOf } from './approvers.ts';

export const registrationsWorker =
  (portal: Portal): Worker =>
  (_, { id }) =>
    portal.db.transaction().execute(async (db) => {
      const waiting = await listWaitingPeople(db, await claimBatchItems(db, id));
      await notifyOf({ db, config: portal.config, now: portal.now() }, waiting);
    });
