/** Computes the dates of a booking after a change of opening hours, rules or tours (docs/behaviour/lending.md#changes-of-hours-and-rules). Pure. */
import { movedDays, type CourierDays, type TourDays } from '@fundus/contract/lending/allocation/courier';
import { openingDayFrom, isOpenOn } from '@fundus/contract/lending/calendar/rules';
import type { Span } from '../allocation/allocation.ts';
import type { ReservedLine } from '../allocation/reserved-repository.ts';
import { courierOf } from '../allocation/order-repository.ts';
import { collectUntilOf, spanOf } from '../allocation/spans.ts';
import type { ModelRow } from '../models/stock-repository.ts';
import type { PointRow } from '../points/point-repository.ts';

export type Dates = {
  pickup_on: string | null;
  collect_until: string | null;
  end_on: string;
  agreed_end_on: string | null;
  courier: CourierDays | null;
};
export const laterDay = (a: string, b: string): string => (a > b ? a : b);

export const datesOf = (line: ReservedLine): Dates => ({
  ...{ pickup_on: line.pickup_on, collect_until: line.collect_until, end_on: line.end_on, agreed_end_on: line.agreed_end_on },
  courier: courierOf(line),
});

/** Returns the last day after the change. If the desk is closed on the agreed day, this is the next opening day. Days in the past do not move. */
function endAfter(
  before: PointRow,
  after: PointRow,
  { start_on, end_on, agreed_end_on }: ReservedLine,
  day: string,
): Pick<Dates, 'end_on' | 'agreed_end_on'> {
  // A loan that was collected after its agreed last day cannot end before the day of its collection.
  const agreed = laterDay(agreed_end_on ?? end_on, start_on);
  const stays = agreed_end_on === null && isOpenOn(before, agreed) === isOpenOn(after, agreed);
  const end = stays ? end_on : (openingDayFrom(after, agreed) ?? end_on);
  return end === end_on || (end < day && end_on < day)
    ? { end_on, agreed_end_on }
    : { end_on: end, agreed_end_on: end > agreed ? agreed : null };
}

function pickupAfter(before: PointRow, after: PointRow, { start_on, pickup_on }: ReservedLine): string | null {
  if (pickup_on === null && isOpenOn(before, start_on) === isOpenOn(after, start_on)) return null;
  const first = openingDayFrom(after, start_on);
  return first !== null && first > start_on ? first : null;
}

/** Returns the collection deadline, which is always an opening day. A promised deadline is not moved to before the next opening day. */
function collectAfter(before: PointRow, after: PointRow, line: ReservedLine, end: string, day: string): string | null {
  const { collect_until, start_on: start, lessons } = line;
  if (!['approved', 'ready'].includes(line.state)) return collect_until;
  const then = collectUntilOf(after, { start, end, lessons });
  const same = then === collectUntilOf(before, { start, end: line.end_on, lessons });
  if (lessons || (same && (collect_until === null || isOpenOn(after, collect_until)))) return collect_until;
  if (then === null || collect_until === null || then >= collect_until) return then;
  const next = openingDayFrom(after, day) ?? collect_until;
  const until = laterDay(then, next < collect_until ? next : collect_until);
  return openingDayFrom(after, until) ?? until;
}

/** Returns the dates of a line after a change of its lending point. */
export function recalculateDates(
  before: PointRow,
  { point, toursOf }: { point: PointRow; toursOf: (school: string) => TourDays },
  line: ReservedLine,
  day: string,
  onLoan: boolean,
): Dates {
  const from = courierOf(line);
  const promised = { start: line.start_on, end: line.end_on, onLoan, fetched: line.courier === 'fetched' };
  const courier = from && movedDays(point, line.school_id === null ? null : toursOf(line.school_id), { ...promised, courier: from }, day);
  return deskDates(before, point, line, courier, day, onLoan);
}

export function deskDates(
  before: PointRow,
  after: PointRow,
  line: ReservedLine,
  courier: CourierDays | null,
  day: string,
  onLoan: boolean,
): Dates {
  const { pickup_on, collect_until, end_on, agreed_end_on } = line;
  if (line.lessons) return { pickup_on, collect_until, end_on, agreed_end_on, courier: null };
  const end = courier ? { end_on, agreed_end_on } : endAfter(before, after, line, day);
  return {
    ...{ ...end, courier, pickup_on: courier || onLoan ? pickup_on : pickupAfter(before, after, line) },
    collect_until: collectAfter(before, after, line, end.end_on, day),
  };
}

/** Returns the span in which the device is reserved. Loans keep their first day. */
export function recalculateSpan(point: PointRow, model: ModelRow, line: ReservedLine, { end_on, courier }: Dates): Span {
  const span = spanOf(point, model, { start: line.start_on, end: end_on, lessons: line.lessons, courier });
  return line.state === 'on_loan' && line.busy_from !== null ? { ...span, from: line.busy_from } : span;
}
