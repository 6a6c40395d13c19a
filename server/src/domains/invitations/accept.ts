/** Accepting and declining invitations, and deciding on requests to join (docs/behaviour/invitations.md#accepting). */
import { isStudent, isManager } from '@fundus/contract/access';
import { AppError, notFound } from '@fundus/contract/errors';
import { refusalOf } from '@fundus/contract/invitations/invitations';
import { href } from '@fundus/contract/screens';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { readPerson, rereadUser } from '../../visitors/repository.ts';
import { decidersOf, joinClass, readMembership, undoJoin, type MembershipBefore } from '../classes/index.ts';
import { notifyOfApplication } from './applications.ts';
import { requireAcceptable, refuseEnded, isUsable, requireOpen } from './preview.ts';
import { requireManaged, auditScope } from './target.ts';
import { decideUse, findUse, releaseUse, insertUse, lockInvitation, claimUse, updateInvitation, type InvitationRow } from './repository.ts';
import { updateClassSeats } from '../licences/index.ts';
import { makeUndoableDecision, notifyPerson, simpleMail, undoDecision } from '../mails/index.ts';
import { joinSchool, joinStaff, readPlace, undoJoinSchool, type PlaceBefore } from '../people/index.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

type Outcome = { outcome: 'joined' | 'member' | 'waiting' | 'sign_in' };

export async function acceptInvitation(before: UserCtx, id: string, changeSchool: boolean): Promise<Outcome> {
  await lockInvitation(before.db, id);
  const user = await rereadUser(before);
  const ctx = { ...before, user };
  const { row, visitor, member, use } = await requireOpen(ctx, id, user);
  if (!visitor) throw new AppError('role_not_allowed');
  if (member) return { outcome: 'member' };
  if (use === 'waiting') return { outcome: 'waiting' };
  if (use === 'rejected') throw new AppError('forbidden');
  requireAcceptable(user, row);
  if (!isUsable(ctx, row)) throw refuseEnded(ctx, row);
  if (row.staff_of !== null) return joinInvitingDistrict(ctx, row);
  if (row.class_id !== null) return row.needs_confirmation ? requestClass(ctx, row) : joinInvitingClass(ctx, row);
  if (user.school_id !== null && user.school_id !== row.school_id && !changeSchool)
    throw new AppError('state_conflict', { details: { reason: 'other_school', school: user.schulname } });
  return row.needs_confirmation ? requestSchool(ctx, row) : joinInvitingSchool(ctx, row);
}

/** Counts a use of the invitation. Throws `exhausted` if all uses are taken. */
async function countInvitationUse(ctx: UserCtx, row: InvitationRow, state: 'waiting' | 'confirmed'): Promise<void> {
  const { user } = ctx;
  if (!(await claimUse(ctx.db, row.id))) throw new AppError('exhausted');
  // Uses by learner codes are not stored, because only the class may see its codes.
  if (!user.by_code)
    await insertUse(ctx.db, { invitation_id: row.id, person_id: user.id, state, at: ctx.now, from_school_id: user.school_id });
  if (row.kind === 'personal') await updateInvitation(ctx.db, row.id, { accepted_at: ctx.now });
}

async function requestSchool(ctx: UserCtx, row: InvitationRow): Promise<Outcome> {
  await countInvitationUse(ctx, row, 'waiting');
  await notifyOfApplication(ctx, row);
  return { outcome: 'waiting' };
}

async function joinInvitingSchool(ctx: UserCtx, row: InvitationRow): Promise<Outcome> {
  const { user } = ctx;
  await countInvitationUse(ctx, row, 'confirmed');
  const admin = row.role === 'school_admin';
  await joinSchool(ctx, user, { personId: user.id, schoolId: row.school_id!, admin });
  if (!admin || isManager(user)) return { outcome: 'joined' };
  ctx.changeSession({ end: true });
  return { outcome: 'sign_in' };
}

