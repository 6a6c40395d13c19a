/** Preview of the loss of a licence (docs/behaviour/licences.md#loss-preview). The counts name neither classes nor people. */
import { shiftDay, today } from '@fundus/contract/days';
import type { LicenceLoss } from '@fundus/contract/licences/loss';
import type { UserCtx } from '../../../http/context.ts';
import {
  countClassesWithMedium,
  countAssignmentsWithMedium,
  countListsWithMedium,
  countOthers,
  listSimilarRemaining,
} from './loss-repository.ts';
import { requireVisible } from '../service.ts';

const MAX_SIMILAR = 5;

/** Returns the counts for the school that owns the licence or has a share of it, otherwise for the whole district. Throws `not_found`. */
export async function readLoss({ db, now, ...ctx }: UserCtx, id: string): Promise<LicenceLoss> {
  const { row, share } = await requireVisible({ db, now, ...ctx }, id);
  const school = share ? ctx.user.school_id : row.school_id;
  const where = { school, district: row.owner_district ?? '' };
  const day = today(now);
  // This is the first day without the licence. A licence without an end date could end today.
  const after = row.valid_to !== null && row.valid_to >= day ? shiftDay(row.valid_to, 1) : day;
  const lost = { licence: row.id, identifier: row.identifier, after };
  return {
    others: await countOthers(db, where, lost),
    classes: await countClassesWithMedium(db, where, row.identifier),
    lists: await countListsWithMedium(db, where, row.identifier),
    assignments: await countAssignmentsWithMedium(db, where, row.identifier, now),
    similar: await listSimilarRemaining(db, where, lost, MAX_SIMILAR),
  };
}
