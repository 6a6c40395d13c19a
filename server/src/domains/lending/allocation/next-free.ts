/** Finds the next period with free devices if the requested one has none (docs/behaviour/lending.md#availability). */
import { daysBetween, shiftDay, today } from '@fundus/contract/days';
import { courierDays, type TourDays } from '@fundus/contract/lending/allocation/courier';
import { lessonProblem } from '@fundus/contract/lending/calendar/lessons';
import { openingDayFrom, periodProblem, type ModelRules } from '@fundus/contract/lending/calendar/rules';
import { timeOf } from '@fundus/contract/schools/timetable';
import type { Ctx } from '../../../http/context.ts';
import { countVisits } from './allocation-repository.ts';
import { countFree, partsOf, planAllocation, type BookedSpan, type UsablePeriod } from './allocation.ts';
import type { PointRow } from '../points/point-repository.ts';
import { spanOf, type Period } from './spans.ts';

/** Number of days after the requested start that are searched. */
const AHEAD = 90;

/**
 * Yields later periods of the same length. If lent by lesson, these are later lessons of the same and following days. Otherwise they end on an
 * opening day.
 */
function* laterPeriods(point: PointRow, { start, end, lessons }: Period): Generator<Period> {
  const length = daysBetween(start, end);
  for (let days = lessons ? 0 : 1; days <= AHEAD; days++) {
    const day = shiftDay(start, days);
    if (!lessons) {
      const last = openingDayFrom(point, shiftDay(day, length));
      if (last !== null) yield { start: day, end: last, lessons: null };
    } else
      for (let first = days === 0 ? lessons.first + 1 : 1; first + lessons.last - lessons.first <= point.timetable.length; first++)
        yield { start: day, end: day, lessons: { first, last: first + lessons.last - lessons.first } };
  }
}

/** Returns the first later period with enough devices. Returns `null` if there is none within `AHEAD` days. */
export async function findNextFree(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { point, model, period, quantity, tours }: { point: PointRow; model: ModelRules; period: Period; quantity: number; tours: TourDays },
  { items, booked }: { items: readonly UsablePeriod[]; booked: readonly BookedSpan[] },
): Promise<Period | null> {
  const day = today(now);
  const counted =
    point.visits_max === null
      ? new Map<string, number>()
      : await countVisits(db, point.id, period.start, shiftDay(period.end, 2 * AHEAD), null);
  const about = { today: day, visits: (each: string) => counted.get(each) ?? 0 };
  for (const next of laterPeriods(point, period)) {
    if (periodProblem(point, model, next, about) ?? lessonProblem(point, next, { day, time: timeOf(now) })) continue;
    const found = tours && !next.lessons ? courierDays(point, tours, next, day) : null;
    if (found && 'problem' in found) continue;
    const span = spanOf(point, model, { ...next, courier: found?.days ?? null });
    // Counts first, because planning the allocation is more expensive.
    if ([...partsOf(span)].some((part) => countFree(items, booked, part) < quantity)) continue;
    if (
      planAllocation(
        items,
        booked,
        Array.from({ length: quantity }, () => span),
      )
    )
      return next;
  }
  return null;
}
