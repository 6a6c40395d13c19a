/** Where invitations lead, and who may manage them there: a school its administrators, a class those who teach it (docs/behaviour/invitations.md). */
import { isAdministrator } from '@fundus/contract/access';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { isOpen } from '@fundus/contract/schools/schools';
import type { ValueOf } from '../../db/tables.ts';
import type { UserCtx } from '../../http/context.ts';
import { findClassForInvitation, requireClassToInvite, type InvitedClass } from '../classes/index.ts';
import { requireAdministered, findSchool, mayAdministrate } from '../schools/index.ts';
import { findInvitation, type InvitationRow, type TargetIds } from './repository.ts';

export type Target = TargetIds & {
  school: { id: string; name: string; state: ValueOf<'school', 'state'>; district_id: string };
  class: InvitedClass | null;
};
export type Wanted = { target?: string | undefined; school?: string | undefined; class_id?: string | null | undefined };

export const auditScope = (row: { district_id: string } & ({ school_id: string } | { id: string })) => ({
  school: 'school_id' in row ? row.school_id : row.id,
  district: row.district_id,
});

/** The school that is asked about, or the own one. */
async function resolveSchool(ctx: UserCtx, wanted: string | undefined): Promise<Target> {
  if (!isAdministrator(ctx.user)) throw new AppError('forbidden');
  const id = wanted || ctx.user.school_id;
  if (!id) throw invalid('school', 'required');
  return { schoolId: id, classId: null, school: await requireAdministered(ctx, id), class: null };
}

async function resolveClass(ctx: UserCtx, id: string | null | undefined, what: 'read' | 'invite'): Promise<Target> {
  if (!id) throw invalid('class_id', 'required');
  const found = await requireClassToInvite(ctx, id, what);
  const school = await findSchool(ctx.db, found.school_id);
  if (!school) throw notFound('class_id');
  return { schoolId: school.id, classId: id, school, class: found };
}

/**
 * The place that is meant, for whoever manages its invitations; to `invite` it must take people in. Throws `forbidden`, `not_found`,
 * `state_conflict`, and of a class nobody manages `locked`.
 */
export async function resolveTarget(ctx: UserCtx, { target, school, class_id }: Wanted, what: 'read' | 'invite'): Promise<Target> {
  const toClass = target === undefined ? class_id != null : target === 'class';
  const to = toClass ? await resolveClass(ctx, class_id, what) : await resolveSchool(ctx, school);
  if (what === 'invite' && !isOpen(to.school.state)) throw new AppError('state_conflict', { details: { state: to.school.state } });
  return to;
}

/** An invitation to a place one manages; any other does not exist. */
export async function requireManaged(ctx: UserCtx, id: string): Promise<InvitationRow> {
  const row = await findInvitation(ctx.db, id);
  const may =
    row &&
    (row.class_id === null
      ? mayAdministrate(ctx.user, { id: row.school_id, district_id: row.district_id })
      : (await findClassForInvitation(ctx.db, row.class_id, ctx.user))?.teaches);
  if (!row || !may) throw notFound();
  return row;
}
