/**
 * Targets of invitations and who manages them: administrators of a school, teachers of a class, or administrators of a district
 * (docs/behaviour/invitations.md).
 */
import { isAdministrator, isDistrictAdmin } from '@fundus/contract/access';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { isSchoolOpen } from '@fundus/contract/schools/schools';
import type { ValueOf } from '../../db/tables.ts';
import type { UserCtx } from '../../http/context.ts';
import { findClassForInvitation, requireClassToInvite, type InvitedClass } from '../classes/index.ts';
import { findDistrict, requireAdministered, findSchool, mayAdministrate } from '../schools/index.ts';
import { findInvitation, type InvitationRow, type TargetIds } from './repository.ts';

export type Target = TargetIds & {
  /** School of the target, or `null` for the staff of a district. */
  school: { id: string; name: string; state: ValueOf<'school', 'state'>; district_id: string } | null;
  district: { id: string; name: string } | null;
  class: InvitedClass | null;
};
export type TargetRequest = { target?: string | undefined; school?: string | undefined; class_id?: string | null | undefined };

export const auditScope = (row: { school_id: string | null; district_id: string }) => ({
  school: row.school_id,
  district: row.district_id,
});

export const scopeOfTarget = ({ school, district }: Target) => ({
  school: school?.id ?? null,
  district: school?.district_id ?? district?.id ?? null,
});

/** Returns the requested school, or the user's own if none is requested. */
async function resolveSchool(ctx: UserCtx, wanted: string | undefined): Promise<Target> {
  if (!isAdministrator(ctx.user)) throw new AppError('forbidden');
  const id = wanted || ctx.user.school_id;
  if (!id) throw invalid('school', 'required');
  return { schoolId: id, classId: null, staffOf: null, school: await requireAdministered(ctx, id), class: null, district: null };
}

/** Returns the district that the user administers. Throws `forbidden` otherwise. */
async function resolveDistrict(ctx: UserCtx): Promise<Target> {
  if (!isDistrictAdmin(ctx.user)) throw new AppError('forbidden');
  const district = ctx.user.district_id === null ? undefined : await findDistrict(ctx.db, ctx.user.district_id);
  if (!district) throw notFound('target');
  return { schoolId: null, classId: null, staffOf: district.id, school: null, class: null, district };
}

async function resolveClass(ctx: UserCtx, id: string | null | undefined, right: 'read' | 'invite'): Promise<Target> {
  if (!id) throw invalid('class_id', 'required');
  const found = await requireClassToInvite(ctx, id, right);
  const school = await findSchool(ctx.db, found.school_id);
  if (!school) throw notFound('class_id');
  return { schoolId: school.id, classId: id, staffOf: null, school, class: found, district: null };
}

/**
 * Returns the target if the user manages its invitations. For `invite`, the target must also accept members. Throws `forbidden`, `not_found`,
 * `state_conflict`, and `locked` for an unmanaged class.
 */
export async function resolveTarget(ctx: UserCtx, { target, school, class_id }: TargetRequest, right: 'read' | 'invite'): Promise<Target> {
  if (target === 'district') return resolveDistrict(ctx);
  const toClass = target === undefined ? class_id != null : target === 'class';
  const to = toClass ? await resolveClass(ctx, class_id, right) : await resolveSchool(ctx, school);
  const { state } = to.school!;
  if (right === 'invite' && !isSchoolOpen(state)) throw new AppError('state_conflict', { details: { state } });
  return to;
}

async function mayManage(ctx: UserCtx, { staff_of, school_id, class_id, district_id }: InvitationRow): Promise<boolean> {
  if (staff_of !== null) return isDistrictAdmin(ctx.user) && ctx.user.district_id === staff_of;
  if (class_id !== null) return (await findClassForInvitation(ctx.db, class_id, ctx.user))?.teaches === true;
  return mayAdministrate(ctx.user, { id: school_id!, district_id });
}

/** Returns an invitation that the user manages. Throws `not_found` otherwise. */
export async function requireManaged(ctx: UserCtx, id: string): Promise<InvitationRow> {
  const row = await findInvitation(ctx.db, id);
  const may = row && (await mayManage(ctx, row));
  if (!row || !may) throw notFound();
  return row;
}
