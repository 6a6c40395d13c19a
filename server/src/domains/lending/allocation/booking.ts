/** Deciding about devices: under locks, in the one transaction of the call (docs/behaviour/lending.md#availability). */
import { today } from '@fundus/contract/days';
import { AppError, invalid } from '@fundus/contract/errors';
import type { CourierDays, TourDays } from '@fundus/contract/lending/allocation/courier';
import { lessonProblem, lessonsWrong, overlaps } from '@fundus/contract/lending/calendar/lessons';
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
/** Also what waits for somebody since yesterday: a line that moves takes its past days along. */
const BEGINNING = '1970-01-01';

/** Nobody else decides about devices of these models until the transaction ends, and what time has made of them is written down. */
export async function lockModels(ctx: At, models: readonly string[]): Promise<void> {
  await lockModelRows(ctx.db, models);
  await releaseLapsed(ctx.db, ctx.now, models);
  for (const model of new Set(models)) await placeDisplaced(ctx, model);
}

/** Bookings that lost their device come before anything new: each gets one as soon as there is one for all of its days. */
async function placeDisplaced(ctx: At, model: string): Promise<void> {
  for (const { id, point, rules, ...period } of await listDisplaced(ctx.db, model)) {
    const busy = spanOf(point, rules, period);
    const { items, booked } = await readStock(ctx, model);
    const plan = planAllocation(items, booked, [busy]);
    if (plan) await moveLines(ctx.db, [...movesOf(plan.moves), { id, item_id: plan.places[0]!, busy }]);
  }
}

/** Throws what stands against a period whatever devices there are. `except`: an order that has its visits already. */
export async function requireLendable(
  { db, now }: At,
  point: PointRow,
  model: ModelRules & { name: string },
  period: Period,
  except: string | null,
): Promise<void> {
  const { start, end } = period;
  const wrong = lessonsWrong(point, period);
  if (wrong) throw invalid(wrong.field, wrong.rule);
  const visits = point.visits_max === null ? new Map<string, number>() : await countVisits(db, point.id, start, end, except);
  const problem =
    periodProblem(point, model, period, { today: today(now), visits: (day) => visits.get(day) ?? 0 }) ??
    lessonProblem(point, period, { day: today(now), time: timeOf(now) });
  if (!problem) return;
  const { code, ...details } = problem;
  throw new AppError(code, { details: { ...details, model: model.name } });
}

type Stock = { items: UsableRow[]; booked: BookedRow[] };

export async function readStock({ db, now }: At, model: string): Promise<Stock> {
  return { items: await listUsable(db, [model]), booked: await listBooked(db, [model], now, BEGINNING, END) };
}

/** So many of one model for the same days; `tours`: by courier, with one of them. */
export type BookingRequest = {
  point: PointRow;
  model: ModelRules & { id: string; name: string };
  period: Period;
  quantity: number;
  tours: TourDays;
};

/** Devices, the days on which they are nobody else's, and those of the courier. */
type Taken = { busy: Span; places: string[]; courier: CourierDays | null };

/**
 * Devices for a wish, the first of them for lines that move there (`moved`), with others moved where that makes room. Throws `not_available` with the
 * first day that lacks one, and from when there are as many for as long, or why no tour is in time.
 */
export async function allocateDevices(ctx: At, wish: BookingRequest, moved: readonly string[] = []): Promise<Taken> {
  const { model, period } = wish;
  // Hours may have changed before the lock was granted.
  const point = (await findPoint(ctx.db, wish.point.id))!;
  const courier = requireCourierDays(ctx, point, wish.tours, period);
  const busy = spanOf(point, model, { ...period, courier });
  const spans = Array.from({ length: wish.quantity }, () => busy);
  const { items, booked } = await readStock(ctx, model.id);
  const stock = { items, booked: booked.filter((each) => !moved.includes(each.id)) };
  const plan = planAllocation(stock.items, stock.booked, spans);
  if (!plan) {
    const next = await findNextFree(ctx, wish, stock);
    throw new AppError('not_available', { details: { ...firstLack(stock.items, stock.booked, spans), next, model: model.name } });
  }
  // In one statement: others may move to where the lines were.
  const loan = { from: period.start, until: period.end, lessons: period.lessons };
  const own = moved.map((id, i) => ({ id, loan, item_id: plan.places[i]!, busy }));
  await moveLines(ctx.db, [...movesOf(plan.moves), ...own]);
  return { busy, places: plan.places, courier };
}

