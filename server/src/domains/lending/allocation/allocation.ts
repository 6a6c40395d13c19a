/**
 * Assigns a device to each booking (docs/decisions/0039-device-per-booking-with-an-exclusion-constraint.md). Pure. Each line reserves one particular
 * device. To avoid unusable gaps, lines may be moved to another device unless they are ready or on loan.
 */

import { shiftDay } from '@fundus/contract/days';
import { beginOf, endOf, overlaps, type Span } from '@fundus/contract/lending/calendar/lessons';

export type { Span };
/** Days on which a device is usable. `from` is the first day and `until` the last one. `null` means unlimited. */
export type UsablePeriod = { id: string; from: string | null; until: string | null };
/**
 * A line that reserves a device. `fixed` is true if the line is ready or on loan. `late` is true if it is overdue, so that the device may not be
 * returned in time.
 */
export type BookedSpan = Span & { id: string; item_id: string; fixed: boolean; late?: boolean };
/** The devices for the requests, in the order of the requests, and the new devices of moved lines. */
export type Plan = { itemIds: string[]; moves: Map<string, string> };

const isUsable = ({ from, until }: UsablePeriod, span: Span): boolean =>
  (from === null || from <= span.from) && (until === null || span.until <= until);

/** Returns devices for all requests, or `null` if there are not enough free devices. */
export function planAllocation(items: readonly UsablePeriod[], booked: readonly BookedSpan[], requests: readonly Span[]): Plan | null {
  const fixed = booked.filter((line) => line.fixed);
  const movable = booked.filter((line) => !line.fixed);
  const byId = new Map(items.map((item) => [item.id, item]));
  const conflicting = movable.filter((line) => {
    const item = byId.get(line.item_id);
    return !item || !isUsable(item, line) || fixed.some((other) => other.item_id === line.item_id && overlaps(other, line));
  });
  const unaffected = movable.filter((line) => !conflicting.includes(line));
  const place = (kept: readonly BookedSpan[], lines: readonly BookedSpan[], asked: readonly Span[]): Plan | null =>
    fill(items, kept, lines, asked);
  const plan = place([...fixed, ...unaffected], conflicting, requests) ?? place(fixed, movable, requests);
  if (plan || conflicting.length === 0 || requests.length === 0 || place(fixed, movable, [])) return plan;
  // More devices are promised than exist. The desk has to resolve this, but requests for other days are still possible.
  return place(booked, [], requests);
}

/** Assigns the spans in order of their start, each to the device with the smallest gap before it. */
function fill(
  items: readonly UsablePeriod[],
  kept: readonly BookedSpan[],
  lines: readonly BookedSpan[],
  requests: readonly Span[],
): Plan | null {
  const taken = new Map<string, Span[]>(items.map(({ id }) => [id, []]));
  for (const line of kept) taken.get(line.item_id)?.push(line);
  const late = new Set(kept.flatMap((line) => (line.late ? line.item_id : [])));
  const itemIds: string[] = [];
  const moves = new Map<string, string>();
  const wanted = [...lines.map((line) => ({ span: line as Span, line })), ...requests.map((span, nth) => ({ span, nth }))].sort((a, b) =>
    beginOf(a.span) < beginOf(b.span) ? -1 : beginOf(a.span) > beginOf(b.span) ? 1 : 0,
  );
  for (const request of wanted) {
    const item = bestFit(items, taken, late, request.span);
    if (!item) return null;
    taken.get(item.id)!.push(request.span);
    if ('nth' in request) itemIds[request.nth] = item.id;
    else if (request.line.item_id !== item.id) moves.set(request.line.id, item.id);
  }
  return { itemIds, moves };
}

/** Returns the device with the smallest gap before the span. Overdue devices are chosen last. */
function bestFit(
  items: readonly UsablePeriod[],
  taken: ReadonlyMap<string, Span[]>,
  late: ReadonlySet<string>,
  span: Span,
): UsablePeriod | undefined {
  let best: UsablePeriod | undefined;
  let latest = '';
  for (const item of items) {
    const spans = taken.get(item.id)!;
    if (!isUsable(item, span) || spans.some((other) => overlaps(other, span))) continue;
    const before = spans.reduce((last, other) => (endOf(other) < beginOf(span) && endOf(other) > last ? endOf(other) : last), '');
    const doubtful = best !== undefined && late.has(best.id) && !late.has(item.id);
    const better = best === undefined || doubtful || (before > latest && (late.has(best.id) || !late.has(item.id)));
    if (better) [best, latest] = [item, before];
  }
  return best;
}

/** Yields each day of a span, or each lesson if the span has lessons. */
export function* partsOf({ from, until, lessons }: Span): Generator<Span> {
  if (!lessons || from !== until) for (let day = from; day <= until; day = shiftDay(day, 1)) yield { from: day, until: day };
  else for (let each = lessons.first; each <= lessons.last; each++) yield { from, until, lessons: { first: each, last: each } };
}

/** Returns the number of free devices on a day or in a lesson. */
export const countFree = (items: readonly UsablePeriod[], booked: readonly Span[], part: Span): number =>
  Math.max(0, items.filter((item) => isUsable(item, part)).length - booked.filter((each) => overlaps(each, part)).length);
