/** Joins a class by its code or by an invitation (docs/behaviour/classes.md#joining-by-a-code, docs/behaviour/invitations.md#accepting). */
import { randomInt } from 'node:crypto';
import { isStudent } from '@fundus/contract/access';
import type { classMembers, JOIN_TARGETS } from '@fundus/contract/classes/members';
import {
  APPLY_AGAIN_HOURS,
  CODE_ALPHABET,
  JOIN_CODE_LENGTH,
  lastDayOf,
  type Class,
  type MemberRole,
} from '@fundus/contract/classes/classes';
import { today } from '@fundus/contract/days';
import type { Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { normalizeCode } from '@fundus/contract/licences/rules';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../../db/open.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { drawQrPicture } from '../../../qr/qr-picture.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { clearClashingPictures } from '../codes/code-repository.ts';
import { findByJoinCode, isJoinCode, lockClass } from './join-repository.ts';
import { deleteMember, findMembership, insertMember, setMember } from './member-repository.ts';
import { updateClass } from '../repository.ts';
import { externalClassConflict, classRefusal } from '../policy.ts';
import { requireRoomFor } from '../codes/room.ts';
import { lockOwnClass, auditScope, presentCurrentClass, requireVisible } from '../service.ts';
import { guessCode } from '../../../limits/network-limits.ts';

const HOUR = 3_600_000;

const makeCode = (): string => Array.from({ length: JOIN_CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

/** Replaces the join code of a class. The new code is valid until a day in the school year of the class. */
export async function makeJoinCode(ctx: UserCtx<'search'>, id: string, until: string): Promise<Class> {
  const row = await lockOwnClass(ctx, id, 'edit');
  if (until < today(ctx.now)) throw invalid('until', 'min');
  const latest = lastDayOf(row.school_year, ctx.config.schoolYearEnd);
  if (until > latest) throw invalid('until', 'max', { latest });
  let code = makeCode();
  while (await isJoinCode(ctx.db, code)) code = makeCode();
  await updateClass(ctx.db, id, { join_code: code, join_code_until: until });
  await recordAudit(ctx, 'class.joinCode', { until: row.join_code_until }, { class: row.name, until }, auditScope(row));
  return presentCurrentClass(ctx, id);
}

export async function removeJoinCode(ctx: UserCtx<'search'>, id: string): Promise<Class> {
  const row = await lockOwnClass(ctx, id, 'edit');
  if (row.join_code !== null) {
    await updateClass(ctx.db, id, { join_code: null, join_code_until: null });
    await recordAudit(ctx, 'class.joinCode', { until: row.join_code_until }, { class: row.name, until: null }, auditScope(row));
  }
  return presentCurrentClass(ctx, id);
}

/**
 * Returns the class of a join code. Counts wrong codes, so it must not be called inside a transaction. Throws `not_found` if the code is wrong or the
 * class does not accept learners.
 */
export async function checkJoinCode(ctx: UserCtx<'pause'>, typed: string): Promise<string> {
  if (!ctx.user.by_code && !isStudent(ctx.user)) throw new AppError('role_mismatch', { field: 'code' });
  const code = normalizeCode(typed);
  const found = await guessCode(ctx, { kind: 'join-code', text: code }, async (db) => {
    const one = await findByJoinCode(db, code);
    return one?.join_policy === 'closed' ? undefined : one;
  });
  if (!found) throw notFound('code');
  return found.id;
}

/** Adds a learner of the school to the class, or adds a request if a teacher must confirm it. */
export async function joinByCode(ctx: UserCtx, classId: string): Promise<Reply<typeof classMembers.join>> {
  const { user, now } = ctx;
  const found = await lockClass(ctx.db, classId);
  // The code may have been revoked since it was checked.
  if (!found || found.state === 'deleted' || found.join_code === null || found.join_policy === 'closed') throw notFound('code');
  if (found.school_id !== user.school_id) throw new AppError('wrong_school', { field: 'code' });
  if (found.state === 'archived') throw new AppError('expired', { field: 'code', details: { reason: 'archived' } });
  if (found.join_code_until! < today(now)) throw new AppError('expired', { field: 'code' });
  if (found.external_ref !== null) throw externalClassConflict();
  const { id, name } = found;
  const who = user.by_code ? { code_id: user.id } : { person_id: user.id };
  const member = await findMembership(ctx.db, id, who);
  if (member?.state === 'active') return { outcome: 'member', id, name };
  if (member?.state === 'applied') return { outcome: 'applied', id, name };
  if (member?.state === 'suspended') throw new AppError('suspended', { field: 'code' });
  if (member && member.refused_code === found.join_code)
    throw new AppError('state_conflict', { field: 'code', details: { reason: 'removed' } });
  const again = member && member.state_since.getTime() + APPLY_AGAIN_HOURS * HOUR;
  if (again !== undefined && again > now.getTime())
    throw new AppError('state_conflict', { field: 'code', details: { reason: 'declined', until: new Date(again).toISOString() } });
  const state = found.join_policy === 'code_confirm' ? 'applied' : 'active';
  if (member) await setMember(ctx.db, member.id, { state }, now);
  else await insertMember(ctx.db, { class_id: id, ...who, role: 'student', state }, now);
  if (user.by_code) await admitCode(ctx.db, id, user.id);
  if (state === 'active') await updateClassSeats(ctx, [id]);
  return { outcome: state === 'applied' ? 'applied' : 'joined', id, name };
}

/** Checks the maximum number of codes in the class and clears a picture sequence that the class already uses. */
async function admitCode(db: Db, classId: string, codeId: string): Promise<void> {
  await requireRoomFor(db, classId);
  await clearClashingPictures(db, classId, [codeId]);
}

/** Returns a QR code with which learners join the class. Throws `not_found` if the class has no join code. */
export async function readJoinQr(ctx: UserCtx, id: string, to: (typeof JOIN_TARGETS)[number]): Promise<StreamAnswer> {
  const row = await requireVisible(ctx, id);
  const refusal = classRefusal(ctx.user, row, 'share');
  if (refusal) throw refusal;
  if (row.join_code === null) throw notFound();
  const path = to === 'join' ? href('classes', {}, { code: row.join_code }) : `${href('login')}#class=${row.join_code}`;
  return drawQrPicture(originOf(ctx) + path, 0);
}

export type Joining = {
  classId: string;
  role: MemberRole;
  /** True for a person from another school. */
  guest: boolean;
  /** True if a teacher must confirm the person. */
  asks?: boolean;
} & ({ personId: string } | { codeId: string });

/** Membership before the person joined, or `null` if there was none. */
export type MembershipBefore = { state: 'active' | 'applied' | 'suspended' | 'declined'; role: MemberRole; guest: boolean } | null;

/** Returns the membership of a person, which `undoJoin` can restore. */
export async function readMembership({ db }: Pick<Ctx, 'db'>, classId: string, personId: string): Promise<MembershipBefore> {
  const found = await findMembership(db, classId, { person_id: personId });
  return found ? { state: found.state, role: found.role, guest: found.guest } : null;
}

/** Restores the membership from before the person joined at a moment. Throws `state_conflict` if it has changed since. */
export async function undoJoin(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { classId, personId, before, at }: { classId: string; personId: string; before: MembershipBefore; at: Date },
): Promise<void> {
  const known = await lockClass(db, classId);
  const member = await findMembership(db, classId, { person_id: personId });
  if (known?.state !== 'active' || member?.state !== 'active') throw new AppError('state_conflict');
  if (before?.state === member.state && before.role === member.role && before.guest === member.guest) return;
  if (member.state_since.getTime() !== at.getTime()) throw new AppError('state_conflict');
  if (before === null) await deleteMember(db, member.id);
  else await setMember(db, member.id, before, now);
}

/**
 * Adds an invited person, whose invitation the caller must have checked. Members are not changed, applicants and declined people become members, and
 * a role that no longer fits is replaced. Throws `state_conflict` if the class is not active, `locked` if the directory manages it, and `suspended`
 * for a suspended learner.
 */
export async function joinClass(ctx: Pick<Ctx, 'db' | 'now'>, joining: Joining): Promise<'joined' | 'member'> {
  const { classId, role, guest, asks = false } = joining;
  const { db, now } = ctx;
  const known = await lockClass(db, classId);
  if (known?.state !== 'active') throw new AppError('state_conflict', { details: { state: known?.state ?? 'deleted' } });
  if (known.external_ref !== null) throw externalClassConflict();
  const who = 'codeId' in joining ? { code_id: joining.codeId } : { person_id: joining.personId };
  const state = asks ? 'applied' : 'active';
  const member = await findMembership(db, classId, who);
  if (member?.state === 'suspended') throw new AppError('suspended');
  if (!member) {
    await insertMember(db, { class_id: classId, ...who, role, guest, state }, now);
    if ('codeId' in joining) await admitCode(db, classId, joining.codeId);
  } else if (member.state !== 'active') await setMember(db, member.id, { state, role, guest }, now);
  else {
    const turned = (member.role === 'student') !== (role === 'student');
    const moved = guest && !member.guest;
    if (!turned && !moved) return 'member';
    // Owners must belong to the school of the class.
    await setMember(db, member.id, { guest, ...((turned || member.role === 'owner') && { role }) }, now);
  }
  return 'joined';
}
