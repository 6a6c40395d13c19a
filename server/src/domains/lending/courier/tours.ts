/** Courier tours with their weekday and schools, and the deliveries and pickups of a day (docs/behaviour/lending.md#tours). */
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { lineStateAt, mayMark } from '@fundus/contract/lending/states';
import type { lendingTours, Tour, TourLine } from '@fundus/contract/lending/courier/tours';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { findLine, updateLine } from '../allocation/order-repository.ts';
import { clockOf } from '../orders/present.ts';
import { type PointRow, listSchoolsOf } from '../points/point-repository.ts';
import { mayManagePoint } from '../points/policy.ts';
import { listTourDays } from '../allocation/courier.ts';
import { applyEffects, readEffects, notifyEffects } from '../orders/effects.ts';
import { withTour, type NextTour } from './tour-effects.ts';
import {
  findTour,
  insertTour,
  listLinesOfTour,
  listStops,
  listTourLines,
  listTours,
  removeTourRow,
  setStops,
  updateTour,
  type TourLineRow,
  type TourRow,
} from '../allocation/tour-repository.ts';
import { requirePoint } from '../points/access.ts';

/** Number of days from a tour to the day before the next one. A weekly tour delivers everything that is due before the next tour. */
const WEEK = 6;

async function presentTours({ db }: Pick<UserCtx, 'db'>, rows: readonly TourRow[]): Promise<Tour[]> {
  const stops = Map.groupBy(
    await listStops(
      db,
      rows.map(({ id }) => id),
    ),
    ({ tour_id }) => tour_id,
  );
  return rows.map(({ id, name, weekday, version }) => ({
    ...{ id, name, weekday, version },
    schools: (stops.get(id) ?? []).map((stop) => ({ id: stop.id, name: stop.name })),
  }));
}

export async function readCourier(ctx: UserCtx, pointId: string): Promise<Reply<typeof lendingTours.courier>> {
  const point = await requirePoint(ctx, pointId, 'see');
  return { weekdays: [...((await listTourDays(ctx, point, { delivery: 'courier', school_id: ctx.user.school_id })) ?? [])] };
}

export async function readTours(ctx: UserCtx, pointId: string): Promise<Reply<typeof lendingTours.tours>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const items = await presentTours(ctx, await listTours(ctx.db, point.id));
  return { items, schools: mayManagePoint(ctx.user, point) ? await listSchoolsOf(ctx.db, point.district_id) : [] };
}

/** Throws `not_found` if a school is not in the district of the point. */
async function requireNear({ db }: UserCtx, point: PointRow, schools: readonly string[]): Promise<void> {
  const there = new Set((await listSchoolsOf(db, point.district_id)).map(({ id }) => id));
  if (schools.some((id) => !there.has(id))) throw notFound('schools');
}

export async function createTour(
  ctx: UserCtx,
  { point: pointId, name, weekday, schools }: Input<typeof lendingTours.createTour>['body'],
): Promise<Tour> {
  const point = await requirePoint(ctx, pointId, 'manage');
  await requireNear(ctx, point, schools);
  const id = newId(ctx.now);
  await insertTour(ctx.db, { id, point_id: point.id, name, weekday });
  await setStops(ctx.db, id, schools);
  return (await presentTours(ctx, [(await findTour(ctx.db, id))!]))[0]!;
}

export async function requireTour(ctx: UserCtx, id: string, to: 'desk' | 'manage'): Promise<{ tour: TourRow; point: PointRow }> {
  const tour = await findTour(ctx.db, id);
  if (!tour) throw notFound();
  return { tour, point: await requirePoint(ctx, tour.point_id, to, 'id') };
}

export async function changeTour(
  ctx: UserCtx,
  id: string,
  { version, schools, ...words }: Input<typeof lendingTours.changeTour>['body'],
): Promise<Tour> {
  const { tour, point } = await requireTour(ctx, id, 'manage');
  await requireNear(ctx, point, schools ?? []);
  const effects = await applyEffects(
    ctx,
    point,
    await withTour(ctx, point, tour, await nextOf(ctx, tour, { weekday: words.weekday, schools })),
  );
  if (!(await updateTour(ctx.db, id, version, words))) throw new AppError('version_conflict');
  if (schools) await setStops(ctx.db, id, schools);
  await notifyEffects(ctx, effects);
  return (await presentTours(ctx, [(await findTour(ctx.db, id))!]))[0]!;
}

