/** Changes to seats and licences when a person leaves a school or a school merges into another. */
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { recordLicenceEvent } from '../manage-repository.ts';
import { countOfSchool, mergeLicences } from './school-repository.ts';
import { removeSeatsOfMember } from '../seats/seat-repository.ts';

/** Removes all seats a person holds of the licences of a school. Returns their number. */
export async function removeSeatsOnLeaving(
  ctx: Pick<UserCtx, 'db' | 'now' | 'user' | 'afterCommit' | 'wakeIndex'>,
  personId: string,
  schoolId: string,
): Promise<number> {
  const removed = await removeSeatsOfMember(ctx.db, personId, schoolId);
  for (const { licence_id } of removed)
    await recordLicenceEvent(ctx.db, { licence_id, what: 'returned', at: ctx.now, person_id: ctx.user.id, count: 1 });
  await logChanges(ctx.db, [...new Set(removed.map(({ identifier }) => identifier))]);
  if (removed.length > 0) ctx.afterCommit(() => ctx.wakeIndex());
  return removed.length;
}

/** Returns the number of licences a school owns and the number of seats assigned to it. */
export const countSchoolLicences = (ctx: Pick<Ctx, 'db'>, schoolId: string) => countOfSchool(ctx.db, schoolId);

/** Prepares the move of licences and seats to another school. If both schools hold seats of a licence, these become one. */
export async function prepareLicenceMerge(ctx: Pick<Ctx, 'db' | 'afterCommit' | 'wakeIndex'>, from: string, to: string): Promise<void> {
  const identifiers = await mergeLicences(ctx.db, from, to);
  await logChanges(ctx.db, identifiers);
  if (identifiers.length > 0) ctx.afterCommit(() => ctx.wakeIndex());
}
