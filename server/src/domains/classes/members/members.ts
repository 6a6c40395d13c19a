/** Adds, confirms, suspends and removes members of a class (docs/behaviour/classes.md#members). */
import type { classMembers, ClassMember } from '@fundus/contract/classes/members';
import type { MemberRole } from '@fundus/contract/classes/classes';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { updateClassSeats } from '../../licences/index.ts';
import {
  countMembers,
  deleteMember,
  findCandidates,
  findMember,
  findMembership,
  findPeople,
  listMembers,
  excludeMember,
  setMember,
  confirmMembers,
  type MemberRow,
} from './member-repository.ts';
import { fitsRole, lastOwnerConflict, classRefusal, stateOf } from '../policy.ts';
import type { ClassRow } from '../repository.ts';
import { lockOwnClass, auditScope, requireTaught } from '../service.ts';
import { decideRequest } from './undo-request.ts';

const MAX_CANDIDATES = 20;

const presentMember = ({ joined_at, code_id, guest: _guest, ...row }: MemberRow): ClassMember => ({
  ...row,
  kind: code_id === null ? 'person' : 'code',
  code_id,
  role: row.role,
  state: row.state,
  joined_at: joined_at.toISOString(),
});

export async function readMembers(
  ctx: UserCtx,
  id: string,
  { offset, limit, ...what }: Input<typeof classMembers.members>['query'],
): Promise<Reply<typeof classMembers.members>> {
  await requireTaught(ctx, id);
  const rows = await listMembers(ctx.db, id, what, offset, limit);
  return { total: await countMembers(ctx.db, id, what), offset, limit, items: rows.map(presentMember) };
}

export async function readCandidates(
  ctx: UserCtx,
  id: string,
  { q, role }: Input<typeof classMembers.candidates>['query'],
): Promise<Reply<typeof classMembers.candidates>> {
  const known = await requireTaught(ctx, id);
  const rows = await findCandidates(ctx.db, known, q, role, MAX_CANDIDATES);
  return { items: rows.map(({ id: person, name, detail }) => ({ id: person, name, detail })) };
}

const isLastOwner = (known: ClassRow, { role, state }: Pick<MemberRow, 'role' | 'state'>): boolean =>
  role === 'owner' && state === 'active' && known.owners.length === 1;

/** Throws `forbidden` unless the user may change members with this role. Only owners and administrators may change owners. */
function mayHandle(ctx: UserCtx, known: ClassRow, role: MemberRole): void {
  const refusal = role === 'owner' ? classRefusal(ctx.user, known, 'edit') : undefined;
  if (refusal) throw refusal;
}

/**
 * Adds all of the people or none. Throws `not_found` for people who do not belong to the school or cannot sign in, and `role_mismatch` for a learner as
 * teacher or vice versa.
 */
export async function addMembers(
  ctx: UserCtx,
  id: string,
  { people, role }: Input<typeof classMembers.addMembers>['body'],
): Promise<Reply<typeof classMembers.addMembers>> {
  const ids = [...new Set(people)];
  const known = await lockOwnClass(ctx, id, 'members').catch(async (refusal: unknown) => {
    if (role === 'owner' && refusal instanceof AppError && refusal.code === 'locked') return lockOwnClass(ctx, id, 'adopt');
    throw refusal;
  });
  const adopts = stateOf(known) === 'locked';
  if (!adopts) mayHandle(ctx, known, role);
  const found = await findPeople(ctx.db, known.school_id, ids);
  if (found.length < ids.length) throw notFound('people');
  const misfits = found.filter((person) => !fitsRole(person, role)).map((person) => person.id);
  if (misfits.length > 0) throw new AppError('role_mismatch', { field: 'people', details: { people: misfits } });
  const added = await confirmMembers(ctx.db, id, ids, { role, promote: adopts }, ctx.now);
  if (role === 'student') await updateClassSeats(ctx, [id]);
  for (const { person: subject } of role === 'student' ? [] : added) {
    const scope = { ...auditScope(known), subject };
    if (adopts) await recordAudit(ctx, 'class.adopt', null, { class: known.name }, scope);
    else await recordAudit(ctx, 'class.role', null, { class: known.name, role }, scope);
  }
  return { added: added.length, members: added.map((member) => member.id) };
}

