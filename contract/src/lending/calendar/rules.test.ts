import { describe, expect, test } from 'vitest';
import { daysBetween, shiftDay } from '../../days.ts';
import { dayOf, POINT as EVERY_DAY } from '../../testing/lending-point.ts';
import {
  busyDays,
  collectUntil,
  earliestPickUp,
  openingDayFrom,
  isOpenOn,
  periodProblem,
  isProcessingDay,
  decideRenewal,
  type PointRules,
} from './rules.ts';
import {
  DAMAGE_STATES,
  ITEM_EVENTS,
  ITEM_STATES,
  LIABILITIES,
  LINE_EVENTS,
  LINE_STATES,
  damageAfter,
  isOverdue,
  liabilityAfter,
  lineStateAt,
  moveItem,
  moveLine,
  orderState,
} from '../states.ts';

/** Lending point that is open from Monday to Thursday and also processes orders on Fridays. */
const POINT = { ...EVERY_DAY, week: EVERY_DAY.week.with(4, dayOf(false, true)) };
const MODEL = { max_days: null, buffer_after: null };

describe('days of a lending point', () => {
  test.each([
    ['2026-03-30', true, true],
    ['2026-04-03', false, true],
    ['2026-04-04', false, false],
    ['2026-04-07', false, false],
    ['2026-04-21', false, true],
  ])('are classified as open and processing days: %s → %s, %s', (date, open, processed) => {
    expect([isOpenOn(POINT, date), isProcessingDay(POINT, date)]).toEqual([open, processed]);
  });

  test.each([
    // An order placed and processed on Monday can be collected on Tuesday.
    ['2026-03-30', 1, '2026-03-31'],
    ['2026-03-30', 0, '2026-03-30'],
    // Thursday and Friday count as processing days. The desk opens again after the holidays.
    ['2026-04-02', 2, '2026-04-13'],
    ['2026-04-04', 1, '2026-04-14'],
    // The end of daylight saving time and the end of a month are in between.
    ['2026-10-23', 1, '2026-10-26'],
    ['2026-10-30', 2, '2026-11-03'],
  ])('given an order placed on %s and %i processing days, allow pick-up from %s', (today, advance_days, expected) => {
    expect(earliestPickUp({ ...POINT, advance_days }, today)).toBe(expected);
  });

  test('include no pick-up day if the lending point never opens', () => {
    const closed = { ...POINT, week: POINT.week.map(() => dayOf(false)) };
    expect([earliestPickUp(closed, '2026-03-30'), openingDayFrom(closed, '2026-03-30')]).toEqual([null, null]);
    expect(busyDays({ ...closed, buffer_after: 2 }, MODEL, '2026-03-30', '2026-03-31')).toEqual({
      from: '2026-03-30',
      until: '2026-03-31',
    });
  });

  test('determine buffers by processing days and collection by opening days', () => {
    const point = { ...POINT, buffer_before: 1, buffer_after: 2 };
    expect(busyDays(point, MODEL, '2026-03-30', '2026-04-02')).toEqual({ from: '2026-03-27', until: '2026-04-13' });
    expect(busyDays(point, { ...MODEL, buffer_after: 0 }, '2026-03-31', '2026-04-02')).toEqual({ from: '2026-03-30', until: '2026-04-02' });
    expect(collectUntil(POINT, '2026-04-01')).toBe('2026-04-13');
  });
});

test('returns the first reason to reject a period', () => {
  const asked = (start: string, end: string, more: Partial<PointRules> = {}, visits: Record<string, number> = {}) =>
    periodProblem({ ...POINT, ...more }, MODEL, { start, end }, { today: '2026-03-30', visits: (date) => visits[date] ?? 0 })?.code ??
    'fine';
  expect(asked('2026-03-31', '2026-04-02')).toBe('fine');
  // The desk may be closed on days within the period.
  expect(asked('2026-04-02', '2026-04-13', { max_days: 12 })).toBe('fine');
  expect(asked('2026-04-02', '2026-04-13')).toBe('too_long');
  // The maximum duration of a period applies to loans that start in it.
  const max_days_on = [{ from: '2026-04-02', until: '2026-04-02', max_days: 20 }];
  expect(asked('2026-04-02', '2026-04-13', { max_days_on })).toBe('fine');
  expect(asked('2026-04-01', '2026-04-13', { max_days_on })).toBe('too_long');
  expect(asked('2026-03-30', '2026-04-02')).toBe('too_early');
  expect(asked('2026-04-01', '2026-05-30')).toBe('too_late');
  expect(asked('2026-03-31', '2026-04-03')).toBe('day_closed');
  expect(asked('2026-03-31', '2026-04-07')).toBe('day_closed');
  expect(asked('2026-03-31', '2026-04-02', { visits_max: 3 }, { '2026-04-02': 3 })).toBe('visits_full');
});

