/** Creates licences that were bought elsewhere, one at a time or from a package. */
import { today } from '@fundus/contract/days';
import { AppError, invalid, notFound, rejectInvalidFields, type FieldProblem } from '@fundus/contract/errors';
import type { Licence, NewLicence } from '@fundus/contract/licences/licences';
import { periodOf } from '@fundus/contract/licences/rules';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { isDistrictEditor, hasAssignedSeats } from '../active.ts';
import { findMedium, findSchool, insertLicence } from '../manage-repository.ts';
import { managesLicences } from '../policy.ts';
import { logMediaChanges, presentLicence, requireManaged } from '../service.ts';

export type Owner = { district_id: string | null; school_id: string | null };

/**
 * Returns the owner of a new licence. District editors may choose the district or one of its schools. Other users create licences for their own
 * school. Throws `forbidden` or `wrong_school`.
 */
export async function findOwner(ctx: UserCtx, { scope, school_id }: Pick<NewLicence, 'scope' | 'school_id'>): Promise<Owner> {
  const { user } = ctx;
  if (!managesLicences(user)) throw new AppError('forbidden');
  if (!isDistrictEditor(user)) {
    if (scope === 'district') throw new AppError('forbidden', { field: 'scope' });
    if (school_id && school_id !== user.school_id) throw new AppError('wrong_school', { field: 'school_id' });
    return { district_id: null, school_id: user.school_id };
  }
  if (!school_id) return { district_id: user.district_id, school_id: null };
  if (scope === 'district') throw invalid('school_id', 'scope');
  const school = await findSchool(ctx.db, school_id);
  if (school?.district_id !== user.district_id) throw new AppError('wrong_school', { field: 'school_id' });
  return { district_id: null, school_id };
}

type Terms = Pick<NewLicence, 'scope' | 'seats' | 'runtime' | 'runtime_days' | 'valid_from' | 'valid_to'>;
type Settled = Pick<Terms, 'seats' | 'valid_from' | 'valid_to'> & { problems: FieldProblem[] };

/**
 * Returns the seats and dates of a new licence and any problems found. If the runtime is a number of days without a first day, it begins today, or
 * with the first seat if the licence has seats.
 */
export function resolveTerms(ctx: Pick<UserCtx, 'now' | 'config'>, terms: Terms, owner: Owner): Settled {
  const { scope, runtime } = terms;
  const entered = { ...terms, valid_to: runtime === 'until_date' ? terms.valid_to : null };
  const period = periodOf(entered, !hasAssignedSeats({ scope, ...owner }), today(ctx.now), ctx.config.schoolYearEnd);
  const problems: FieldProblem[] = [];
  if (scope === 'volume' && terms.seats === 0) problems.push({ field: 'seats', rule: 'required' });
  if (runtime === 'until_date' && terms.valid_to === null) problems.push({ field: 'valid_to', rule: 'required' });
  if (runtime === 'days' && terms.runtime_days === null) problems.push({ field: 'runtime_days', rule: 'required' });
  if (period.valid_to !== null && period.valid_to < (period.valid_from ?? '')) problems.push({ field: 'valid_to', rule: 'range' });
  return { ...period, seats: scope === 'single' ? 1 : terms.seats, problems };
}

/** Creates a licence. Throws `not_found`, `validation_failed`, or `state_conflict` for a free medium. */
export async function createLicence(ctx: UserCtx, body: NewLicence): Promise<Licence> {
  const owner = await findOwner(ctx, body);
  const medium = await findMedium(ctx.db, body.mediaId);
  if (!medium) throw notFound('mediaId');
  if (medium.free) throw new AppError('state_conflict', { field: 'mediaId' });
  const { problems, ...settled } = resolveTerms(ctx, body, owner);
  rejectInvalidFields(problems);
  const { mediaId, school_id: _school, ...terms } = body;
  const id = newId(ctx.now);
  try {
    await insertLicence(ctx.db, { ...terms, ...owner, ...settled, id, identifier: mediaId, origin: 'hand', created_at: ctx.now });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'licence_purchase')
      throw new AppError('already_exists', { field: 'purchase_ref' });
    throw error;
  }
  await recordAudit(ctx, 'licence.create', null, { id, ...terms, ...owner, mediaId });
  await logMediaChanges(ctx, [mediaId]);
  return presentLicence(ctx, await requireManaged(ctx, id));
}
