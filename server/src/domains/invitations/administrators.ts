/** Invitations to administer schools, for many schools in one act (docs/behaviour/invitations.md#administrators-of-many-schools). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import { type AdministratorRow, type invitations, MAX_SCHOOLS_INVITED } from '@fundus/contract/invitations/invitations';
import { isOpen } from '@fundus/contract/schools/schools';
import { today } from '@fundus/contract/days';
import type { UserCtx } from '../../http/context.ts';
import { listSchoolsToInvite, type SchoolToInvite } from './school-repository.ts';
import { inviteAdministrators } from './service.ts';

function resultOf({ email, state, administered, invited }: SchoolToInvite): AdministratorRow['result'] {
  if (!isOpen(state)) return 'not_open';
  if (administered) return 'has_admin';
  if (invited) return 'invited';
  return email === '' ? 'no_email' : 'sent';
}

/** Writes to the address of each school that has no administrator and no open invitation. Schools of other districts are not there. */
export async function inviteSchools(
  ctx: UserCtx,
  { schools, message, dry_run }: Input<typeof invitations.administrators>['body'],
): Promise<Reply<typeof invitations.administrators>> {
  if (ctx.user.district_id === null) throw new AppError('forbidden');
  const asked = { districtId: ctx.user.district_id, ids: schools ?? null, day: today(ctx.now), limit: MAX_SCHOOLS_INVITED };
  const found = (await listSchoolsToInvite(ctx.db, asked)).map((school) => ({ ...school, result: resultOf(school) }));
  const rows = found.map(({ id, name, email, result }) => ({ school: { id, name }, email, result }));
  const chosen = found.filter(({ result }) => result === 'sent');
  if (!dry_run) await inviteAdministrators(ctx, chosen, message);
  return { rows, sent: chosen.length };
}
