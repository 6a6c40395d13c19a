import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { lendingBorrower, type ScanLookup } from '@fundus/contract/lending/desk/borrower-page';
import { lendingDesk, type DeskOrder, type HandOverResult } from '@fundus/contract/lending/desk/desk';
import { act, cleanup, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { deskCounts, lendingPoint } from '../../../testing/lending.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { readLending } from '../parts/lending-view.ts';
import { DeskTab } from './DeskTab.tsx';
import { closeDesks } from '../scan/desk-queue.ts';
import * as tones from '../scan/scan-tones.ts';

const id = (nth: number): string => `019b0000-0000-7000-8000-${String(nth).padStart(12, '0')}`;

const orderOf = (nth: number, borrower: string, state: 'ready' | 'on_loan' = 'ready'): DeskOrder => ({
  ...{ id: id(nth), number: `512044810${nth}`, point: { id: id(1), name: 'Ausleihe' }, borrower, school: '', title: '', purpose: '' },
  ...{ contact: '', delivery: 'pickup', walk_up: false, private: null, fee: null, state: 'approved', reason: '' },
  ...{ submitted_at: null, responsible: null, suspended: null, unbriefed: [], borrower_id: id(nth + 70) },
  lines: [
    {
      ...{ id: id(nth + 50), model: { id: id(5), name: 'Kamera', picture: null }, start: '2026-03-04', end: '2026-03-05', lessons: null },
      ...{
        state,
        overdue: false,
        lapsed: false,
        item_code: 'K-1',
        pickup_on: null,
        unkept: false,
        collect_until: null,
        renewals: 0,
        needed_on: null,
      },
      ...{ courier: null, courier_days: null, note: '' },
      can: { cancel: true, change: false, renew: false },
    },
  ],
  can: { cancel: true, decide: false, agree: false },
});
const candidate = ({ id: order, number, borrower }: DeskOrder) => ({
  id: order,
  number,
  borrower,
  title: '',
  start: '2026-03-04',
  end: '2026-03-05',
});
const handed = (order: DeskOrder, code: string): HandOverResult => {
  const { suspended: _, unbriefed: __, ...rest } = orderOf(Number(order.id.slice(-2)), order.borrower, 'on_loan');
  return {
    ...rest,
    scanned: { line_id: rest.lines[0]!.id, item: { id: id(9), code, model: 'Kamera' }, as: 'ordered', instead: '', hurt: [] },
  };
};

/** Library card number of Kim Kern. */
const CARD = 'CDFGHJKLMNPR';
const kim = orderOf(3, 'Kim Kern');
const noa = orderOf(4, 'Noa Nord');
const item = { id: id(9), code: 'K-1', model: 'Kamera' };
const refusals: Record<string, AppError> = {
  'X-9': new AppError('barcode_unknown', { field: 'code', details: { code: 'X-9' } }),
  'M-1': new AppError('barcode_unknown', { field: 'code', details: { code: 'M-1', other: 'Medienzentrum' } }),
  'R-1': new AppError('item_retired', { field: 'code', details: { code: 'R-1' } }),
  'L-1': new AppError('state_conflict', {
    field: 'code',
    details: { reason: 'on_loan', code: 'L-1', borrower: 'Ada Amt', date: '2026-03-09' },
  }),
  '4070912999': new AppError('barcode_unknown', { field: 'code', details: { code: '4070912999' } }),
};

let played: ReturnType<typeof vi.spyOn>;
let waiting: DeskOrder[];
let opened: string[];
beforeEach(() => {
  closeDesks();
  opened = [];
  played = vi.spyOn(tones, 'playTone').mockImplementation(() => {});
  waiting = [kim, noa];
});

/** `ready` and `orders` are the reply of the server to a scan that it does not reject. */
async function openDesk({ ready = null as DeskOrder | null, orders = [] as DeskOrder[], out = 'lending.scan.mode.out' } = {}) {
  const api = fakeApi(
    on(accounts.userinfo, person()),
    on(lendingDesk.desk, () => deskCounts({ orders: waiting.length })),
    on(lendingDesk.deskOrders, ({ query }) => {
      const items = waiting.filter(({ number }) => number.startsWith(query.q ?? ''));
      return { total: items.length, offset: 0, limit: 20, items, schools: [] };
    }),
    on(lendingDesk.deskOrder, ({ params }) => [kim, noa].find(({ id: order }) => order === params.id)!),
    on(
      lendingDesk.scan,
      ({ query }) =>
        refusals[query.code!] ?? { item: { ...item, code: query.code! }, ready: ready && candidate(ready), orders: orders.map(candidate) },
    ),
    on(lendingDesk.handOver, ({ params, body }) => {
      const to = params.id === kim.id ? kim : noa;
      waiting = waiting.filter(({ id: other }) => other !== to.id);
      return handed(to, (body as { code: string }).code);
    }),
    on(lendingBorrower.identifyScan, ({ body }): ScanLookup | AppError => {
      const { code } = body as { code: string };
      if (code === CARD) return { kind: 'borrower', id: kim.borrower_id! };
      return refusals[code] ?? (code.startsWith('K') ? { kind: 'device', id: id(9) } : refusals['X-9']!);
    }),
    on(lendingDesk.borrowers, { items: [{ id: kim.borrower_id!, name: 'Kim Kern', school: 'Waldschule', private: null }] }),
    on(lendingDesk.takeBack, ({ body }) => refusals[(body as { code: string }).code] ?? refusals['X-9']!),
  );
  await show(<DeskTab point={lendingPoint()} view={readLending('')} show={() => {}} go={(to) => opened.push(to)} />);
  await screen.findByRole('heading', { name: 'Scannen' });
  if (out) fireEvent.click(screen.getByRole('button', { name: 'Ausgabe' }));
  return api;
}
const scan = (code: string) =>
  act(async () => {
    const field = screen.getAllByRole('textbox')[0]!;
    fireEvent.change(field, { target: { value: code } });
    fireEvent.submit(field.closest('form')!);
  });
const entries = () => within(screen.getByRole('list', { name: 'Letzte Scans' })).queryAllByRole('listitem');

describe('scanning without an open order', () => {
  it('hands over a device to the borrower whose order reserved it', async () => {
    const api = await openDesk({ ready: kim });
    await scan('K-1');
    await waitFor(() => expect(entries()[0]!.textContent).toContain('Ausgegeben'));
    expect(entries()[0]!.textContent).toContain(`Bestellung ${kim.number} von Kim Kern ist geöffnet.`);
    expect(played).toHaveBeenLastCalledWith('good');
    // The order is no longer listed.
    await waitFor(() => expect(screen.queryByRole('button', { name: /Kim Kern ausgeben/ })).toBeNull());
    screen.getByRole('button', { name: 'Ausgabe beenden' });
    await scan('K-7');
    await waitFor(() => expect(api.to(lendingDesk.handOver)).toHaveLength(2));
    expect(api.to(lendingDesk.handOver).map(({ params }) => params.id)).toEqual([kim.id, kim.id]);
    expect(api.to(lendingDesk.scan)).toHaveLength(1);
  });

  it('closes the order on F2', async () => {
    await openDesk({ ready: kim });
    await scan('K-1');
    await screen.findByRole('button', { name: 'Ausgabe beenden' });
    for (let i = 0; i < 3; i++) fireEvent.keyDown(document, { key: 'F2' });
    expect(screen.queryByRole('button', { name: 'Ausgabe beenden' })).toBeNull();
  });

  it('asks for the order if several orders of today need the model', async () => {
    const api = await openDesk({ orders: [kim, noa] });
    await scan('K-1');
    await screen.findByText('Zu welcher Bestellung?');
    expect(played).toHaveBeenLastCalledWith('warn');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: `Noa Nord, Bestellung ${noa.number}` })));
    await waitFor(() => expect(api.to(lendingDesk.handOver)[0]?.params.id).toBe(noa.id));
    await screen.findByRole('button', { name: 'Ausgabe beenden' });
  });

  it('offers a loan without an order for the scanned device', async () => {
    await openDesk();
    await scan('K-1');
    await screen.findByText(/Für dieses Gerät ist heute nichts bestellt/);
    const [entry] = entries();
    fireEvent.click(within(entry!).getByRole('button', { name: 'Ohne Bestellung ausgeben' }));
    const dialog = await screen.findByRole('dialog', { hidden: true });
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Code des Geräts', hidden: true }).value).toBe('K-1');
  });

  it.each([
    ['X-9', 'Kein Gerät dieser Verleihstelle hat diesen Code.'],
    ['M-1', 'Das Gerät gehört zur Verleihstelle „Medienzentrum“.'],
    ['R-1', 'ausgemustert'],
    ['L-1', 'Ada Amt'],
    ['4070912999', 'Unter dieser Nummer ist hier keine Bestellung offen und kein Gerät bekannt.'],
  ])('rejects %s with an error message', async (code, words) => {
    await openDesk();
    await scan(code);
    await waitFor(() => expect(entries()[0]?.textContent).toContain(words));
    expect(played).toHaveBeenLastCalledWith('bad');
  });

  it('assigns later scans to the order opened by the first scan', async () => {
    const api = await openDesk({ ready: kim });
    await act(async () => {
      for (const code of ['K-1', 'K-7', 'K-8']) {
        const field = screen.getAllByRole('textbox')[0]!;
        fireEvent.change(field, { target: { value: code } });
        fireEvent.submit(field.closest('form')!);
      }
    });
    await waitFor(() => expect(api.to(lendingDesk.handOver)).toHaveLength(3));
    expect(api.to(lendingDesk.handOver).map(({ body }) => (body as { code: string }).code)).toEqual(['K-1', 'K-7', 'K-8']);
    expect(api.to(lendingDesk.handOver).every(({ params }) => params.id === kim.id)).toBe(true);
  });
});

