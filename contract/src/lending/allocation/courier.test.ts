/** Tests with a table of cases, and with random lending points compared to a day-by-day simulation. */
import { expect, test } from 'vitest';
import { shiftDay } from '../../days.ts';
import { dayOf, POINT } from '../../testing/lending-point.ts';
import { randomFrom } from '../../random.ts';
import { deliveryProblem, courierBusy, courierDays, movedDays, tourFrom, tourUntil } from './courier.ts';
import { earliestPickUp, type Closure } from '../calendar/rules.ts';

const MODEL = { max_days: null, buffer_after: null };
/** Monday, 30 March 2026. */
const TODAY = '2026-03-30';
const [TUE, THU] = [1, 3];

test.each([
  // The tour visits the school on both days of the loan.
  [[TUE], '2026-03-31', '2026-03-31', '2026-03-31', '2026-03-31'],
  [[TUE], '2026-04-01', '2026-04-02', '2026-03-31', '2026-04-14'],
  // If two tours visit the school, the closer one is used.
  [[TUE, THU], '2026-04-03', '2026-04-13', '2026-04-02', '2026-04-14'],
  // Tours pause during the holidays but not on closed days on which orders are processed.
  [[TUE], '2026-04-13', '2026-04-15', '2026-03-31', '2026-04-21'],
])('with tours on %j and a loan from %s to %s, delivers on %s and collects on %s', (tours, start, end, bring, fetch) =>
  expect(courierDays(POINT, tours, { start, end }, TODAY)).toEqual({ days: { bring, fetch } }),
);

test.each([
  // The last tour before the loan is too early for the order to be prepared.
  [[0], '2026-04-02', { code: 'too_early', reason: 'no_tour', earliest: '2026-04-13' }, {}],
  [[TUE], '2026-03-30', { code: 'too_early', reason: 'no_tour', earliest: '2026-03-31' }, {}],
  [[TUE], '2026-04-02', { code: 'too_early', reason: 'no_tour', earliest: '2026-04-14' }, { advance_days: 2 }],
  [[TUE], '2026-04-02', { code: 'too_early', reason: 'no_tour', earliest: null }, { week: POINT.week.map(() => dayOf(false)) }],
  [
    [TUE],
    '2026-04-02',
    { code: 'too_late', reason: 'no_tour' },
    { closures: [{ from: '2026-04-03', until: '2028-12-31', name: '', processed: false }] },
  ],
])('with tours on %j, rejects a delivery for the loan from %s: %j', (tours, start, problem, more) =>
  expect(courierDays({ ...POINT, ...more }, tours, { start, end: start }, TODAY)).toEqual({ problem }),
);

test('reserves a device including the buffers before delivery and after collection', () => {
  const courier = { bring: '2026-03-31', fetch: '2026-04-14' };
  expect(courierBusy({ ...POINT, same_day_turnaround: true }, MODEL, courier)).toEqual({ from: courier.bring, until: courier.fetch });
  expect(courierBusy({ ...POINT, buffer_before: 2, buffer_after: 1 }, MODEL, courier)).toEqual({ from: '2026-03-27', until: '2026-04-15' });
});

const promised = {
  start: '2026-04-02',
  end: '2026-04-14',
  courier: { bring: '2026-03-31', fetch: '2026-04-14' },
  onLoan: false,
  fetched: false,
};
test.each([
  [[TUE], promised, TODAY, promised.courier],
  // The tour moves from Tuesday to Thursday, which is later but still in time.
  [[THU], promised, TODAY, { bring: '2026-04-02', fetch: '2026-04-16' }],
  [[4], promised, TODAY, null],
  [null, promised, TODAY, null],
  // A delivered device changes only its collection day, and a collected device none.
  [[THU], { ...promised, onLoan: true }, '2026-04-01', { bring: '2026-03-31', fetch: '2026-04-16' }],
  [[THU], { ...promised, onLoan: true, fetched: true }, '2026-04-14', promised.courier],
  // The device was dispatched before the tour was moved.
  [[3], { ...promised, onLoan: true }, TODAY, { bring: '2026-04-02', fetch: '2026-04-16' }],
  // If the collection day was missed, the next tour from today on is used.
  [[4], { ...promised, onLoan: true }, '2026-04-20', { bring: '2026-03-31', fetch: '2026-04-24' }],
])('with new tours on %j and the line %j on %s, returns %j', (tours, line, today, expected) =>
  expect(movedDays(POINT, tours, line, today)).toEqual(expected),
);

