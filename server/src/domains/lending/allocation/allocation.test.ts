/** Compares allocations with an exhaustive search. No two lines may share a device, and no request may be refused if a solution exists. */
import { randomFrom } from '@fundus/contract/random';
import { expect, test } from 'vitest';
import { countFree, planAllocation, type BookedSpan, type Span, type UsablePeriod } from './allocation.ts';

const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')}`;
const span = (from: number, until: number): Span => ({ from: day(from), until: day(until) });
const overlaps = (a: Span, b: Span): boolean => a.from <= b.until && b.from <= a.until;
const device = (id: string, from: string | null = null, until: string | null = null): UsablePeriod => ({ id, from, until });

/** Returns whether all lines fit. Fixed lines stay on their devices. */
function fits(items: readonly UsablePeriod[], taken: readonly (Span & { item_id: string })[], rest: readonly Span[]): boolean {
  const [first, ...others] = rest;
  if (!first) return true;
  return items.some(
    ({ id, from, until }) =>
      (from === null || from <= first.from) &&
      (until === null || first.until <= until) &&
      !taken.some((other) => other.item_id === id && overlaps(other, first)) &&
      fits(items, [...taken, { ...first, item_id: id }], others),
  );
}

test('finds a plan for random stock and bookings if and only if one exists', () => {
  const random = randomFrom(18);
  let [planned, refused, moved] = [0, 0, 0];
  for (let round = 0; round < 3_000; round++) {
    // Day 1 is today. Loans begin on or before today, and repairs end later.
    const items = Array.from({ length: 1 + random(4) }, (_, i) => device(`K-${i}`, random(5) === 0 ? day(2 + random(9)) : null));
    const booked: BookedSpan[] = [];
    const add = (line: Omit<BookedSpan, 'id'>): void => {
      if (!booked.some((other) => other.item_id === line.item_id && overlaps(other, line)))
        booked.push({ id: `L-${booked.length}`, ...line });
    };
    for (const { id, from } of items) if (from === null && random(2)) add({ item_id: id, fixed: true, ...span(1, 1 + random(8)) });
    for (let n = random(8); n > 0; n--) {
      const [item, from] = [items[random(items.length)]!, 2 + random(16)];
      const line = { item_id: item.id, fixed: false, ...span(from, from + random(6)) };
      if (item.from === null || item.from <= line.from) add(line);
    }
    const requests = Array.from({ length: 1 + random(2) }, () => {
      const from = 2 + random(16);
      return span(from, from + random(6));
    });
    const plan = planAllocation(items, booked, requests);
    const fixed = booked.filter((line) => line.fixed);
    expect(plan !== null, `round ${round}`).toBe(fits(items, fixed, [...booked.filter((line) => !line.fixed), ...requests]));
    if (!plan) {
      refused++;
      continue;
    }
    planned++;
    moved += plan.moves.size;
    const after = [
      ...booked.map((line) => ({ ...line, item_id: plan.moves.get(line.id) ?? line.item_id })),
      ...requests.map((request, i) => ({ ...request, item_id: plan.itemIds[i]! })),
    ];
    for (const [i, line] of after.entries())
      expect(after.slice(i + 1).filter((other) => other.item_id === line.item_id && overlaps(other, line))).toEqual([]);
    for (const line of fixed) expect(plan.moves.has(line.id)).toBe(false);
  }
  expect(planned > 500 && refused > 500 && moved > 100).toBe(true);
});

test('limits the effect of an overdue device to conflicting bookings', () => {
  const items = [device('K-1'), device('K-2')];
  const late: BookedSpan = { id: 'late', item_id: 'K-1', fixed: true, ...span(1, 5) };
  const next: BookedSpan = { id: 'next', item_id: 'K-1', fixed: false, ...span(4, 8) };
  expect(planAllocation(items, [late, next], [])).toEqual({ itemIds: [], moves: new Map([['next', 'K-2']]) });
  const other: BookedSpan = { id: 'other', item_id: 'K-2', fixed: true, ...span(2, 9) };
  // No device is left for the next booking, but both devices are free two weeks later.
  expect(planAllocation(items, [late, next, other], [])).toBeNull();
  expect(planAllocation(items, [late, next, other], [span(20, 22)])?.itemIds).toHaveLength(1);
  expect(planAllocation(items, [late, next, other], [span(5, 6)])).toBeNull();
});

test('counts the free devices on a day', () => {
  const items = [device('K-1'), device('K-2', day(3)), device('K-3', null, day(4))];
  expect([1, 3, 5].map((n) => countFree(items, [span(3, 5)], span(n, n)))).toEqual([2, 2, 1]);
});