describe('scanning in return mode', () => {
  it.each([
    ['X-9', 'Kein Gerät dieser Verleihstelle hat diesen Code.'],
    ['CDFGHJKLMNPQ', 'Das ist vermutlich ein Ausweis'],
  ])('rejects %s with an error message', async (code, words) => {
    await openDesk({ out: '' });
    await scan(code);
    await waitFor(() => expect(entries()[0]?.textContent).toContain(words));
    expect(played).toHaveBeenLastCalledWith('bad');
  });
});

describe('scanning an order number', () => {
  it('assigns the next scanned device to the order', async () => {
    const api = await openDesk();
    await act(async () => {
      for (const code of [noa.number, 'K-1']) {
        const field = screen.getAllByRole('textbox')[0]!;
        fireEvent.change(field, { target: { value: code } });
        fireEvent.submit(field.closest('form')!);
      }
    });
    await waitFor(() => expect(api.to(lendingDesk.handOver).map(({ params }) => params.id)).toEqual([noa.id]));
    await screen.findByRole('button', { name: 'Ausgabe beenden' });
  });

  it('keeps the open order if the number is unknown', async () => {
    const api = await openDesk({ ready: kim });
    await scan('K-1');
    await screen.findByRole('button', { name: 'Ausgabe beenden' });
    await scan('4070912999');
    await scan('K-7');
    await waitFor(() => expect(api.to(lendingDesk.handOver).at(-1)?.params.id).toBe(kim.id));
  });
});

