import { AppError } from '@fundus/contract/errors';
import { lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './KioskScreen.tsx';

afterEach(() => vi.useRealTimers());

const atPoint = on(lendingKiosk.kiosk, { point: 'Verleih Lindenau', terms: '', terms_version: 0 });
const CARD = 'CDFG-HJKL-MNPQ';
const line = (nth: number): string => `019b0000-0000-7000-8000-00000000000${nth}`;
const conflict = (reason: string) => new AppError('state_conflict', { field: 'code', details: { reason } });

function scan(code: string): void {
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: code } });
  fireEvent.submit(field.closest('form')!);
}
const done = () => within(screen.getByRole('list', { name: 'Erledigt' }));
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

it('pairs the browser only with the correct pairing code', async () => {
  let paired = false;
  const { to } = fakeApi(
    on(lendingKiosk.kiosk, () => (paired ? { point: 'Verleih Lindenau', terms: '', terms_version: 0 } : new AppError('wrong_credentials'))),
    on(lendingKiosk.pairKiosk, ({ body }) => {
      paired = (body as { code: string }).code === 'KLMN-PQRS';
      return paired ? { ok: true as const } : new AppError('wrong_credentials', { field: 'code' });
    }),
  );
  await show(<Screen />, { user: false });
  fireEvent.change(await screen.findByRole('textbox', { name: 'Code' }), { target: { value: 'falsch' } });
  press('Verbinden');
  expect(await screen.findByText(/Dieser Code ist ungültig/)).toBeDefined();
  fireEvent.change(screen.getByRole('textbox', { name: 'Code' }), { target: { value: 'KLMN-PQRS' } });
  press('Verbinden');
  expect(await screen.findByRole('heading', { name: 'Verleih Lindenau' })).toBeDefined();
  expect(to(lendingKiosk.pairKiosk)).toHaveLength(2);
});

it('sends no requests while a user is signed in', async () => {
  const { calls } = fakeApi(atPoint);
  const signOut = vi.fn();
  await show(<Screen />, { signOut });
  press('Abmelden');
  expect(signOut).toHaveBeenCalledOnce();
  expect(calls).toEqual([]);
});

it('takes devices back and explains rejected scans', async () => {
  const { to } = fakeApi(
    atPoint,
    on(lendingKiosk.kioskReturn, ({ body }) => {
      const { code } = body as { code: string };
      if (code === 'X-9') return new AppError('barcode_unknown', { field: 'code' });
      if (code === 'K-2') return conflict('not_on_loan');
      const checked = code === 'D-1';
      return { line_id: line(checked ? 2 : 1), item: { code, model: checked ? 'Drohne' : 'Mikrofon' }, late: checked ? 2 : 0, checked };
    }),
    on(lendingKiosk.kioskComplain, { ok: true }),
  );
  await show(<Screen />, { user: false });
  await screen.findByRole('heading', { name: 'Verleih Lindenau' });
  // The first scanned code counts as a device unless it has the format of a card number.
  scan('K-1');
  expect(await screen.findByRole('heading', { name: 'Zurückgeben' })).toBeDefined();
  expect(await done().findByText('Mikrofon ist zurück. Danke!')).toBeDefined();
  scan('D-1');
  expect(await done().findByText('D-1 · 2 Tage zu spät · wird am Schalter noch geprüft')).toBeDefined();
  scan('K-2');
  expect(await done().findByText('Dieses Gerät wurde schon zurückgegeben.')).toBeDefined();
  scan('X-9');
  expect(await done().findByText('Dieser Code ist bei der Verleihstelle nicht bekannt.')).toBeDefined();
  press('Mikrofon: Etwas stimmt nicht');
  fireEvent.change(screen.getByRole('textbox', { name: 'Was stimmt nicht?' }), { target: { value: 'Kabel fehlt' } });
  press('Es fehlt etwas');
  expect(await done().findByText('K-1 · gemeldet')).toBeDefined();
  expect(to(lendingKiosk.kioskComplain).map(({ body }) => body)).toEqual([{ line: line(1), result: 'incomplete', note: 'Kabel fehlt' }]);
});

it('hands over ready devices after a card scan', async () => {
  let offline = true;
  const { to } = fakeApi(
    atPoint,
    on(lendingKiosk.kioskBorrower, ({ body }) =>
      (body as { card: string }).card === 'CDFGHJKLMNPQ'
        ? {
            name: 'Kim',
            may_take: false,
            ready: [
              { line_id: line(1), code: 'K-1', model: 'Mikrofon', end: '2026-03-09', ends_at: null, at_desk: null },
              { line_id: line(2), code: 'D-1', model: 'Drohne', end: '2026-03-09', ends_at: null, at_desk: 'desk_only' as const },
            ],
          }
        : new AppError('barcode_unknown', { field: 'card' }),
    ),
    on(lendingKiosk.kioskTake, ({ body }) => {
      const { code } = body as { code: string };
      if (code === 'D-1') return conflict('desk_only');
      if (!offline) return { item: { code, model: 'Mikrofon' }, end: '2026-03-09', ends_at: null };
      offline = false;
      return new AppError('unavailable');
    }),
  );
  await show(<Screen />, { user: false });
  await screen.findByRole('heading', { name: 'Verleih Lindenau' });
  press('Abholen');
  scan('CDFG-HJKL-MNPR');
  expect(await screen.findByText(/Dieser Ausweis ist bei der Verleihstelle nicht bekannt/)).toBeDefined();
  press('Fertig');
  scan(CARD);
  expect(await screen.findByText('Guten Tag, Kim!')).toBeDefined();
  const ready = screen.getByRole('list', { name: 'Liegt für Sie bereit' });
  expect(within(ready).getAllByRole('listitem')).toHaveLength(2);
  scan('D-1');
  expect(await done().findByText('Dieses Gerät erhalten Sie am Schalter.')).toBeDefined();
  scan('K-1');
  expect(await done().findByText(/Gerade gibt es keine Verbindung/)).toBeDefined();
  scan('K-1');
  expect(await done().findByText('Ausgeliehen: Mikrofon.')).toBeDefined();
  expect(within(ready).getAllByRole('listitem')).toHaveLength(1);
  const [, lost, again] = to(lendingKiosk.kioskTake).map(({ body }) => (body as { key: string }).key);
  expect(again).toBe(lost);
});

it("hides the borrower's data after a minute without input", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fakeApi(atPoint, on(lendingKiosk.kioskBorrower, { name: 'Kim', may_take: false, ready: [] }));
  await show(<Screen />, { user: false });
  await screen.findByRole('heading', { name: 'Verleih Lindenau' });
  scan(CARD);
  await screen.findByText('Guten Tag, Kim!');
  const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
  await pass(50);
  expect(screen.getByText(/^Noch 1?\d Sekunden, dann wird das Tablet zurückgesetzt\.$/)).toBeDefined();
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Weiter', hidden: false }));
  expect(screen.queryByText(/dann wird das Tablet zurückgesetzt/)).toBeNull();
  await pass(50);
  expect(screen.getByText('Guten Tag, Kim!')).toBeDefined();
  await pass(12);
  expect(screen.queryByText('Guten Tag, Kim!')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Verleih Lindenau' })).toBeDefined();
});
