/** Invitations to many addresses, with a result for each line (docs/behaviour/invitations.md#who-invites). */
import { today } from '@fundus/contract/days';
import { ROLES_OF_TARGET, type BulkRow, type Invitation } from '@fundus/contract/invitations/invitations';
import { fullName } from '@fundus/contract/people/full-name';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { sendInvitation } from './mails.ts';
import { auditFieldsOf, countSent, findWrongDay, lastDay, namesOf, rejectProblems, buildInvitationRow } from './new-invitation.ts';
import { findInvitedAddresses, findMembers, insertInvitation, type InvitationRow } from './repository.ts';
import { resolveTarget, scopeOfTarget, type Target, type TargetRequest } from './target.ts';

/** A line of a list. `role` is the original text if the line is invalid. */
export type Line = { line: number; email: string; vorname: string; name: string } & (
  | { valid: true; role: Invitation['role'] }
  | { valid: false; role: string }
);
type Bulk = TargetRequest & {
  capabilities: InvitationRow['capabilities'];
  message: string;
  expires_on?: string | undefined;
  own_school_only: boolean;
};

const rolesFor = (to: Target): readonly string[] => ROLES_OF_TARGET[to.staffOf !== null ? 'district' : to.class ? 'class' : 'school'];

/** Returns the result of each line: sent, already a member, already invited, duplicate or invalid. */
export async function inviteMany(
  ctx: UserCtx,
  { message, expires_on, own_school_only, capabilities, ...wanted }: Bulk,
  lines: readonly Line[],
) {
  const to = await resolveTarget(ctx, wanted, 'invite');
  rejectProblems(ctx, [
    findWrongDay(ctx, expires_on),
    lines.some((line) => line.valid && !rolesFor(to).includes(line.role)) && { field: 'role', rule: 'choice' },
    capabilities.length > 0 && to.staffOf === null && { field: 'capabilities', rule: 'choice' },
  ]);
  const until = lastDay(ctx, 'personal', expires_on);
  const addresses = lines.map(({ email }) => email.toLowerCase());
  const members = await findMembers(ctx.db, to, addresses);
  const invited = await findInvitedAddresses(ctx.db, to, today(ctx.now), addresses);
  const rows: BulkRow[] = [];
  for (const each of lines) {
    const { line, email, vorname, name, role } = each;
    const address = email.toLowerCase();
    const result = !each.valid ? 'invalid' : members.has(address) ? 'already_member' : invited.has(address) ? 'duplicate' : 'sent';
    rows.push({ line, email, name: fullName(each), role, result });
    if (!each.valid || result !== 'sent') continue;
    invited.add(address);
    const row = {
      ...buildInvitationRow(ctx, to, { kind: 'personal', role: each.role, message, expires_on: until, own_school_only, capabilities }),
      email,
      vorname,
      name,
    };
    await insertInvitation(ctx.db, { ...row, sent_at: ctx.now });
    await sendInvitation(ctx, { ...row, ...namesOf(to) }, 'invitation');
  }
  const sent = rows.filter(({ result }) => result === 'sent').length;
  await countSent(ctx, sent);
  const rights = capabilities.length > 0 && { capabilities };
  if (sent > 0) await recordAudit(ctx, 'invitation.createMany', null, { sent, ...rights, ...auditFieldsOf(to) }, scopeOfTarget(to));
  return { rows, sent };
}

type NewStaff = { email: string; vorname: string; name: string; capabilities: InvitationRow['capabilities'] };

/** Invites people to the staff of a district, each with their own responsibilities. The caller must check the user's permission. */
export async function inviteStaff(ctx: UserCtx, to: Target, people: readonly NewStaff[], message: string): Promise<void> {
  if (people.length === 0) return;
  const expires_on = lastDay(ctx, 'personal', undefined);
  await countSent(ctx, people.length);
  for (const { email, vorname, name, capabilities } of people) {
    const base = { kind: 'personal', role: 'staff', message, expires_on, own_school_only: true, capabilities } as const;
    const row = { ...buildInvitationRow(ctx, to, base), email, vorname, name };
    await insertInvitation(ctx.db, { ...row, sent_at: ctx.now });
    await sendInvitation(ctx, { ...row, ...namesOf(to) }, 'invitation');
  }
  await recordAudit(ctx, 'invitation.createMany', null, { sent: people.length }, scopeOfTarget(to));
}
