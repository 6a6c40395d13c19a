/** Trial licences, which give one person a seat of each medium for a number of days (docs/behaviour/marketplace.md#trials). */
import { Rights } from '@fundus/contract/catalogue/catalogue';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { insertLicence, removeLicencesOfTrial } from '../manage-repository.ts';
import { withdrawPurchased } from './purchase.ts';
import { insertSeats } from '../seats/seat-repository.ts';
import { logMediaChanges } from '../service.ts';

type Tried = {
  trial_id: string;
  school_id: string;
  person_id: string;
  media: readonly string[];
  from: string;
  to: string;
  licensor: string;
};

export async function createTrialLicences(
  ctx: UserCtx,
  { trial_id, school_id, person_id, media, from, to, licensor }: Tried,
): Promise<void> {
  for (const identifier of media) {
    const id = newId(ctx.now);
    await insertLicence(ctx.db, {
      ...{ id, identifier, trial_id, licensor, school_id, district_id: null, scope: 'single', seats: 1, origin: 'trial' },
      ...{ valid_from: from, valid_to: to, runtime: 'until_date', audience: 'all', purchase_ref: '', created_at: ctx.now },
      rights: Rights.parse({}),
    });
    await insertSeats(ctx.db, id, [{ to: { kind: 'person', id: person_id }, taken: 1 }], { person_id: ctx.user.id, now: ctx.now });
  }
  await logMediaChanges(ctx, media);
}

/** Deletes the licences of an unused trial. */
export const removeTrialLicences = async (ctx: UserCtx, trialId: string): Promise<void> =>
  logMediaChanges(ctx, await removeLicencesOfTrial(ctx.db, trialId));

/** Ends a trial early by withdrawing its licences. */
export const endTrialLicences = withdrawPurchased;