export async function removeTour(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const { tour, point } = await requireTour(ctx, id, 'manage');
  const effects = await applyEffects(ctx, point, await withTour(ctx, point, tour, null));
  await removeTourRow(ctx.db, id);
  await notifyEffects(ctx, effects);
  return { ok: true };
}

/** Returns the tour after a change. Absent fields keep their value. */
async function nextOf(
  { db }: UserCtx,
  { id, weekday }: TourRow,
  change: { weekday?: number | undefined; schools?: readonly string[] | undefined },
): Promise<NextTour> {
  return { weekday: change.weekday ?? weekday, schools: change.schools ?? (await listStops(db, [id])).map((stop) => stop.id) };
}

/** Returns the orders that a change or deletion of the tour would affect. */
export async function readTourEffects(
  ctx: UserCtx,
  id: string,
  body: Input<typeof lendingTours.tourEffects>['body'],
): Promise<Reply<typeof lendingTours.tourEffects>> {
  const { tour, point } = await requireTour(ctx, id, 'manage');
  await requireNear(ctx, point, body.schools ?? []);
  const leaves = body.weekday === undefined && body.schools === undefined;
  return { items: await readEffects(ctx, point, await withTour(ctx, point, tour, leaves ? null : await nextOf(ctx, tour, body))) };
}

const presentLine = (row: TourLineRow): TourLine => ({
  ...{ id: row.id, number: row.number, borrower: row.borrower ?? '', model: row.model_name, courier: row.courier, state: row.state },
  ...{ code: row.code ?? '', start: row.start_on, end: row.end_on, bring: row.bring_on, fetch: row.fetch_on },
});

/** Returns whether a line counts as a delivery on that day: not handed over yet, in transit, or delivered that day. Other lines are pickups. */
const isBrought = ({ state, courier, courier_on }: TourLineRow, date: string): boolean =>
  state !== 'on_loan' || courier === 'out' || (courier === 'brought' && courier_on === date);

export async function readTourDay(ctx: UserCtx, tour: TourRow, date: string): Promise<Reply<typeof lendingTours.tourDay>> {
  const about = { date, until: shiftDay(date, WEEK), today: today(ctx.now) };
  const lines = (await listTourLines(ctx.db, tour, about)).filter(
    (line) => lineStateAt({ ...line, start: line.start_on, end: line.end_on, ends_at: null }, clockOf(ctx.now)) === line.state,
  );
  return {
    stops: (await listStops(ctx.db, [tour.id])).map(({ id, name }) => {
      const here = lines.filter(({ school_id }) => school_id === id);
      return {
        school: { id, name },
        bring: here.filter((line) => isBrought(line, date)).map(presentLine),
        fetch: here.filter((line) => !isBrought(line, date)).map(presentLine),
      };
    }),
  };
}

export async function findTourDay(ctx: UserCtx, id: string, date: string): Promise<Reply<typeof lendingTours.tourDay>> {
  return readTourDay(ctx, (await requireTour(ctx, id, 'desk')).tour, date);
}

/** Marks all lines as delivered or picked up, or none if one of them cannot be marked. */
export async function markTour(
  ctx: UserCtx,
  id: string,
  { lines, to }: Input<typeof lendingTours.markTour>['body'],
): Promise<{ ok: true }> {
  const { tour } = await requireTour(ctx, id, 'desk');
  const day = today(ctx.now);
  const known = new Set((await listLinesOfTour(ctx.db, tour)).map((line) => line.id));
  for (const line of new Set(lines)) {
    if (!known.has(line)) throw notFound('lines');
    const { state, courier } = (await findLine(ctx.db, line))!;
    if (state !== 'on_loan' || !mayMark(courier, to)) throw new AppError('state_conflict', { field: 'lines', details: { state } });
    await updateLine(ctx.db, line, { courier: to, courier_on: day });
  }
  return { ok: true };
}