/** The first day, or lesson, that has too few: of all spans as one, since those of one wish are alike. */
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

/** A line with days of its own, and the device it is to have. */
export type Wanted = { id: string; item_id: string; busy: Span; loan: Span };

/** Who moves where so that one device is there for a span, or the line that would be hurt. */
export function planDevice(
  { items, booked }: Stock,
  { id, item_id, busy }: Pick<Wanted, 'item_id' | 'busy'> & { id: string | null },
): { hurt: BookedRow } | { moves: ReadonlyMap<string, string> } {
  const others = booked.filter((line) => line.id !== id);
  const hurt = hurtBy(others, { item_id, busy });
  const fixed = hurt.find((other) => other.fixed);
  if (fixed) return { hurt: fixed };
  const plan = hurt.length === 0 ? null : planAllocation(items, [...others, { id: '', item_id, fixed: true, ...busy }], []);
  return hurt.length > 0 && !plan ? { hurt: hurt[0]! } : { moves: plan?.moves ?? new Map() };
}

/**
 * One device for one span, whichever line had it in mind: others move, and the line for which it is gets device and days with them. Gives the line
 * that would be hurt where they cannot. Without an id it is for a line that is not there yet.
 */
export async function takeDevice(
  ctx: At,
  model: string,
  { id, ...wanted }: Omit<Wanted, 'id'> & { id: string | null },
): Promise<BookedRow | null> {
  const plan = planDevice(await readStock(ctx, model), { id, ...wanted });
  if ('hurt' in plan) return plan.hurt;
  await moveLines(ctx.db, [...movesOf(plan.moves), ...(id === null ? [] : [{ id, ...wanted }])]);
  return null;
}

/** Lines with a device on some of these days, the earliest first. */
const hurtBy = (lines: readonly BookedRow[], { item_id, busy }: Pick<Wanted, 'item_id' | 'busy'>): BookedRow[] =>
  lines.filter((line) => line.item_id === item_id && overlaps(line, busy)).sort((a, b) => (a.from < b.from ? -1 : 1));

/** Takes a device whoever was to have it: they get another one where there is one. Gives those who have none now. */
export async function takeDeviceAnyway(ctx: At, model: string, wanted: Omit<Wanted, 'id'> & { id: string | null }): Promise<BookedRow[]> {
  const { booked } = await readStock(ctx, model);
  const hurt = hurtBy(
    booked.filter(({ id }) => id !== wanted.id),
    wanted,
  );
  await displaceLines(
    ctx.db,
    hurt.map(({ id }) => id),
  );
  await takeDevice(ctx, model, wanted);
  return hurt;
}

/** … once it is known to be taken: who of them has none now. */
export async function settleConflicts(ctx: At, model: string, hurt: readonly BookedRow[]): Promise<BookedRow[]> {
  await placeDisplaced(ctx, model);
  const left = new Set((await listDisplaced(ctx.db, model)).map(({ id }) => id));
  return hurt.filter(({ id }) => left.has(id));
}

/** Devices of the model that are free on all of these days. */
export async function listFree(ctx: At, model: string, busy: Span, except: string | null): Promise<string[]> {
  const { items, booked } = await readStock(ctx, model);
  const others = booked.filter(({ id }) => id !== except);
  return items
    .filter(({ from, until }) => (from === null || from <= busy.from) && (until === null || busy.until <= until))
    .filter(({ id }) => hurtBy(others, { item_id: id, busy }).length === 0)
    .map(({ id }) => id);
}

const movesOf = (moves: ReadonlyMap<string, string> = new Map()) => [...moves].map(([id, item_id]) => ({ id, item_id }));

/** After devices have come, gone or changed: lines whose device is not there any more get another one, where there is one. */
export async function settle(ctx: At, model: string): Promise<void> {
  const { items, booked } = await readStock(ctx, model);
  const plan = planAllocation(items, booked, []);
  if (plan) await moveLines(ctx.db, movesOf(plan.moves));
  await placeDisplaced(ctx, model);
}
