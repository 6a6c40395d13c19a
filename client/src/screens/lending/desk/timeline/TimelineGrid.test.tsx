import { accounts } from '@fundus/contract/accounts/accounts';
import { shiftDay } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { lendingTimeline, type Booking } from '@fundus/contract/lending/desk/timeline';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeApi, on } from '../../../../testing/fake-api.ts';
import { show } from '../../../../testing/render.tsx';
import { skipSunday } from '../../parts/lending-view.ts';
import { daysOfSpan, shiftSpan } from './timeline-place.ts';
import { TimelineGrid } from './TimelineGrid.tsx';

const [MINE, OTHER, FIRST, SECOND, MODEL, OTHER_MODEL, THIRD, OFFER, NOON] = Array.from(
  { length: 9 },
  (_, i) => `00000000-0000-4000-8000-00000000000${i}`,
) as [...[string, string, string, string, string, string, string, string, string]];
const booking = (id: string, borrower: string, start: string, end: string, more: Partial<Booking> = {}): Booking => ({
  ...{ id, order_id: id, number: '1234567890', borrower, title: 'Film-AG', start, end, lessons: null, busy: { from: start, until: end } },
  ...{ state: 'approved', overdue: false, offered_until: null, can: { move: true }, ...more },
});
const item = { shelf: 'A1', state: 'available' as const, not_lendable: false, away_until: null };
const DATA = {
  today: '2026-03-02',
  days: Array.from({ length: 14 }, (_, i) => ({ date: shiftDay('2026-03-02', i), open: i % 7 < 5, closure: '' })),
  ...{ total: 2, offset: 0, limit: 20, categories: [] },
  items: [
    {
      id: MODEL,
      name: 'Kamera',
      category: 'Film',
      rows: [
        { ...item, id: FIRST, code: 'K-1', bookings: [booking(MINE, 'Kim Kern', '2026-03-03', '2026-03-04')] },
        {
          ...item,
          id: SECOND,
          code: 'K-2',
          bookings: [booking(OTHER, 'Noa Nord', '2026-03-04', '2026-03-05', { state: 'on_loan', can: { move: false } })],
        },
      ],
    },
    {
      id: OTHER_MODEL,
      name: 'Beamer',
      category: 'Bild',
      rows: [
        {
          ...item,
          id: THIRD,
          code: 'B-1',
          bookings: [
            booking(OFFER, 'Ada Ahorn', '2026-03-03', '2026-03-04', {
              ...{ state: 'in_cart', offered_until: '2026-03-04T08:00:00Z', can: { move: false } },
            }),
            booking(NOON, 'Mia Moos', '2026-03-04', '2026-03-05'),
          ],
        },
      ],
    },
  ],
};

const pickNone = { picked: null, onPick: () => {} };

test('announces the result of each keyboard move', async () => {
  const details = { reason: 'needed', borrower: 'Noa Nord', number: '1234567890', date: '2026-03-04', override: true, free: [] };
  const api = fakeApi(on(accounts.userinfo, false), on(lendingTimeline.moveBooking, new AppError('not_available', { details })));
  show(<TimelineGrid data={DATA} {...pickNone} />);
  const bar = await screen.findByRole('button', { name: /^Kim Kern/ });
  const said = screen.getByRole('status');
  const press = (key: string) => fireEvent.keyDown(bar, { key });
  press('ArrowRight');
  expect(said.textContent).toBe('');
  press(' ');
  expect(said.textContent).toBe('K-1, 03.03.2026 bis 04.03.2026');
  press('ArrowRight');
  press('ArrowDown');
  expect(said.textContent).toBe('K-2, 04.03.2026 bis 05.03.2026');
  press('Escape');
  expect(said.textContent).toBe('Die Buchung bleibt, wo sie war.');
  for (const key of [' ', 'ArrowDown', 'ArrowRight', 'Enter']) press(key);
  await screen.findAllByText(/ist das Gerät anderweitig gebucht: Noa Nord/);
  expect(said.textContent).toBe('Nicht möglich. Ab Mittwoch, 4. März ist das Gerät anderweitig gebucht: Noa Nord.');
  expect(api.to(lendingTimeline.moveBooking).map(({ params, body }) => [params.id, body])).toEqual([
    [MINE, { item: SECOND, start: '2026-03-04', end: '2026-03-05' }],
  ]);
});

test('selects a clicked loan without moving it', async () => {
  fakeApi(on(accounts.userinfo, false));
  const onPick = vi.fn();
  await show(<TimelineGrid data={DATA} picked={MINE} onPick={onPick} />);
  const loan = screen.getByRole('button', { name: /^Noa Nord/ });
  fireEvent.keyDown(loan, { key: ' ' });
  expect(screen.getByRole('status').textContent).toBe('');
  fireEvent.click(loan);
  expect(onPick.mock.calls).toMatchObject([[{ id: OTHER }]]);
  expect(screen.getByRole('button', { name: /^Kim Kern/ }).getAttribute('aria-pressed')).toBe('true');
});

test('does not select a booking after a drag', async () => {
  fakeApi(on(accounts.userinfo, false));
  const onPick = vi.fn();
  await show(<TimelineGrid data={DATA} picked={null} onPick={onPick} />);
  const bar = screen.getByRole('button', { name: /^Kim Kern/ });
  const press = (clientX: number) => {
    fireEvent.pointerDown(bar, { button: 0, clientX: 0, clientY: 0 });
    fireEvent.pointerUp(bar, { clientX, clientY: 0 });
    fireEvent.click(bar);
  };
  press(40);
  expect(onPick).not.toHaveBeenCalled();
  press(1);
  expect(onPick).toHaveBeenCalledOnce();
});

test('groups devices by model and stacks loans that share a day', async () => {
  fakeApi(on(accounts.userinfo, false));
  await show(<TimelineGrid data={DATA} {...pickNone} />);
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Kamera Film', 'Beamer Bild']);
  expect(screen.getByText(/^Ada Ahorn$/).closest('li')?.textContent).toContain('Angebot der Warteliste');
  expect(screen.getByText(/^Mia Moos$/).closest('li')?.style.gridRow).toBe('2');
});

test('does not move a booking to a device of another model', async () => {
  fakeApi(on(accounts.userinfo, false));
  await show(<TimelineGrid data={DATA} {...pickNone} />);
  const bar = await screen.findByRole('button', { name: /^Mia Moos/ });
  for (const key of [' ', 'ArrowUp', 'ArrowDown']) fireEvent.keyDown(bar, { key });
  expect(screen.getByRole('status').textContent).toBe('B-1, 04.03.2026 bis 05.03.2026');
});

test.each([
  ['day', '2026-11-28', '2026-11-28', '2026-11-28', '2026-11-29'],
  ['week', '2026-11-28', '2026-11-23', '2026-11-29', '2026-12-05'],
  ['month', '2026-01-31', '2026-01-01', '2026-01-31', '2026-02-01'],
] as const)('returns the first and last day of a %s', (span, day, from, until, next) => {
  expect(daysOfSpan(span, day)).toEqual({ from, until });
  expect(shiftSpan(span, day, 1)).toBe(next);
});

test('starts with the next week on Sundays only', () => {
  expect(['2026-03-07', '2026-03-08', '2026-03-09'].map(skipSunday)).toEqual(['2026-03-07', '2026-03-09', '2026-03-09']);
});
