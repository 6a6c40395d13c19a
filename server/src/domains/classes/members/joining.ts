/** Coming into a class: by its code for joining, and for those who were invited (docs/behaviour/classes.md#joining-by-a-code, docs/behaviour/invitations.md#accepting). */
import { randomInt } from 'node:crypto';
import { isStudent } from '@fundus/contract/access';
import type { classMembers, JOIN_TARGETS } from '@fundus/contract/classes/members';
import { APPLY_AGAIN_HOURS, CODE_SIGNS, JOIN_CODE_LENGTH, lastDayOf, type Class, type MemberRole } from '@fundus/contract/classes/classes';
import { today } from '@fundus/contract/days';
import type { Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { plainCode } from '@fundus/contract/licences/rules';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../../db/open.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { drawQrPicture } from '../../../qr/qr-picture.ts';
import { settleClassSeats } from '../../licences/index.ts';
import { dropTakenPictures } from '../codes/code-repository.ts';
import { findByJoinCode, isJoinCode, lockClass } from './join-repository.ts';
import { findMembership, insertMember, setMember } from './member-repository.ts';
import { updateClass } from '../repository.ts';
import { refuseExternal, refusalOf } from '../policy.ts';
import { requireRoomFor } from '../codes/room.ts';
import { lockOwnClass, auditScope, presentNow, requireVisible } from '../service.ts';
import { guessCode } from '../../../limits/network-limits.ts';

const HOUR = 3_600_000;

const makeCode = (): string => Array.from({ length: JOIN_CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('');

/** A new code in place of the old one, until a day of the school year of the class. */
export async function makeJoinCode(ctx: UserCtx, id: string, until: string): Promise<Class> {
  const row = await lockOwnClass(ctx, id, 'edit');
  if (until < today(ctx.now)) throw invalid('until', 'min');
  const latest = lastDayOf(row.school_year, ctx.config.schoolYearEnd);
  if (until > latest) throw invalid('until', 'max', { latest });
  let code = makeCode();
  while (await isJoinCode(ctx.db, code)) code = makeCode();
  await updateClass(ctx.db, id, { join_code: code, join_code_until: until });
  await recordAudit(ctx, 'class.joinCode', { until: row.join_code_until }, { class: row.name, until }, auditScope(row));
  return presentNow(ctx, id);
}

export async function removeJoinCode(ctx: UserCtx, id: string): Promise<Class> {
  const row = await lockOwnClass(ctx, id, 'edit');
  if (row.join_code !== null) {
    await updateClass(ctx.db, id, { join_code: null, join_code_until: null });
    await recordAudit(ctx, 'class.joinCode', { until: row.join_code_until }, { class: row.name, until: null }, auditScope(row));
  }
  return presentNow(ctx, id);
}

/** The class of a code for joining, outside of the transaction: a wrong one is counted. A class that takes nobody by its code has none. */
export async function checkJoinCode(ctx: UserCtx, typed: string): Promise<string> {
  if (!ctx.user.by_code && !isStudent(ctx.user)) throw new AppError('role_mismatch', { field: 'code' });
  const code = plainCode(typed);
  const found = await guessCode(ctx, { kind: 'join-code', text: code }, async (db) => {
    const one = await findByJoinCode(db, code);
    return one?.join_policy === 'closed' ? undefined : one;
  });
  if (!found) throw notFound('code');
  return found.id;
}

/** A learner of the school comes in, at once or when a teacher has said yes. */
export async function joinByCode(ctx: UserCtx, classId: string): Promise<Reply<typeof classMembers.join>> {
  const { user, now } = ctx;
  const found = await lockClass(ctx.db, classId);
  // The code may have been taken back since it was looked up.
  if (!found || found.state === 'deleted' || found.join_code === null || found.join_policy === 'closed') throw notFound('code');
  if (found.school_id !== user.school_id) throw new AppError('wrong_school', { field: 'code' });
  if (found.state === 'archived') throw new AppError('expired', { field: 'code', details: { reason: 'archived' } });
  if (found.join_code_until! < today(now)) throw new AppError('expired', { field: 'code' });
  if (found.external_ref !== null) throw refuseExternal();
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
  if (user.by_code) await settleCode(ctx.db, id, user.id);
  if (state === 'active') await settleClassSeats(ctx, [id]);
  return { outcome: state === 'applied' ? 'applied' : 'joined', id, name };
}

/** A code that came by itself: there is room for it, and its pictures are nobody else's in the class. */
async function settleCode(db: Db, classId: string, codeId: string): Promise<void> {
  await requireRoomFor(db, classId);
  await dropTakenPictures(db, classId, [codeId]);
}

/** The code on the board, for those who teach the class. Throws `not_found` where there is none. */
export async function readJoinQr(ctx: UserCtx, id: string, to: (typeof JOIN_TARGETS)[number]): Promise<StreamAnswer> {
  const row = await requireVisible(ctx, id);
  const refusal = refusalOf(ctx.user, row, 'share');
  if (refusal) throw refusal;
  if (row.join_code === null) throw notFound();
  const path = to === 'join' ? href('classes', {}, { code: row.join_code }) : `${href('login')}#class=${row.join_code}`;
  return drawQrPicture(originOf(ctx) + path, 0);
}

export type Joining = {
  classId: string;
  role: MemberRole;
  /** Comes from another school. */
  guest: boolean;
  /** Only asks to come in: somebody who teaches it decides. */
  asks?: boolean;
} & ({ personId: string } | { codeId: string });

/**
 * Takes somebody into a class who was invited; whoever is in it stays as they are, and who asked or was turned down is in. Who was in it as something
 * else, or as a colleague and is at another school since, is in it as what they come as now. The caller has checked that they may. `state_conflict`
 * where the class does not run, `locked` where the directory of the school keeps it, `suspended` for a learner who is.
 */
export async function joinClass(ctx: Pick<Ctx, 'db' | 'now'>, joining: Joining): Promise<'joined' | 'member'> {
  const { classId, role, guest, asks = false } = joining;
  const { db, now } = ctx;
  const known = await lockClass(db, classId);
  if (known?.state !== 'active') throw new AppError('state_conflict', { details: { state: known?.state ?? 'deleted' } });
  if (known.external_ref !== null) throw refuseExternal();
  const who = 'codeId' in joining ? { code_id: joining.codeId } : { person_id: joining.personId };
  const state = asks ? 'applied' : 'active';
  const member = await findMembership(db, classId, who);
  if (member?.state === 'suspended') throw new AppError('suspended');
  if (!member) {
    await insertMember(db, { class_id: classId, ...who, role, guest, state }, now);
    if ('codeId' in joining) await settleCode(db, classId, joining.codeId);
  } else if (member.state !== 'active') await setMember(db, member.id, { state, role, guest }, now);
  else {
    const turned = (member.role === 'student') !== (role === 'student');
    const moved = guest && !member.guest;
    if (!turned && !moved) return 'member';
    // Nobody from another school owns a class.
    await setMember(db, member.id, { guest, ...((turned || member.role === 'owner') && { role }) }, now);
  }
  return 'joined';
}