test('returns the first reason to reject a renewal', () => {
  const line = { on_loan: true, start: '2026-03-25', end: '2026-03-31', renewals: 0 };
  const ask = (more: Partial<typeof line> & { due?: string } = {}, how: object = {}, point: Partial<PointRules> = {}) =>
    decideRenewal(
      { ...POINT, ...point },
      MODEL,
      { due: more.end ?? line.end, ...line, ...more },
      { today: '2026-03-30', override: false, isFree: () => true, isWaited: false, isSuspended: false, ...how },
    );
  // One week later is a holiday, so the next opening day is used.
  expect(ask()).toEqual({ until: '2026-04-13' });
  expect(ask({ on_loan: false, renewals: 9 })).toEqual({ refused: 'not_on_loan' });
  expect(ask({ end: '2026-03-26', renewals: 9 })).toEqual({ refused: 'too_late' });
  expect(ask({ end: '2026-03-27' })).toHaveProperty('until');
  // A loan that a courier collects later is not overdue yet.
  expect(ask({ end: '2026-03-26', due: '2026-03-27' })).toHaveProperty('until');
  const all = { isFree: () => false, isWaited: true, isSuspended: true };
  expect(ask({ renewals: 2 }, all)).toEqual({ refused: 'renewals' });
  expect(ask({}, all)).toEqual({ refused: 'suspended' });
  expect(ask({}, { ...all, isSuspended: false })).toEqual({ refused: 'waited' });
  expect(ask({ renewals: 2 }, { override: true })).toHaveProperty('until');
  expect(ask({ start: '2026-03-01' }, { isFree: () => false })).toEqual({ refused: 'needed' });
  expect(ask({}, { isFree: () => false, override: true })).toEqual({ refused: 'needed' });
  expect(ask({ start: '2026-03-24' }, {}, { max_days: 10 })).toEqual({ refused: 'too_long' });
});

describe('states of lending records', () => {
  test('allow only the listed transitions of order lines', () => {
    const moves = LINE_STATES.flatMap((from) =>
      LINE_EVENTS.flatMap((event) => {
        const to = moveLine(from, event);
        return to ? [`${from} ${event} ${to}`] : [];
      }),
    );
    expect(moves).toEqual([
      'in_cart submit requested',
      'requested approve approved',
      'requested reject rejected',
      'requested cancel cancelled',
      'requested lapse expired',
      'approved cancel cancelled',
      'approved lapse not_collected',
      'approved prepare ready',
      'approved hand_over on_loan',
      'ready cancel cancelled',
      'ready lapse not_collected',
      'ready hand_over on_loan',
      'on_loan renew on_loan',
      'on_loan take_back returned',
      'on_loan lose lost',
    ]);
  });

  test('allow only the listed transitions of devices', () => {
    const moves = ITEM_STATES.flatMap((from) =>
      ITEM_EVENTS.flatMap((event) => {
        expect(moveItem(from, event, true)).toBeUndefined();
        const to = moveItem(from, event, false);
        return to ? [`${from} ${event} ${to}`] : [];
      }),
    );
    expect(moves).toEqual([
      'available repair repair',
      'available retire retired',
      'quarantine repair repair',
      'quarantine release available',
      'quarantine lose lost',
      'quarantine retire retired',
      'repair repair repair',
      'repair release available',
      'repair retire retired',
      'lost find quarantine',
      'lost retire retired',
    ]);
  });

  test('allow only the listed transitions of damage reports and liability', () => {
    expect(DAMAGE_STATES.map((state) => `${state}: ${damageAfter(state).join(' ')}`)).toEqual([
      'reported: examined',
      'examined: in_repair repaired written_off',
      'in_repair: repaired written_off',
      'repaired: ',
      'written_off: ',
    ]);
    expect(LIABILITIES.map((liability) => `${liability}: ${liabilityAfter(liability).join(' ')}`)).toEqual([
      'none: open',
      'open: settled waived',
      'settled: ',
      'waived: ',
    ]);
  });

  test('become expired or not collected by date', () => {
    const line = { start: '2026-03-31', end: '2026-04-02', ends_at: null, agree_until: null, collect_until: '2026-04-02' };
    for (let date = '2026-03-28'; daysBetween(date, '2026-04-08') > 0; date = shiftDay(date, 1)) {
      expect(lineStateAt({ ...line, state: 'requested' }, { day: date, time: '23:59' })).toBe(date > line.start ? 'expired' : 'requested');
      for (const state of ['approved', 'ready'] as const)
        expect(lineStateAt({ ...line, state }, { day: date, time: '23:59' })).toBe(date > line.collect_until ? 'not_collected' : state);
      expect(lineStateAt({ ...line, state: 'on_loan' }, { day: date, time: '23:59' })).toBe('on_loan');
    }
  });

  test.each([
    ['2026-03-30', '23:59', 'approved', false],
    ['2026-03-31', '09:29', 'approved', false],
    ['2026-03-31', '09:30', 'not_collected', true],
    ['2026-04-01', '00:00', 'not_collected', true],
  ] as const)('depend on the end of the last lesson for loans by lesson: %s at %s', (day, time, state, overdue) => {
    const line = { start: '2026-03-31', end: '2026-03-31', ends_at: '09:30', agree_until: null, collect_until: '2026-03-31' };
    const now = { day, time };
    expect(lineStateAt({ ...line, state: 'approved' }, now)).toBe(state);
    expect(lineStateAt({ ...line, state: 'requested' }, now)).toBe(overdue ? 'expired' : 'requested');
    expect(isOverdue({ ...line, state: 'on_loan' }, now)).toBe(overdue);
  });

  test.each([
    [['requested', 'approved'], 'requested'],
    [['approved', 'returned'], 'approved'],
    [['on_loan', 'cancelled'], 'approved'],
    [['rejected', 'rejected'], 'rejected'],
    [['cancelled'], 'cancelled'],
    [['expired'], 'expired'],
    [['returned', 'cancelled'], 'closed'],
    [['lost', 'not_collected'], 'closed'],
  ] as const)('follow from the lines of an order: %j → %s', (lines, expected) => {
    expect(orderState(lines, { submitted: true, alive: false })).toBe(expected);
  });
});
