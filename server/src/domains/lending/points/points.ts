/** Lending points: list, creation and change of rules (docs/behaviour/lending.md#lending-points). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { lending } from '@fundus/contract/lending/lending';
import { KEEP_DAYS } from '@fundus/contract/lending/calendar/rules';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { isDistrictAdmin } from '@fundus/contract/access';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { findPoint, insertPoint, listGuestPoints, listPoints, updatePoint, listSchoolsOf, type PointRow } from './point-repository.ts';
import { maySeePoint, mayWorkAtDesk, pointOwner } from './policy.ts';
import { requirePoint } from './access.ts';
import { presentPoint, presentToGuest } from './present.ts';

/** Returns the points at whose desk the user works, sorted by name. */
export async function listOwnDesks({ db, user }: Pick<UserCtx, 'db' | 'user'>): Promise<PointRow[]> {
  const { district_id, school_id } = user;
  if (district_id === null) return [];
  return (await listPoints(db, { district_id, school_id, whole: isDistrictAdmin(user) })).filter((point) => mayWorkAtDesk(user, point));
}

export async function readPoints({ db, user }: Ctx): Promise<Reply<typeof lending.points>> {
  if (!user) return { items: (await listGuestPoints(db)).map(presentToGuest), can: { create: false } };
  const { district_id, school_id } = user;
  const rows = district_id === null ? [] : await listPoints(db, { district_id, school_id, whole: isDistrictAdmin(user) });
  return {
    items: rows.filter((point) => maySeePoint(user, point)).map((point) => presentPoint(user, point)),
    can: { create: pointOwner(user) !== null },
  };
}

/** Sets `processed` for all opening days, because an open desk processes orders. */
export const completeWeek = <T extends Partial<Input<typeof lendingDesk.createPoint>['body']>>(fields: T): T => ({
  ...fields,
  ...(fields.week && { week: fields.week.map((day) => ({ ...day, processed: day.processed || day.open })) }),
});

/** Throws `forbidden` if the retention period changes and the user is not a district administrator. */
function requireDistrict({ user }: UserCtx, wanted: number | undefined, current: number): void {
  if (wanted !== undefined && wanted !== current && !isDistrictAdmin(user)) throw new AppError('forbidden', { field: 'keep_days' });
}

/** Throws unless the schools belong to the point's district. The point of a school cannot choose schools. */
async function requireItsSchools({ db }: UserCtx, district_id: string | null, wanted: readonly string[] | null | undefined): Promise<void> {
  if (!wanted) return;
  if (district_id === null) throw invalid('open_schools', 'choice');
  const there = new Set((await listSchoolsOf(db, district_id)).map(({ id }) => id));
  if (wanted.some((id) => !there.has(id))) throw notFound('open_schools');
}

/** Throws if the point of a school is to be visible to guests. */
function checkGuestVisibility(school_id: string | null, guests: boolean | undefined): void {
  if (guests && school_id !== null) throw invalid('guests', 'choice');
}

/** Throws if a point that belongs to no school is to lend by the lesson. */
function requireLessons(school_id: string | null, mode: LendingPoint['mode'] | undefined): void {
  if (mode === 'periods' && school_id === null) throw invalid('mode', 'choice');
}

/** Throws if the settings are impossible for a point with this owner. */
export function requirePossibleAt(school_id: string | null, { mode, guests }: Partial<Pick<LendingPoint, 'mode' | 'guests'>>): void {
  requireLessons(school_id, mode);
  checkGuestVisibility(school_id, guests);
}

export async function createPoint(ctx: UserCtx, body: Input<typeof lendingDesk.createPoint>['body']): Promise<LendingPoint> {
  const owner = pointOwner(ctx.user);
  if (!owner) throw new AppError('forbidden');
  requireDistrict(ctx, body.keep_days, KEEP_DAYS);
  requirePossibleAt('school_id' in owner ? owner.school_id : null, body);
  await requireItsSchools(ctx, 'district_id' in owner ? owner.district_id : null, body.open_schools);
  const id = newId(ctx.now);
  await insertPoint(ctx.db, id, owner, completeWeek(body), ctx.now);
  await recordAudit(ctx, 'lending.create_point', null, { name: body.name });
  return presentPoint(ctx.user, (await findPoint(ctx.db, id))!);
}

type Change = Omit<Input<typeof lendingDesk.changePoint>['body'], 'version'>;

/** Returns the point before and after a change. Throws if the user may not make this change. */
export async function requirePointChange(ctx: UserCtx, id: string, fields: Change): Promise<{ before: PointRow; next: PointRow }> {
  const before = await requirePoint(ctx, id, 'manage', 'id');
  requireDistrict(ctx, fields.keep_days, before.keep_days);
  requirePossibleAt(before.school_id, fields);
  await requireItsSchools(ctx, before.school_id === null ? before.district_id : null, fields.open_schools);
  const { open_schools: _, ...rules } = completeWeek(fields);
  return { before, next: { ...before, ...rules } };
}

/** Saves a change. Throws `version_conflict` if the point has been changed meanwhile. */
export async function savePoint(ctx: UserCtx, before: PointRow, version: number, fields: Change): Promise<LendingPoint> {
  if (!(await updatePoint(ctx.db, before.id, version, completeWeek(fields)))) throw new AppError('version_conflict');
  const after = await findPoint(ctx.db, before.id);
  if (!after) throw notFound();
  const changed = Object.keys(fields).filter((field) => JSON.stringify(before[field as never]) !== JSON.stringify(after[field as never]));
  await recordAudit(
    ctx,
    'lending.change_point',
    null,
    { name: after.name, fields: changed },
    { school: after.school_id, district: after.district_id },
  );
  return presentPoint(ctx.user, after);
}
