/** What becomes of seats and licences when somebody leaves a school, or a school becomes part of another. */
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { noteEvent } from '../manage-repository.ts';
import { countOfSchool, mergeLicences } from './school-repository.ts';
import { removeSeatsOfMember } from '../seats/seat-repository.ts';

/** Takes back every seat a person holds of a school's own licences; gives how many. */
export async function leaveSchool(
  ctx: Pick<UserCtx, 'db' | 'now' | 'user' | 'afterCommit' | 'wakeIndex'>,
  personId: string,
  schoolId: string,
): Promise<number> {
  const gone = await removeSeatsOfMember(ctx.db, personId, schoolId);
  for (const { licence_id } of gone)
    await noteEvent(ctx.db, { licence_id, what: 'returned', at: ctx.now, person_id: ctx.user.id, count: 1 });
  await logChanges(ctx.db, [...new Set(gone.map(({ identifier }) => identifier))]);
  if (gone.length > 0) ctx.afterCommit(() => ctx.wakeIndex());
  return gone.length;
}

/** What a school holds: licences of its own, and seats it was given. */
export const countSchoolLicences = (ctx: Pick<Ctx, 'db'>, schoolId: string) => countOfSchool(ctx.db, schoolId);

/** Before licences and seats of a school move to another one: where both were given a seat of the same licence the two become one. */
export async function joinSchoolLicences(ctx: Pick<Ctx, 'db' | 'afterCommit' | 'wakeIndex'>, from: string, to: string): Promise<void> {
  const identifiers = await mergeLicences(ctx.db, from, to);
  await logChanges(ctx.db, identifiers);
  if (identifiers.length > 0) ctx.afterCommit(() => ctx.wakeIndex());
}
