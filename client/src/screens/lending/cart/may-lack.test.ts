import { expect, it } from 'vitest';
import type { Calendar } from '../calendar/DayCalendar.tsx';
import { canRunShort } from './may-lack.ts';

const day = (date: string, free: number, start_blocked: Calendar['days'][number]['start_blocked'] = []) => ({ date, free, start_blocked });
const calendar = (...days: ReturnType<typeof day>[]) => ({ today: '2026-11-29', days }) as unknown as Calendar;

it('offers the waiting list only if too few devices are free on a future opening day', () => {
  expect(canRunShort(calendar(day('2026-12-01', 2)), 2)).toBe(false);
  expect(canRunShort(calendar(day('2026-12-01', 2)), 3)).toBe(true);
  expect(canRunShort(calendar(day('2026-12-01', 0, ['none_free'])), 1)).toBe(true);
  expect(canRunShort(calendar(day('2026-12-05', 0, ['not_open', 'none_free'])), 1)).toBe(false);
  expect(canRunShort(calendar(day('2026-11-28', 0)), 1)).toBe(false);
});