async function requireMember(ctx: UserCtx, id: string, memberId: string): Promise<MemberRow> {
  const member = await findMember(ctx.db, id, memberId);
  if (!member) throw notFound('memberId');
  return member;
}

export async function changeMember(
  ctx: UserCtx,
  id: string,
  memberId: string,
  change: Input<typeof classMembers.changeMember>['body'],
): Promise<ClassMember> {
  const known = await lockOwnClass(ctx, id, 'members');
  const member = await requireMember(ctx, id, memberId);
  if ('role' in change) await changeRole(ctx, known, member, change.role);
  else {
    const may = member.role === 'student' && (change.state === 'active' || member.state === 'active' || member.state === 'suspended');
    if (!may) throw new AppError('state_conflict', { details: { state: member.state } });
    const set = () => setMember(ctx.db, memberId, change, ctx.now);
    if (member.state === 'applied') await decideRequest(ctx, id, memberId, set);
    else if (member.state !== change.state) await set();
    await updateClassSeats(ctx, [id]);
  }
  return presentMember(await requireMember(ctx, id, memberId));
}

async function changeRole(ctx: UserCtx, known: ClassRow, member: MemberRow, role: 'owner' | 'teacher'): Promise<void> {
  mayHandle(ctx, known, 'owner');
  if (member.role === role) return;
  if (member.role === 'student') throw new AppError('role_mismatch', { field: 'role' });
  // Owners must work at the school of the class.
  if (role === 'owner' && member.guest) throw new AppError('role_mismatch', { field: 'role', details: { reason: 'guest' } });
  if (isLastOwner(known, member)) throw lastOwnerConflict();
  await setMember(ctx.db, member.id, { role }, ctx.now);
  const scope = { ...auditScope(known), ...(member.person_id !== null && { subject: member.person_id }) };
  await recordAudit(ctx, 'class.role', { role: member.role }, { class: known.name, role }, scope);
}

/** Declines an applicant, who can apply again later, or removes a member. A removed learner who returns is in the same groups again. */
export async function removeMember(ctx: UserCtx, id: string, memberId: string): Promise<{ ok: true }> {
  const known = await lockOwnClass(ctx, id, 'members');
  const member = await requireMember(ctx, id, memberId);
  mayHandle(ctx, known, member.role);
  if (isLastOwner(known, member)) throw lastOwnerConflict();
  if (member.state === 'applied') await decideRequest(ctx, id, memberId, () => setMember(ctx.db, memberId, { state: 'declined' }, ctx.now));
  else if (member.role === 'student') await excludeMember(ctx.db, memberId, ctx.now);
  else await deleteMember(ctx.db, memberId);
  if (member.role === 'student') await updateClassSeats(ctx, [id]);
  if (member.role !== 'student' && member.person_id !== null)
    await recordAudit(
      ctx,
      'class.role',
      { role: member.role },
      { class: known.name, role: null },
      { ...auditScope(known), subject: member.person_id },
    );
  return { ok: true };
}

export async function leaveClass(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const known = await lockOwnClass(ctx, id, 'leave');
  const member = await findMembership(ctx.db, id, { person_id: ctx.user.id });
  if (!member) throw notFound();
  await deleteMember(ctx.db, member.id);
  if (member.role === 'student') await updateClassSeats(ctx, [id]);
  if (member.role !== 'student')
    await recordAudit(
      ctx,
      'class.role',
      { role: member.role },
      { class: known.name, role: null },
      { ...auditScope(known), subject: ctx.user.id },
    );
  return { ok: true };
}
