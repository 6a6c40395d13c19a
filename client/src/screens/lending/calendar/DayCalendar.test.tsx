import { shiftDay } from '@fundus/contract/days';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../../testing/render.tsx';
import { DayCalendar, NO_PERIOD, type ChosenDays } from './DayCalendar.tsx';

/**
 * Reply for five weeks from a Monday: one day that is too early, four free days, a closed weekend, one day on loan, and holidays in the last two
 * weeks.
 */
const REPLY = {
  today: '2026-03-02',
  earliest: '2026-03-03',
  latest: '2027-03-02',
  same_day: false,
  withheld: 0,
  max_days: 4,
  max_lessons: 4,
  timetable: [] as [],
  days: Array.from({ length: 35 }, (_, i) => {
    const closed = i % 7 > 4;
    const lent = i === 9;
    const holiday = i > 20;
    const both = holiday ? (['closure'] as const) : closed ? (['not_open'] as const) : lent ? (['none_free'] as const) : ([] as const);
    return {
      date: shiftDay('2026-03-02', i),
      free: lent ? 0 : 2,
      max_days: i === 15 ? 2 : 4,
      start_blocked: i === 0 ? (['too_early'] as const).slice() : both.slice(),
      end_blocked: both.slice(),
      closure: holiday ? 'Osterferien' : '',
      lessons: [],
    };
  }),
};

function Calendar({ quantity = 1 }: { quantity?: number }) {
  const [chosen, setChosen] = useState<ChosenDays>(NO_PERIOD);
  return (
    <>
      <DayCalendar reply={REPLY} first="2026-03-02" quantity={quantity} chosen={chosen} choose={setChosen} />
      <output>{`${chosen.start} ${chosen.end}`}</output>
    </>
  );
}
const day = (words: string) => screen.getByRole('button', { name: new RegExp(words) });

it('explains why a day cannot be selected', async () => {
  await show(<Calendar />);
  expect(screen.getByText('zu kurzfristig')).toBeDefined();
  expect(screen.getByText('alle verliehen')).toBeDefined();
  expect(screen.getAllByText('Osterferien')).toHaveLength(14);
  expect(screen.getAllByRole('button')).toHaveLength(13);
  fireEvent.click(day('Montag, 9. März'));
  // The end cannot be before the start, after a day on loan, or beyond the maximum duration.
  expect(screen.getAllByText('dazwischen verliehen').length).toBeGreaterThan(0);
  expect(screen.getAllByText('zu lange').length).toBeGreaterThan(0);
  fireEvent.click(day('Dienstag, 10. März'));
  expect(screen.getByRole('status').textContent).toBe('2026-03-09 2026-03-10');
  expect(screen.getByText('Abholung')).toBeDefined();
  expect(screen.getByText('Rückgabe')).toBeDefined();
  // The maximum duration is shorter for loans that start on this day.
  fireEvent.click(day('Dienstag, 17. März'));
  expect(day('Mittwoch, 18. März')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Donnerstag, 19. März/ })).toBeNull();
});

it('disables days with too few free devices', async () => {
  await show(<Calendar quantity={3} />);
  expect(screen.queryAllByRole('button')).toHaveLength(0);
  expect(screen.getAllByText('nur 2 frei').length).toBeGreaterThan(10);
});
