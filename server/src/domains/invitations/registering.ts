/** Registration by invitation (docs/behaviour/invitations.md#registering-by-an-invitation). */
import { isSchoolOpen } from '@fundus/contract/schools/schools';
import type { Ctx, RegistrationInvitations } from '../../http/context.ts';
import { readPerson } from '../../visitors/repository.ts';
import { findClassForInvitation } from '../classes/index.ts';
import { joinInvitedClass, notifyOfRequest, toStaffMember } from './accept.ts';
import { isUsable } from './preview.ts';
import { findInvitation, insertUse, lockInvitation, claimUse, updateInvitation, type InvitationRow } from './repository.ts';
import { joinSchool, joinStaff } from '../people/index.ts';

type At = Pick<Ctx, 'db' | 'now'>;

const isFor = (row: InvitationRow, email: string): boolean => {
  if (row.kind === 'personal') return row.email?.toLowerCase() === email.toLowerCase();
  return row.allowed_domains.length === 0 || row.allowed_domains.includes(email.toLowerCase().split('@')[1] ?? '');
};

/**
 * Returns what an invitation grants to a user who registers with this address: role, school or district. `vouches` is true if no approval is needed,
 * which never applies to an invitation to a class. Such an invitation sets the school only if it is limited to the class's school. Returns `null` if
 * the invitation is invalid, for another address, for learners, or if its school or class accepts no members.
 */
export const findForRegistration: RegistrationInvitations['find'] = async (at, id, email) => {
  const row = await findInvitation(at.db, id);
  if (!row || row.role === 'student' || !isUsable(at, row) || !isSchoolOpen(row.school_state) || !isFor(row, email)) return null;
  const found = { personal: row.kind === 'personal', role: row.role };
  if (row.staff_of !== null) return { ...found, school_id: null, staff_of: row.staff_of, vouches: true };
  if (row.class_id === null) return { ...found, school_id: row.school_id, vouches: !row.needs_confirmation };
  if (!(await findClassForInvitation(at.db, row.class_id, null))?.takesIn) return null;
  return { ...found, school_id: row.own_school_only ? row.school_id : null, vouches: false };
};

type After = At & Pick<Ctx, 'config' | 'afterCommit' | 'wakeIndex'>;

/**
 * Uses up an invitation after the address was confirmed. The user joins the school, the staff or the class, or requests to join the class if the
 * invitation needs confirmation. Returns false if the invitation is no longer valid.
 */
export async function acceptAfterRegistration(ctx: After, personId: string, id: string): Promise<boolean> {
  await lockInvitation(ctx.db, id);
  const person = await readPerson(ctx.db, personId);
  const found = person && (await findForRegistration(ctx, id, person.email));
  const row = found && (await findInvitation(ctx.db, id));
  if (!person || !row || (row.class_id === null && !found.vouches)) return false;
  // A user who chose another school cannot join a class that is limited to its own school.
  if (row.class_id !== null && row.own_school_only && person.school_id !== row.school_id) return false;
  if (!(await claimUse(ctx.db, id))) return false;
  const asks = row.needs_confirmation;
  const use = { invitation_id: id, person_id: personId, at: ctx.now, from_school_id: person.school_id };
  await insertUse(ctx.db, { ...use, state: asks ? 'waiting' : 'confirmed' });
  if (row.kind === 'personal') await updateInvitation(ctx.db, id, { accepted_at: ctx.now });
  if (row.staff_of !== null) await joinStaff(ctx, person, toStaffMember(row, personId));
  else if (row.class_id === null) await joinSchool(ctx, person, { personId, schoolId: row.school_id!, admin: row.role === 'school_admin' });
  else if (asks) await notifyOfRequest(ctx, row);
  else await joinInvitedClass(ctx, person, row, person);
  return true;
}
