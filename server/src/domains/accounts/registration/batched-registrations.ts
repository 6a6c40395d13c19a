/** Notifies approvers the next morning of batched registrations that still wait (docs/behaviour/accounts.md#approval). */
import type { Portal } from '../../../http/context.ts';
import { claimGathered } from '../../../jobs/repository.ts';
import type { Worker } from '../../../jobs/runner.ts';
import { listWaiting } from './approver-repository.ts';
import { notifyOf } from './approvers.ts';

export const registrationsWorker =
  (portal: Portal): Worker =>
  (_, { id }) =>
    portal.db.transaction().execute(async (db) => {
      const waiting = await listWaiting(db, await claimGathered(db, id));
      await notifyOf({ db, config: portal.config, now: portal.now() }, waiting);
    });