describe('lookup of borrowers and devices', () => {
  const pageOf = (borrower: string) => `/tech-rental/borrowers/${borrower}?point=${lendingPoint().id}`;

  it.each(['in', 'ready', 'out', 'look'] as const)("opens the borrower's page for a scanned card in mode %s", async (mode) => {
    await openDesk({ out: '' });
    const modes = { in: 'Rückgabe', ready: 'Bereitlegen', out: 'Ausgabe', look: 'Nachsehen' };
    fireEvent.click(within(screen.getByRole('group', { name: 'Vorgang' })).getByRole('button', { name: modes[mode] }));
    await scan('cdfg-hjkl-mnpr');
    await scan(CARD);
    await waitFor(() => expect(opened).toContain(pageOf(kim.borrower_id!)));
  });

  it("opens the device's page for a scanned code", async () => {
    await openDesk({ out: '' });
    fireEvent.click(screen.getByRole('button', { name: 'Nachsehen', pressed: false }));
    await scan('K-1');
    await waitFor(() => expect(opened).toEqual([`/tech-rental/devices/${id(9)}`]));
    await scan('X-9');
    await waitFor(() => expect(entries()[0]?.textContent).toContain('Kein Gerät dieser Verleihstelle hat diesen Code.'));
    expect(played).toHaveBeenLastCalledWith('bad');
  });

  it('opens the first matching borrower on Enter', async () => {
    await openDesk({ out: '' });
    const field = screen.getByRole('searchbox', { name: 'Person suchen' });
    fireEvent.keyDown(document, { key: 'F4' });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: 'Kern' } });
    // Enter is pressed before the results have arrived.
    fireEvent.submit(field.closest('form')!);
    await waitFor(() => expect(opened).toEqual([pageOf(kim.borrower_id!)]));
  });
});

describe('scanner input outside the scan field', () => {
  /** Types like a scanner, with 5 ms between keys regardless of the speed of the test. */
  const type = (target: Element, code: string) =>
    act(async () => {
      for (const [nth, key] of [...code, 'Enter'].entries()) {
        const event = createEvent.keyDown(target, { key });
        Object.defineProperty(event, 'timeStamp', { value: 1_000 + 5 * nth });
        fireEvent(target, event);
      }
    });

  it('is redirected from a checkbox to the scan field', async () => {
    await openDesk({ ready: kim });
    await scan('K-1');
    const box = await screen.findByRole('checkbox', { name: 'Eine Vollmacht liegt vor.', hidden: true });
    box.focus();
    fireEvent.keyDown(box, { key: 'K' });
    expect(document.activeElement).toBe(screen.getAllByRole('textbox')[0]);
  });

  it('is rejected while a dialog is open', async () => {
    await openDesk();
    const dialog = document.createElement('dialog');
    dialog.setAttribute('open', '');
    const button = dialog.appendChild(document.createElement('button'));
    document.body.append(dialog);
    await type(button, 'K-1234');
    await waitFor(() => expect(entries()[0]?.textContent).toContain('Ein Fenster ist noch offen.'));
    expect(played).toHaveBeenLastCalledWith('bad');
    dialog.remove();
  });
});

it('keeps the list of scans after the user leaves the desk and returns', async () => {
  await openDesk({ orders: [kim, noa] });
  await scan('K-1');
  await screen.findByText('Zu welcher Bestellung?');
  cleanup();
  await openDesk({ orders: [kim, noa] });
  expect(entries()[0]!.textContent).toContain('Zu welcher Bestellung?');
});