/** Adds the user to the staff of the district. The user stays in their school. */
async function joinInvitingDistrict(ctx: UserCtx, row: InvitationRow): Promise<Outcome> {
  const { user } = ctx;
  await countInvitationUse(ctx, row, 'confirmed');
  await joinStaff(ctx, user, toStaffMember(row, user.id));
  if (isManager(user) || (row.role === 'staff' && row.capabilities.length === 0)) return { outcome: 'joined' };
  ctx.changeSession({ end: true });
  return { outcome: 'sign_in' };
}

/** Returns the role and capabilities that an invitation to the staff of a district grants. */
export const toStaffMember = ({ staff_of, role, capabilities }: InvitationRow, personId: string) => ({
  personId,
  districtId: staff_of!,
  admin: role === 'district_admin',
  capabilities,
});

const applicantOf = (user: SignedIn): { codeId: string } | { personId: string } =>
  user.by_code ? { codeId: user.id } : { personId: user.id };

/** Requests to join a class. The request of a learner code is stored only in the class and does not count as a use. */
async function requestClass(ctx: UserCtx, row: InvitationRow): Promise<Outcome> {
  const { user } = ctx;
  if (user.by_code) await joinClass(ctx, { classId: row.class_id!, role: 'student', guest: false, asks: true, ...applicantOf(user) });
  else await countInvitationUse(ctx, row, 'waiting');
  await notifyOfRequest(ctx, row);
  return { outcome: 'waiting' };
}

/** Notifies the inviter of a request, or else a manager of the class. */
export async function notifyOfRequest(ctx: Pick<Ctx, 'db' | 'config' | 'now'>, row: InvitationRow): Promise<void> {
  const values = { class: row.class_name ?? '', school: row.place_name };
  const mail = simpleMail('classAsked', values, href('class', { id: row.class_id! }, { tab: 'learners' }));
  for (const id of await decidersOf(ctx.db, row.class_id!, row.created_by)) await notifyPerson(ctx, id, mail);
}

async function joinInvitingClass(ctx: UserCtx, row: InvitationRow): Promise<Outcome> {
  await joinInvitedClass(ctx, ctx.user, row, ctx.user);
  await updateClassSeats(ctx, [row.class_id!]);
  await countInvitationUse(ctx, row, 'confirmed');
  return { outcome: 'joined' };
}

/** Adds a person to the class: learners as learners, others as teachers, teachers of other schools as guests. Logs the addition of teachers. */
export async function joinInvitedClass(ctx: Pick<Ctx, 'db' | 'now'>, by: SignedIn, row: InvitationRow, person: SignedIn): Promise<void> {
  const role = isStudent(person) ? 'student' : 'teacher';
  const guest = person.school_id !== row.school_id;
  const done = await joinClass(ctx, { classId: row.class_id!, role, guest, ...applicantOf(person) });
  if (done === 'member' || role === 'student') return;
  await recordAudit({ ...ctx, user: by }, 'class.role', null, { class: row.class_name, role }, { ...auditScope(row), subject: person.id });
}

export async function declineInvitation(before: UserCtx, id: string): Promise<{ ok: true }> {
  await lockInvitation(before.db, id);
  const ctx = { ...before, user: await rereadUser(before) };
  const { row } = await requireOpen(ctx, id, null);
  if (row.kind !== 'personal') throw new AppError('state_conflict');
  requireAcceptable(ctx.user, row);
  await updateInvitation(ctx.db, id, { declined_at: ctx.now });
  return { ok: true };
}

/** State before the decision. `member` is the class membership, `place` the school, and `at` the time of the decision. */
type Before = { at: string; member: MembershipBefore; place: PlaceBefore | null };

const decisionOn = (id: string, personId: string): string => `invitation:${id}:${personId}`;

/**
 * Confirms or rejects a request. A rejection frees the use of the invitation. The decision can be undone until the mail is sent, unless the applicant
 * moved from another school. Throws `state_conflict` if the applicant has changed school, may not sign in, or does not meet the conditions.
 */