const NOW = { ...POINT, advance_days: 0 };
const open = { start: '2026-03-17', courier: { bring: '2026-03-17', fetch: '2026-03-20' }, onLoan: false, fetched: false };
const onLoan = { ...open, end: '2026-03-19', onLoan: true };
const waits = { ...open, start: '2026-03-16', end: '2026-03-19' };
test.each([
  // The device is due for collection today, but the tour no longer runs on Fridays. The van of this Monday may already have left.
  [
    POINT,
    { ...onLoan, courier: { bring: '2026-03-10', fetch: '2026-03-20' }, end: '2026-03-16' },
    { bring: '2026-03-10', fetch: '2026-03-23' },
  ],
  [
    NOW,
    { ...onLoan, courier: { bring: '2026-03-10', fetch: '2026-03-20' }, end: '2026-03-16' },
    { bring: '2026-03-10', fetch: '2026-03-16' },
  ],
  // The device is dispatched for tomorrow, when the tour no longer runs.
  [POINT, onLoan, { bring: '2026-03-23', fetch: '2026-03-23' }],
  [NOW, onLoan, { bring: '2026-03-16', fetch: '2026-03-23' }],
  // Only a delivery today would be in time.
  [POINT, waits, null],
  [NOW, waits, { bring: '2026-03-16', fetch: '2026-03-23' }],
  // The delivery day stays, because the device was delivered with today's tour.
  [POINT, { ...waits, courier: { bring: '2026-03-16', fetch: '2026-03-20' } }, { bring: '2026-03-16', fetch: '2026-03-23' }],
])("uses today's tour only if orders are fulfilled on the same day: %o, %j, %j", (point, line, expected) =>
  expect(movedDays(point, [0], line, '2026-03-16')).toEqual(expected),
);

const SEED = 117;
const random = randomFrom(SEED);
const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Caches the weekdays, because `Intl` is slow. */
const weekdays = new Map<string, number>();
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'Europe/Berlin' });

function nameOf(on: string): number {
  const known = weekdays.get(on) ?? NAMES.indexOf(WEEKDAY.format(new Date(`${on}T12:00:00Z`)));
  weekdays.set(on, known);
  return known;
}

test('returns the same days as a day-by-day simulation in Berlin time', () => {
  const seen = { days: 0, too_early: 0, too_late: 0 };
  for (let round = 0; round < 150; round++) {
    const now = shiftDay(['2026-03-25', '2026-10-21', '2028-02-25', '2026-12-18'][round % 4]!, random(8));
    const closures: Closure[] = Array.from({ length: random(3) }, () => {
      const from = shiftDay(now, random(40));
      return { from, until: shiftDay(from, random(12) === 0 ? 900 : random(16)), name: 'Ferien', processed: random(2) === 0 };
    });
    const point = { ...POINT, closures, advance_days: random(4) };
    const tours = [random(7), random(7)];
    const start = shiftDay(now, random(40));
    const end = shiftDay(start, random(12));
    const drives = (on: string): boolean =>
      tours.includes(nameOf(on)) &&
      // The first matching closure takes precedence.
      (closures.find(({ from, until }) => from <= on && on <= until)?.processed ?? true);
    // A device is delivered on the last tour up to the start of the loan, and collected on the first tour from its end on.
    const all = Array.from({ length: 900 }, (_, i) => shiftDay(now, i - 400)).filter(drives);
    const bring = all.findLast((on) => on <= start && on >= shiftDay(start, -400)) ?? null;
    const fetch = all.find((on) => on >= end && on <= shiftDay(end, 400)) ?? null;
    const earliest = earliestPickUp(point, now);
    const said = JSON.stringify({ SEED, round, now, tours, closures, start, end });
    expect([tourUntil(point, tours, start), tourFrom(point, tours, end)], said).toEqual([bring, fetch]);
    const found = courierDays(point, tours, { start, end }, now);
    const early = earliest === null || bring === null || bring < earliest;
    expect(deliveryProblem(point, tours, start, now) !== null, said).toBe(early);
    if (early) expect(found, said).toMatchObject({ problem: { code: 'too_early', reason: 'no_tour' } });
    else if (fetch === null) expect(found, said).toEqual({ problem: { code: 'too_late', reason: 'no_tour' } });
    else expect(found, said).toEqual({ days: { bring, fetch } });
    seen['days' in found ? 'days' : found.problem.code]++;
    if ('days' in found) {
      // The device is occupied on every day from delivery to collection.
      const busy = courierBusy(point, MODEL, found.days);
      expect(busy.from <= start && end <= busy.until && busy.from === bring && busy.until === fetch, said).toBe(true);
      // Nothing moves if the tours have not changed.
      const line = { start, end, courier: found.days, onLoan: random(2) === 0, fetched: false };
      expect(movedDays(point, tours, line, now), said).toEqual(found.days);
    }
  }
  expect(Math.min(seen.days, seen.too_early, seen.too_late)).toBeGreaterThan(0);
});
