/** Booking of devices under row locks, in the transaction of the call (docs/behaviour/lending.md#availability). */
import { today } from '@fundus/contract/days';
import { AppError, invalid } from '@fundus/contract/errors';
import type { CourierDays, TourDays } from '@fundus/contract/lending/allocation/courier';
import { lessonProblem, findLessonsProblem, overlaps } from '@fundus/contract/lending/calendar/lessons';
import { periodProblem, type ModelRules } from '@fundus/contract/lending/calendar/rules';
import { timeOf } from '@fundus/contract/schools/timetable';
import type { Ctx } from '../../../http/context.ts';
import { countVisits, listBooked, listUsable, moveLines, releaseLapsed, type BookedRow, type UsableRow } from './allocation-repository.ts';
import { displaceLines, listDisplaced } from './displaced-repository.ts';
import { requireCourierDays } from './courier.ts';
import { findNextFree } from './next-free.ts';
import { countFree, partsOf, planAllocation, type Span } from './allocation.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { spanOf, type Period } from './spans.ts';
import { lockModelRows } from '../models/stock-repository.ts';

type At = Pick<Ctx, 'db' | 'now'>;
const END = '9999-12-31';
/** Start of the range in which bookings are read. It includes past days, because a moved line keeps its past days. */
const BEGINNING = '1970-01-01';

/** Locks the models until commit, stores transitions that only depend on time, and reallocates displaced bookings. */
export async function lockModels(ctx: At, models: readonly string[]): Promise<void> {
  await lockModelRows(ctx.db, models);
  await releaseLapsed(ctx.db, ctx.now, models);
  for (const model of new Set(models)) await placeDisplaced(ctx, model);
}

/** Reallocates displaced bookings, which take precedence over new ones. Each gets a device as soon as one is free on all of its days. */
async function placeDisplaced(ctx: At, model: string): Promise<void> {
  for (const { id, point, rules, ...period } of await listDisplaced(ctx.db, model)) {
    const busy = spanOf(point, rules, period);
    const { items, booked } = await readStock(ctx, model);
    const plan = planAllocation(items, booked, [busy]);
    if (plan) await moveLines(ctx.db, [...movesOf(plan.moves), { id, item_id: plan.itemIds[0]!, busy }]);
  }
}

/**
 * Throws if a period violates a rule of the point or the model, regardless of free devices. `except` is an order whose visits are already counted.
 */
export async function requireLendable(
  { db, now }: At,
  point: PointRow,
  model: ModelRules & { name: string },
  period: Period,
  except: string | null,
): Promise<void> {
  const { start, end } = period;
  const wrong = findLessonsProblem(point, period);
  if (wrong) throw invalid(wrong.field, wrong.rule);
  const visits = point.visits_max === null ? new Map<string, number>() : await countVisits(db, point.id, start, end, except);
  const problem =
    periodProblem(point, model, period, { today: today(now), visits: (day) => visits.get(day) ?? 0 }) ??
    lessonProblem(point, period, { day: today(now), time: timeOf(now) });
  if (!problem) return;
  const { code, ...details } = problem;
  throw new AppError(code, { details: { ...details, model: model.name } });
}

export type Stock = { items: UsableRow[]; booked: BookedRow[] };

export async function readStock(ctx: At, model: string): Promise<Stock> {
  return (await readStocks(ctx, [model])).get(model)!;
}

/** Returns the devices and bookings of each model. */
export async function readStocks({ db, now }: At, models: readonly string[]): Promise<Map<string, Stock>> {
  const items = Map.groupBy(await listUsable(db, models), ({ model_id }) => model_id);
  const booked = Map.groupBy(await listBooked(db, models, now, BEGINNING, END), ({ model_id }) => model_id);
  return new Map(models.map((id) => [id, { items: items.get(id) ?? [], booked: booked.get(id) ?? [] }]));
}

/**
 * Request for a number of devices of one model in the same period. `tours` are the weekdays of the courier, or `null` if the borrower collects the
 * devices.
 */
export type BookingRequest = {
  point: PointRow;
  model: ModelRules & { id: string; name: string };
  period: Period;
  quantity: number;
  tours: TourDays;
};

/** Allocated devices, the span of their reservation, and the courier days. */
type Taken = { busy: Span; itemIds: string[]; courier: CourierDays | null };

/**
 * Allocates devices for a request, the first ones to the lines in `moved`. Moves other lines if necessary. Throws `not_available` with the first day
 * that lacks a device and the next free period, or the reason why no tour is in time.
 */
export async function allocateDevices(ctx: At, request: BookingRequest, moved: readonly string[] = []): Promise<Taken> {
  const { model, period } = request;
  // The opening hours may have changed before the lock was acquired.
  const point = (await findPoint(ctx.db, request.point.id))!;
  const courier = requireCourierDays(ctx, point, request.tours, period);
  const busy = spanOf(point, model, { ...period, courier });
  const spans = Array.from({ length: request.quantity }, () => busy);
  const { items, booked } = await readStock(ctx, model.id);
  const stock = { items, booked: booked.filter((each) => !moved.includes(each.id)) };
  const plan = planAllocation(stock.items, stock.booked, spans);
  if (!plan) {
    const next = await findNextFree(ctx, request, stock);
    throw new AppError('not_available', { details: { ...firstLack(stock.items, stock.booked, spans), next, model: model.name } });
  }
  // Uses one statement, because other lines may move to the current devices of these lines.
  const loan = { from: period.start, until: period.end, lessons: period.lessons };
  const own = moved.map((id, i) => ({ id, loan, item_id: plan.itemIds[i]!, busy }));
  await moveLines(ctx.db, [...movesOf(plan.moves), ...own]);
  return { busy, itemIds: plan.itemIds, courier };
}

