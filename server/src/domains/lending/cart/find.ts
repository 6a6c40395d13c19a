/** Search for devices and their availability (docs/behaviour/lending.md#availability). */
import { daysBetween, shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { invalid, notFound } from '@fundus/contract/errors';
import { deliveryProblem, tourFrom, tourUntil } from '@fundus/contract/lending/allocation/courier';
import { withParents } from '@fundus/contract/lending/points/categories';
import { MAX_CALENDAR_DAYS, type lending } from '@fundus/contract/lending/lending';
import { closureName, dayReasons, earliestPickUp, maxLoanDays, allowsSameDayTurnaround } from '@fundus/contract/lending/calendar/rules';
import { lessonAt } from '@fundus/contract/schools/timetable';
import type { Ctx } from '../../../http/context.ts';
import { findAlternatives } from '../../catalogue/index.ts';
import { requireOrder } from '../orders/access.ts';
import { findBriefing } from '../orders/briefing-repository.ts';
import { readStock } from '../allocation/booking.ts';
import { countVisits, countWithheld, listBooked, listUsable } from '../allocation/allocation-repository.ts';
import { countFree, partsOf } from '../allocation/allocation.ts';
import type { PointRow } from '../points/point-repository.ts';
import { mayWorkAtDesk } from '../points/policy.ts';
import { isLentTo, mayBorrowAt } from '../../../visitors/borrowing.ts';
import { clockOf } from '../orders/present.ts';
import { listTourDays } from '../allocation/courier.ts';
import { spanOf, type Period } from '../allocation/spans.ts';
import { countModels, listCategories, listModels, type ModelRow } from '../models/stock-repository.ts';
import { requireVisiblePoint } from '../points/access.ts';
import { requireVisibleModel } from '../models/access.ts';

export async function readModels(ctx: Ctx, query: Input<typeof lending.models>['query']): Promise<Reply<typeof lending.models>> {
  const point = await requireVisiblePoint(ctx, query.point);
  const { offset, limit, q, category, from, until } = query;
  const lessons = query.first > 0 && query.last >= query.first ? { first: query.first, last: query.last } : null;
  const words = await findAlternatives(ctx.db, q);
  const asked = {
    point: point.id,
    words,
    category,
    staff: ctx.user !== null && mayWorkAtDesk(ctx.user, point),
    media: ctx.config.Verleih,
    picturedFirst: query.order === 'picture',
  };
  const rows = await listModels(ctx.db, asked, offset, limit);
  const free =
    from === '' || until === '' ? new Map<string, number>() : await countFreeOf(ctx, point, rows, { start: from, end: until, lessons });
  return {
    total: await countModels(ctx.db, asked),
    offset,
    limit,
    items: rows.map((row) => ({ ...row, free: free.get(row.id) ?? null })),
    categories: withParents(await listCategories(ctx.db, asked)),
  };
}

/** Returns the number of devices per model that are free in the whole period, including buffer days. Throws if the period exceeds 400 days. */
async function countFreeOf({ db, now }: Ctx, point: PointRow, models: readonly ModelRow[], period: Period): Promise<Map<string, number>> {
  if (daysBetween(period.start, period.end) > 400) throw invalid('until', 'max');
  const ids = models.map(({ id }) => id);
  const spans = new Map(models.map((model) => [model.id, spanOf(point, model, period)]));
  const [from, until] = [shiftDay(period.start, -30), shiftDay(period.end, 30)];
  const items = Map.groupBy(await listUsable(db, ids), ({ model_id }) => model_id);
  const booked = Map.groupBy(await listBooked(db, ids, now, from, until), ({ model_id }) => model_id);
  const day = today(now);
  return new Map(
    ids.map((id) => {
      let least = Infinity;
      for (const part of partsOf(spans.get(id)!))
        if (part.from >= day) least = Math.min(least, countFree(items.get(id) ?? [], booked.get(id) ?? [], part));
      return [id, least === Infinity ? 0 : least];
    }),
  );
}

export async function readModel(ctx: Ctx, id: string): Promise<Reply<typeof lending.model>> {
  const { model, point } = await requireVisibleModel(ctx, id);
  const { user } = ctx;
  if (!user) return { ...model, briefing: null, can: { borrow: false } };
  const briefing = model.needs_briefing ? await findBriefing(ctx.db, user.id, id, today(ctx.now)) : undefined;
  const may = mayBorrowAt(user, point);
  return { ...model, briefing: briefing ? { until: briefing.until_on } : null, can: { borrow: may && isLentTo(user, model) } };
}

export async function readCalendar(
  ctx: Ctx,
  id: string,
  { from, until, order, delivery }: Input<typeof lending.calendar>['query'],
): Promise<Reply<typeof lending.calendar>> {
  const { point, model } = await requireVisibleModel(ctx, id);
  const { user } = ctx;
  const length = daysBetween(from, until) + 1;
  if (length < 1) throw invalid('until', 'min');
  if (length > MAX_CALENDAR_DAYS) throw invalid('until', 'max');
  if (order !== '' && !user) throw notFound('order');
  const asked = order === '' || !user ? null : (await requireOrder({ ...ctx, user }, order)).order;
  const own = asked?.id ?? null;
  const tours = await listTourDays(ctx, point, asked ?? { delivery, school_id: user?.school_id ?? null });
  const { items, booked: all } = await readStock(ctx, id);
  const booked = all.filter(({ order_id }) => order_id !== own);
  const visits = point.visits_max === null ? new Map<string, number>() : await countVisits(ctx.db, point.id, from, until, own);
  const { day, time } = clockOf(ctx.now);
  const current = lessonAt(point.timetable, time);
  const same_day = tours === null && allowsSameDayTurnaround(point, model);
  return {
    today: day,
    earliest: earliestPickUp(point, day),
    latest: shiftDay(day, point.horizon_days),
    max_days: model.max_days ?? point.max_days,
    max_lessons: point.max_lessons,
    timetable: point.timetable,
    same_day,
    withheld: await countWithheld(ctx.db, id, day),
    days: Array.from({ length }, (_, i) => {
      const date = shiftDay(from, i);
      const lessons = point.timetable.map((_, nth) => ({
        lesson: nth + 1,
        free: countFree(items, booked, { from: date, until: date, lessons: { first: nth + 1, last: nth + 1 } }),
        over: date < day || (date === day && nth + 1 < current),
      }));
      const free =
        point.mode === 'periods'
          ? lessons.reduce((most, lesson) => (lesson.over ? most : Math.max(most, lesson.free)), 0)
          : countFree(items, booked, { from: date, until: date });
      const courier = tours && courierOn(point, tours, date, day, (each) => countFree(items, booked, { from: each, until: each }));
      const { start, end } = dayReasons(point, date, {
        ...{ today: day, free, visits: visits.get(date) ?? 0, ...courier },
        // A loan may end on the day on which the next one begins, so free devices of the day before count too.
        ...(same_day && { free_to_end: Math.max(free, countFree(items, booked, { from: shiftDay(date, -1), until: shiftDay(date, -1) })) }),
      });
      return {
        date,
        free,
        max_days: maxLoanDays(point, model, date),
        start_blocked: start,
        end_blocked: end,
        closure: closureName(point, date),
        lessons,
      };
    }),
  };
}

/**
 * Returns how courier tours affect a loan that starts or ends on a day: whether a tour is in time, and how many devices are free until delivery or
 * pickup.
 */
function courierOn(point: PointRow, tours: readonly number[], date: string, today: string, freeOn: (day: string) => number) {
  const late = deliveryProblem(point, tours, date, today);
  const [bring, fetch] = [tourUntil(point, tours, date), tourFrom(point, tours, date)];
  const least = (from: string, until: string): number =>
    Math.min(...Array.from({ length: daysBetween(from, until) + 1 }, (_, i) => freeOn(shiftDay(from, i))));
  return {
    no_tour: { start: late !== null, end: fetch === null },
    ...(late === null && bring !== null && { free_to_start: least(bring, date) }),
    ...(fetch !== null && { free_to_end: least(date, fetch) }),
  };
}
