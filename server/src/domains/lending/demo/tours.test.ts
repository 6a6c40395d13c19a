import { shiftDay } from '@fundus/contract/days';
import { openingDayFrom } from '@fundus/contract/lending/calendar/rules';
import { POINT } from '@fundus/contract/testing/lending-point';
import { expect, test } from 'vitest';
import { daysByTour } from './tours.ts';

/** A point without courier tours on the days of a closure. */
const CLOSED = { ...POINT, closures: [{ from: '2026-12-21', until: '2027-01-06', name: 'Weihnachtsferien', processed: false }] };

test.each([[[1]], [[1, 3]]])('places deliveries before and pick-ups after each demo order for tours on weekdays %j', (tours) => {
  for (let today = '2026-08-01'; today < '2027-02-01'; today = shiftDay(today, 1))
    for (const [start, end, onLoan] of [
      [-6, 2, true],
      [2, 8, false],
      [8, 14, false],
    ] as const) {
      const [wished, until] = [start, end].map((days) => openingDayFrom(CLOSED, shiftDay(today, days))!);
      const { first, last, days } = daysByTour(CLOSED, tours, { first: wished!, last: until!, onLoan }, today);
      const order = [days.bring, first, last, days.fetch];
      expect(order, today).toEqual(order.toSorted());
      if (!onLoan) expect(days.bring > today, `${today}: ${days.bring}`).toBe(true);
    }
});