/** Returns the first day or lesson with too few devices. All spans of a request are alike, so their union is checked. */
function firstLack(
  items: readonly UsableRow[],
  booked: readonly BookedRow[],
  spans: readonly Span[],
): { date: string; lesson?: number; free: number } {
  const whole = spans.reduce((all, span) => ({
    ...(span.from < all.from ? { ...all, from: span.from } : all),
    ...(span.until > all.until && { until: span.until }),
  }));
  for (const part of partsOf(whole)) {
    const free = countFree(items, booked, part);
    const lesson = part.lessons ? { lesson: part.lessons.first } : {};
    if (free < spans.filter((span) => overlaps(span, part)).length) return { date: part.from, ...lesson, free };
  }
  return { date: whole.from, free: 0 };
}

/** A line with its new period and the device that it is to get. */
export type WantedLine = { id: string; item_id: string; busy: Span; loan: Span };

/** Returns the moves that free a device in a span. If this is impossible, returns the conflicting line. */
export function planDevice(
  { items, booked }: Stock,
  { id, item_id, busy }: Pick<WantedLine, 'item_id' | 'busy'> & { id: string | null },
): { conflict: BookedRow } | { moves: ReadonlyMap<string, string> } {
  const others = booked.filter((line) => line.id !== id);
  const conflicts = findConflicts(others, { item_id, busy });
  const fixed = conflicts.find((other) => other.fixed);
  if (fixed) return { conflict: fixed };
  const plan = conflicts.length === 0 ? null : planAllocation(items, [...others, { id: '', item_id, fixed: true, ...busy }], []);
  return conflicts.length > 0 && !plan ? { conflict: conflicts[0]! } : { moves: plan?.moves ?? new Map() };
}

/**
 * Reserves a device for a line and moves other lines in the same statement. Returns the conflicting line if the others cannot move. `id` is `null` if
 * the line does not exist yet.
 */
export async function reserveForLine(
  ctx: At,
  model: string,
  { id, ...wanted }: Omit<WantedLine, 'id'> & { id: string | null },
): Promise<BookedRow | null> {
  const plan = planDevice(await readStock(ctx, model), { id, ...wanted });
  if ('conflict' in plan) return plan.conflict;
  await moveLines(ctx.db, [...movesOf(plan.moves), ...(id === null ? [] : [{ id, ...wanted }])]);
  return null;
}

/** Returns the lines that reserve a device in a span, ordered by start. */
const findConflicts = (lines: readonly BookedRow[], { item_id, busy }: Pick<WantedLine, 'item_id' | 'busy'>): BookedRow[] =>
  lines.filter((line) => line.item_id === item_id && overlaps(line, busy)).sort((a, b) => (a.from < b.from ? -1 : 1));

/** Takes a device from its bookings in a span and reserves it for a line. Returns the displaced lines. */
export async function displaceBookings(
  ctx: At,
  model: string,
  wanted: Omit<WantedLine, 'id'> & { id: string | null },
): Promise<BookedRow[]> {
  const { booked } = await readStock(ctx, model);
  const conflicts = findConflicts(
    booked.filter(({ id }) => id !== wanted.id),
    wanted,
  );
  await displaceLines(
    ctx.db,
    conflicts.map(({ id }) => id),
  );
  await reserveForLine(ctx, model, wanted);
  return conflicts;
}

/** Allocates other devices to displaced lines if possible. Returns the lines that are left without a device. */
export async function reallocateConflicts(ctx: At, model: string, conflicts: readonly BookedRow[]): Promise<BookedRow[]> {
  await placeDisplaced(ctx, model);
  const left = new Set((await listDisplaced(ctx.db, model)).map(({ id }) => id));
  return conflicts.filter(({ id }) => left.has(id));
}

/** Returns the devices of a model that are free in the whole span. The line `except` does not count. */
export async function listFree(ctx: At, model: string, busy: Span, except: string | null): Promise<string[]> {
  const { items, booked } = await readStock(ctx, model);
  const others = booked.filter(({ id }) => id !== except);
  return items
    .filter(({ from, until }) => (from === null || from <= busy.from) && (until === null || busy.until <= until))
    .filter(({ id }) => findConflicts(others, { item_id: id, busy }).length === 0)
    .map(({ id }) => id);
}

const movesOf = (moves: ReadonlyMap<string, string> = new Map()) => [...moves].map(([id, item_id]) => ({ id, item_id }));

/** Reassigns lines after the stock of a model has changed. Lines whose device is no longer usable get another one if possible. */
export async function reassignLines(ctx: At, model: string): Promise<void> {
  const { items, booked } = await readStock(ctx, model);
  const plan = planAllocation(items, booked, []);
  if (plan) await moveLines(ctx.db, movesOf(plan.moves));
  await placeDisplaced(ctx, model);
}
