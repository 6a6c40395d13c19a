/** Invitations of administrators to many schools (docs/behaviour/invitations.md#administrators-of-many-schools). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import { type AdministratorRow, MAX_SCHOOLS_INVITED } from '@fundus/contract/invitations/administrators';
import type { invitations } from '@fundus/contract/invitations/invitations';
import { isSchoolOpen } from '@fundus/contract/schools/schools';
import { today } from '@fundus/contract/days';
import type { UserCtx } from '../../http/context.ts';
import { recordAudit } from '../../http/audit.ts';
import { sendInvitation } from './mails.ts';
import { countSent, lastDay, namesOf, buildInvitationRow } from './new-invitation.ts';
import { insertInvitation } from './repository.ts';
import { listSchoolsToInvite, type SchoolToInvite } from './school-repository.ts';
import { scopeOfTarget, type Target } from './target.ts';

function resultOf({ email, state, administered, invited }: SchoolToInvite): AdministratorRow['result'] {
  if (!isSchoolOpen(state)) return 'not_open';
  if (administered) return 'has_admin';
  if (invited) return 'invited';
  return email === '' ? 'no_email' : 'sent';
}

/** Sends an invitation to the address of each of these schools. */
async function inviteAdministrators(ctx: UserCtx, schools: readonly SchoolToInvite[], message: string): Promise<void> {
  const expires_on = lastDay(ctx, 'personal', undefined);
  if (schools.length > 0) await countSent(ctx, schools.length);
  for (const school of schools) {
    const to: Target = { schoolId: school.id, classId: null, staffOf: null, school, district: null, class: null };
    const row = {
      ...buildInvitationRow(ctx, to, {
        kind: 'personal',
        role: 'school_admin',
        message,
        expires_on,
        own_school_only: true,
        capabilities: [],
      }),
      ...{ email: school.email, vorname: '', name: '' },
    };
    await insertInvitation(ctx.db, { ...row, sent_at: ctx.now });
    await sendInvitation(ctx, { ...row, ...namesOf(to) }, 'invitation');
    await recordAudit(ctx, 'invitation.create', null, { kind: 'personal', role: 'school_admin', expires_on }, scopeOfTarget(to));
  }
}

/** Invites each school that has no administrator and no open invitation. Schools of other districts are skipped. */
export async function inviteSchools(
  ctx: UserCtx,
  { schools, message, dry_run }: Input<typeof invitations.administrators>['body'],
): Promise<Reply<typeof invitations.administrators>> {
  if (ctx.user.district_id === null) throw new AppError('forbidden');
  const criteria = { districtId: ctx.user.district_id, ids: schools ?? null, day: today(ctx.now), limit: MAX_SCHOOLS_INVITED };
  const found = (await listSchoolsToInvite(ctx.db, criteria)).map((school) => ({ ...school, result: resultOf(school) }));
  const rows = found.map(({ id, name, email, result }) => ({ school: { id, name }, email, result }));
  const chosen = found.filter(({ result }) => result === 'sent');
  if (!dry_run) await inviteAdministrators(ctx, chosen, message);
  return { rows, sent: chosen.length };
}