export async function decideApplication(
  ctx: UserCtx,
  id: string,
  personId: string,
  decision: 'confirmed' | 'rejected',
): Promise<{ ok: true; undo: boolean }> {
  await lockInvitation(ctx.db, id);
  const row = await requireManaged(ctx, id);
  const asked = await findUse(ctx.db, id, personId);
  if (!asked) throw notFound('personId');
  if (asked.state !== 'waiting') throw new AppError('state_conflict', { details: { state: asked.state } });
  await decideUse(ctx.db, id, personId, { state: decision, decided_by: ctx.user.id, decided_at: ctx.now });
  const before: Before = {
    at: ctx.now.toISOString(),
    member: row.class_id === null ? null : await readMembership(ctx, row.class_id, personId),
    place: row.class_id === null ? await readPlace(ctx, personId) : null,
  };
  if (decision === 'rejected') {
    await releaseUse(ctx.db, id);
    await recordAudit(ctx, 'invitation.reject', null, null, { ...auditScope(row), subject: personId });
  } else if (row.class_id !== null) await admitToClass(ctx, row, personId);
  else await joinSchool(ctx, ctx.user, { personId, schoolId: row.school_id!, admin: false, asked: { from: asked.from_school_id } });
  const undo = decision === 'rejected' || row.class_id !== null || before.place !== null;
  const message = mailDecision(row, decision);
  if (undo)
    await makeUndoableDecision(ctx, decisionOn(id, personId), before, (delayed) => notifyPerson({ ...ctx, delayed }, personId, message));
  else await notifyPerson(ctx, personId, message);
  return { ok: true, undo };
}

/**
 * Reopens a decided request until the mail about the decision is sent. Undoing a rejection counts a use again; undoing a confirmation ends the
 * membership. Throws the errors of `undoDecision`, and `state_conflict` if the request, the membership or the applicant has changed.
 */
export async function undoRequestDecision(ctx: UserCtx, id: string, personId: string): Promise<{ ok: true }> {
  await lockInvitation(ctx.db, id);
  const row = await requireManaged(ctx, id);
  const asked = await findUse(ctx.db, id, personId);
  if (!asked) throw notFound('personId');
  const { before } = await undoDecision<Before>(ctx, decisionOn(id, personId));
  const refuse = () => new AppError('state_conflict', { details: { state: asked.state } });
  if (asked.state === 'rejected') {
    if (!(await claimUse(ctx.db, id))) throw refuse();
  } else if (asked.state !== 'confirmed') throw refuse();
  else if (row.class_id !== null) {
    await undoJoin(ctx, { classId: row.class_id, personId, before: before.member, at: new Date(before.at) });
    await updateClassSeats(ctx, [row.class_id]);
  } else await undoJoinSchool(ctx, ctx.user, { personId, schoolId: row.school_id!, before: before.place! });
  await decideUse(ctx.db, id, personId, { state: 'waiting', decided_by: null, decided_at: null });
  await recordAudit(ctx, 'invitation.reopen', null, null, { ...auditScope(row), subject: personId });
  return { ok: true };
}

async function admitToClass(ctx: UserCtx, row: InvitationRow, personId: string): Promise<void> {
  const person = await readPerson(ctx.db, personId, true);
  const fits = person && refusalOf({ email: person.email, school_id: person.school_id, learner: isStudent(person) }, row) === null;
  if (!fits) throw new AppError('state_conflict', { details: { reason: 'moved' } });
  await joinInvitedClass(ctx, ctx.user, row, person);
}

function mailDecision(row: InvitationRow, decision: 'confirmed' | 'rejected') {
  const yes = decision === 'confirmed';
  if (row.class_id === null)
    return simpleMail(yes ? 'invitationConfirmed' : 'invitationRejected', { school: row.place_name }, yes ? href('school') : undefined);
  const values = { class: row.class_name ?? '', school: row.place_name };
  return simpleMail(yes ? 'classConfirmed' : 'classRejected', values, yes ? href('class', { id: row.class_id }) : undefined);
}
