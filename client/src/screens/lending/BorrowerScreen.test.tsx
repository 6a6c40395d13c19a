/** Tests of the borrower's page at the lending desk: scans, loans, briefings and messages. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { lendingBorrower, type BorrowerPage, type ScanLookup } from '@fundus/contract/lending/desk/borrower-page';
import { lendingDesk, type DeskOrder, type HandOverResult, type ReturnResult } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { lendingPoint } from '../../testing/lending.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './BorrowerScreen.tsx';
import { closeDesks, deskOf } from './scan/desk-queue.ts';
import * as tones from './scan/scan-tones.ts';

const id = (nth: number): string => `019b0000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const point = lendingPoint({ terms: 'Pfleglich behandeln.', terms_version: 2 });
const KIM = id(3);

const lineOf = (nth: number, code: string, overdue = false): DeskOrder['lines'][number] => ({
  ...{ id: id(nth), model: { id: id(5), name: 'Kamera', picture: null }, start: '2026-03-02', end: '2026-03-05', lessons: null },
  ...{
    state: 'on_loan',
    overdue,
    lapsed: false,
    item_code: code,
    collect_until: null,
    pickup_on: null,
    unkept: false,
    renewals: 0,
    needed_on: null,
  },
  ...{ courier: null, courier_days: null, note: '', can: { cancel: false, change: false, renew: true } },
});
const order: DeskOrder = {
  ...{ id: id(20), number: '5120448101', point: { id: point.id, name: 'Ausleihe' }, borrower: 'Kim Kern', school: 'Waldschule' },
  ...{ title: 'Film-AG', purpose: '', contact: '', delivery: 'pickup', walk_up: false, private: null, fee: null, state: 'approved' },
  ...{ reason: '', submitted_at: null, responsible: null, suspended: null, unbriefed: [], borrower_id: KIM },
  lines: [lineOf(30, 'K-1', true), lineOf(31, 'K-2')],
  can: { cancel: false, decide: false, agree: false },
};
const borrower = (about: Partial<BorrowerPage> = {}): BorrowerPage => ({
  ...{ id: KIM, name: 'Kim Kern', school: 'Waldschule', private: null, closed: null, reachable: true, suspended: null },
  ...{ lines: { open: 2, most: 20 }, orders: [order], owed: [], damage: [], waits: [], briefings: [] },
  notes: [{ id: id(40), text: 'Netzteil fehlt oft', by: 'Ada Amt', at: '2026-03-01T08:00:00Z' }],
  ...about,
});

let opened: string[];
let played: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  closeDesks();
  opened = [];
  played = vi.spyOn(tones, 'playTone').mockImplementation(() => {});
});

async function open(about: Partial<BorrowerPage> = {}) {
  const { suspended: _, unbriefed: __, ...rest } = order;
  const api = fakeApi(
    on(accounts.userinfo, person()),
    on(lending.points, { items: [point], can: { create: false } }),
    on(lendingBorrower.borrowerPage, borrower(about)),
    on(lendingBorrower.borrowerHistory, { total: 0, offset: 0, limit: 20, items: [] }),
    on(lendingBorrower.identifyScan, ({ body }): ScanLookup =>
      (body as { code: string }).code === 'CDFGHJKLMNPR'
        ? { kind: 'borrower', id: id(4) }
        : { kind: 'order', id: order.id, borrower_id: KIM },
    ),
    on(lendingBorrower.messageBorrower, { ok: true }),
    on(lendingBorrower.addNote, { id: id(41), text: 'x', by: '', at: '2026-03-01T08:00:00Z' }),
    on(lendingBorrower.briefBorrower, { ok: true }),
    on(lendingDesk.walkUp, ({ body }): HandOverResult | AppError => {
      const { code } = body as { code: string };
      if (code === 'L-1') return new AppError('briefing_missing', { details: { model: 'Lasercutter', model_id: id(6) } });
      return {
        ...rest,
        scanned: { line_id: id(30), item: { id: id(9), code, model: 'Kamera' }, as: 'ordered', instead: '', hurt: [] },
      };
    }),
    on(lendingDesk.takeBack, ({ body }): ReturnResult => ({
      ...{ line_id: id(30), order_id: order.id, late: 0, state: 'available', next: null, borrower: 'Kim Kern', borrower_id: KIM },
      item: { id: id(9), code: (body as { code: string }).code, model: 'Kamera', shelf: '' },
      parts: [{ name: 'Akku', count: 2 }],
    })),
    on(lending.renew, ({ params }) => (params.id === id(31) ? new AppError('not_renewable', { details: { reason: 'renewals' } }) : rest)),
  );
  await show(<Screen name="lending-borrower" params={{ id: KIM }} search={`point=${point.id}`} go={(to) => opened.push(to)} from={null} />);
  await screen.findByRole('heading', { name: 'Kim Kern', level: 1 });
  return api;
}
const scan = (code: string) =>
  act(async () => {
    const field = screen.getByRole('textbox', { name: /^Code/ });
    fireEvent.change(field, { target: { value: code } });
    fireEvent.submit(field.closest('form')!);
  });
const entries = () => within(screen.getByRole('list', { name: 'Letzte Scans' })).queryAllByRole('listitem');

it('hands over several scanned devices with the same due date', async () => {
  const api = await open();
  fireEvent.click(screen.getByRole('checkbox', { name: /Nutzungs|Bedingungen/i }));
  for (const code of ['K-7', 'K-8']) await scan(code);
  await waitFor(() => expect(api.to(lendingDesk.walkUp)).toHaveLength(2));
  expect(api.to(lendingDesk.walkUp).map(({ body }) => body)).toMatchObject([
    { code: 'K-7', person: KIM, private_borrower: null, terms_version: 2 },
    { code: 'K-8', person: KIM, private_borrower: null, terms_version: 2 },
  ]);
  expect(played).toHaveBeenLastCalledWith('good');
});

it('lists the parts to check when a device is returned', async () => {
  const api = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Kamera K-1 zurücknehmen' }));
  await waitFor(() => expect(entries()[0]?.textContent).toContain('Dazu gehören: 2 × Akku'));
  expect(api.to(lendingDesk.takeBack)[0]?.body).toMatchObject({ code: 'K-1' });
});

it('shows the results of renewing several loans', async () => {
  const api = await open();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Alle 2 Geräte verlängern' })));
  await screen.findByText('1 Gerät wurde verlängert.');
  screen.getByText(/^Kamera K-2:/);
  expect(api.to(lending.renew)).toHaveLength(2);
});

it('opens the borrower of another scanned card', async () => {
  await open();
  await scan('5120448101');
  expect(opened).toEqual([]);
  await scan('CDFGHJKLMNPR');
  await waitFor(() => expect(opened).toEqual([`/tech-rental/borrowers/${id(4)}?point=${point.id}`]));
});

it('hands over a device after recording the missing briefing', async () => {
  const api = await open();
  await scan('L-1');
  const brief = await screen.findByRole('button', { name: 'Einweisung jetzt geben und ausgeben' });
  await act(async () => void fireEvent.click(brief));
  expect(api.to(lendingBorrower.briefBorrower)[0]).toMatchObject({ params: { id: KIM }, body: { model: id(6) } });
  await waitFor(() => expect(api.to(lendingDesk.walkUp)).toHaveLength(2));
});

it('switches between hand-over, return and lookup with F2', async () => {
  const api = await open();
  fireEvent.keyDown(document, { key: 'F2' });
  await scan('K-1');
  await waitFor(() => expect(api.to(lendingDesk.takeBack)).toHaveLength(1));
  expect(api.to(lendingDesk.walkUp)).toHaveLength(0);
});

it('sends a message to the borrower', async () => {
  const api = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Nachricht schreiben' }));
  const dialog = await screen.findByRole('dialog', { hidden: true });
  fireEvent.change(within(dialog).getByRole('textbox', { hidden: true }), { target: { value: 'Bitte melden' } });
  await act(async () => void fireEvent.click(within(dialog).getByRole('button', { name: 'Senden', hidden: true })));
  expect(api.to(lendingBorrower.messageBorrower)[0]?.body).toMatchObject({ text: 'Bitte melden', point: point.id });
});

it('explains why the borrower cannot borrow', async () => {
  await open({ closed: 'left', reachable: false });
  screen.getByText(/Das Konto ist geschlossen/);
  screen.getByText('1 Gerät überfällig');
  expect(screen.queryByRole('button', { name: 'Nachricht schreiben' })).toBeNull();
});

it('hands over devices scanned while the card is looked up', async () => {
  const { deferred } = deskOf(point.id, person().id);
  deferred.codes.push('K-7');
  deferred.page = `/tech-rental/borrowers/${KIM}?point=${point.id}`;
  const api = await open();
  await waitFor(() => expect(api.to(lendingDesk.walkUp).map(({ body }) => (body as { code: string }).code)).toEqual(['K-7']));
  cleanup();
  deferred.codes.push('K-8');
  deferred.page = `/tech-rental/borrowers/${id(4)}?point=${point.id}`;
  await open();
  await waitFor(() => expect(entries()[0]!.textContent).toContain('Scannen Sie noch einmal.'));
  expect(played).toHaveBeenLastCalledWith('bad');
});
