/** Tests of the lending screen as borrowers see it. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalLine, RentalOrder } from '@fundus/contract/lending/orders/orders';
import { lendingAgreement } from '@fundus/contract/lending/orders/agreement';
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingTours } from '@fundus/contract/lending/courier/tours';
import { lendingFavourites } from '@fundus/contract/lending/models/favourites';
import { lendingWaiting, type WaitEntry } from '@fundus/contract/lending/cart/waiting';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ScreenProps } from '../../components/page/screen.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { lendingPoint } from '../../testing/lending.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './LendingScreen.tsx';
import { CartPanel } from './cart/CartPanel.tsx';
import { CancelDevicesDialog } from './orders/CancelDevicesDialog.tsx';
import { OrderLines } from './orders/OrderLines.tsx';

const id = (nth: number): string => `019b0000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const can = { manage: false, desk: false, borrow: true };
const points = [lendingPoint({ id: id(1), name: 'Medienzentrum', can }), lendingPoint({ id: id(2), name: 'Gerätepool', can })];
const line: RentalLine = {
  ...{
    id: id(4),
    model: { id: id(5), name: 'Podcast-Koffer', picture: null },
    start: '2026-03-04',
    end: '2026-03-04',
    lessons: null,
    state: 'approved',
  },
  ...{
    overdue: false,
    lapsed: false,
    item_code: '',
    pickup_on: null,
    unkept: false,
    collect_until: null,
    renewals: 0,
    needed_on: null,
    courier: null,
  },
  ...{ courier_days: null, note: '' },
  can: { cancel: true, change: false, renew: false },
};
const order: RentalOrder = {
  ...{ id: id(3), number: '5120448100', point: { id: id(1), name: 'Medienzentrum' }, borrower: 'Kim Kern', school: '', title: 'Hörspiel' },
  ...{
    purpose: '',
    contact: '',
    delivery: 'pickup',
    walk_up: false,
    private: null,
    fee: null,
    state: 'approved',
    reason: '',
    submitted_at: null,
    responsible: null,
  },
  lines: [line],
  can: { cancel: true, decide: false, agree: false },
};

async function open(tab: string, more: Parameters<typeof fakeApi> = [], go: (to: string) => void = () => {}): Promise<void> {
  fakeApi(
    on(accounts.userinfo, false),
    on(lending.points, { items: points, can: { create: false } }),
    on(lending.orders, { total: 1, offset: 0, limit: 20, items: [order] }),
    on(lendingFavourites.favourites, { items: [] }),
    on(lendingWaiting.waits, { items: [] }),
    on(lendingAgreement.responsible, { items: [] }),
    ...more,
  );
  const props = { name: 'tech-rental', params: {}, search: `tab=${tab}`, go, from: null } as ScreenProps<'tech-rental'>;
  await show(<Screen {...props} />);
}

it.each([
  [
    'the model that becomes free first',
    [
      { id: id(5), free_from: '2026-03-09' },
      { id: id(6), free_from: '2026-03-02' },
    ],
    id(6),
  ],
  ['the page of a medium that no point lends', [], '/media/FU-1'],
])('redirects from a medium to %s', async (_, items, expected) => {
  const go = vi.fn<(to: string) => void>();
  const found = items.map((item) => ({ ...item, name: 'Koffer', point: { id: id(1), name: 'Medienzentrum' }, devices: 1 }));
  await open('loans&medium=FU-1', [on(lending.ofMedium, { items: found, ask: [], add: [] })], go);
  await waitFor(() => expect(go.mock.lastCall?.[0]).toContain(expected));
});

it.each(['favourites', 'loans'])('hides the choice of a lending point in the tab %s', async (tab) => {
  await open(tab);
  expect(await screen.findByText(tab === 'loans' ? 'Hörspiel' : 'Noch keine Favoriten', { exact: false })).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Verleihstelle' })).toBeNull();
});

it('groups equal devices in the cart and removes one of them', async () => {
  const lines = [id(6), id(7), id(8)].map((each, i) => ({
    ...line,
    id: each,

    end: i < 2 ? line.end : '2026-03-05',
  }));
  const cart = { lines, until: '2999-01-01T00:00:00.000Z', extended: true, delivery: 'pickup' as const };
  const api = fakeApi(
    on(lending.cart, cart),
    on(lendingTours.courier, { weekdays: [] }),
    on(lending.removeFromCart, { ...cart, lines: lines.slice(1) }),
  );
  await show(<CartPanel point={points[0]!} go={() => {}} />);
  await screen.findByText(/^2\s× Podcast-Koffer$/);
  const buttons = screen.getAllByRole('button', { name: /Podcast-Koffer/ });
  expect(buttons).toHaveLength(2);
  fireEvent.click(buttons[0]!);
  await waitFor(() => expect(api.to(lending.removeFromCart)[0]?.params).toEqual({ id: id(6) }));
});

it('focuses the waiting orders on request', async () => {
  const responsible = { name: 'Kim Kern', asked_at: '2026-03-01T08:00:00.000Z', agreed_at: null, until: '2026-03-05' };
  const asked = { ...order, id: id(8), responsible, can: { ...order.can, agree: true } };
  const offer: WaitEntry = {
    ...{ id: id(9), model: { id: id(5), name: 'Greenscreen' }, point: { id: id(1), name: 'Medienzentrum' }, borrower: '', school: '' },
    ...{ quantity: 1, earliest: '2026-03-04', latest: '2026-03-11', days: null, state: 'offered', created_at: '2026-03-01T08:00:00.000Z' },
    offer: { start: '2026-03-04', end: '2026-03-11', until: '2026-03-03T08:00:00.000Z' },
    can: { cancel: true, answer: true },
  };
  await open('loans', [on(lendingWaiting.waits, { items: [offer] }), on(lendingAgreement.responsible, { items: [asked] })]);
  const own = await screen.findByRole('heading', { level: 2, name: 'Hörspiel' });
  expect(within(own.parentElement!).getByText('Zugesagt')).toBeDefined();
  fireEvent.click(screen.getByRole('link', { name: '1 Anfrage wartet auf Ihre Zustimmung.' }));
  expect(document.activeElement?.id).toBe('lending-responsible-name');
  fireEvent.click(screen.getByRole('link', { name: '1 Gerät der Warteliste ist für Sie reserviert.' }));
  expect(document.activeElement?.id).toBe('lending-waits-name');
});

it('shows a loan of one day with a single date', async () => {
  await open('loans');
  expect(await screen.findByText('Mittwoch, 4. März 2026')).toBeDefined();
});

it('shows the postal delivery instead of the pick-up day', async () => {
  const { unmount } = await show(<OrderLines order={order} refreshes={[]} />);
  expect(screen.getByText(/^Abholung am Mi., 4\.3\./)).toBeDefined();
  unmount();
  await show(<OrderLines order={{ ...order, delivery: 'post' }} refreshes={[]} />);
  expect(screen.getByText('Kommt mit der Post, ab Mittwoch, 4. März')).toBeDefined();
});

describe('an order with equal devices', () => {
  const lentLines = [id(6), id(7)].map((each, i) => ({
    ...line,
    ...{ id: each, state: 'on_loan' as const, item_code: `P-${i + 1}`, can: { cancel: false, change: false, renew: true } },
  }));
  const lent: RentalOrder = { ...order, lines: lentLines };

  it('has one row, whose renewal applies to all of them', async () => {
    const api = fakeApi(on(accounts.userinfo, false), on(lending.renew, lent));
    await show(<OrderLines order={lent} refreshes={[]} own />);
    expect(screen.getByText(/^2\s× Podcast-Koffer$/)).toBeDefined();
    expect(screen.getByText('P-1, P-2')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: /^2\s× Podcast-Koffer verlängern$/ }));
    await waitFor(() => expect(api.to(lending.renew).map(({ params }) => params)).toEqual([{ id: id(6) }, { id: id(7) }]));
  });

  it('has a row for each device at the desk', async () => {
    await show(<OrderLines order={lent} refreshes={[]} atDesk />);
    expect(screen.getAllByText('Podcast-Koffer')).toHaveLength(2);
  });

  it('asks which device is damaged', async () => {
    const api = fakeApi(on(accounts.userinfo, false), on(lendingCondition.reportDamage, { id: id(9), in_time: true }));
    await show(<OrderLines order={lent} refreshes={[]} own />);
    fireEvent.click(screen.getByRole('button', { name: 'Podcast-Koffer: Schaden melden' }));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Welches Gerät?' }), { target: { value: id(7) } });
    fireEvent.change(screen.getByRole('textbox', { name: /Was/ }), { target: { value: 'Ein Mikrofon rauscht.' } });
    fireEvent.click(screen.getByRole('button', { name: 'Melden' }));
    await waitFor(() => expect(api.to(lendingCondition.reportDamage)[0]?.body).toMatchObject({ line: id(7) }));
  });

  it.each([
    ['all devices', '2', lending.cancelOrder, { id: id(3) }],
    ['one device', '1', lending.cancelLine, { id: id(7) }],
  ] as const)('cancels %s', async (_, count, endpoint, params) => {
    const booked = { ...order, lines: [id(6), id(7)].map((each) => ({ ...line, id: each })) };
    const api = fakeApi(on(accounts.userinfo, false), on(lending.cancelOrder, booked), on(lending.cancelLine, booked));
    await show(<CancelDevicesDialog order={booked} onClose={() => {}} />);
    fireEvent.change(screen.getByRole('combobox', { name: 'Podcast-Koffer' }), { target: { value: count } });
    fireEvent.click(screen.getByRole('button', { name: /stornieren$/ }));
    await waitFor(() => expect(api.to(endpoint).map((call) => call.params)).toEqual([params]));
  });
});

it('lets the desk override a rejected renewal', async () => {
  const lent: RentalOrder = { ...order, lines: [{ ...line, state: 'on_loan', can: { cancel: false, change: false, renew: true } }] };
  const refuse = (override: boolean) =>
    new AppError('not_renewable', { details: { reason: 'waited', date: '2026-03-11', override, phone: '0000 904500', email: '' } });
  const { to } = fakeApi(
    on(accounts.userinfo, false),
    on(lending.renew, ({ body }) => ((body as { override?: boolean }).override ? lent : refuse(true))),
  );
  const { unmount } = await show(<OrderLines order={lent} refreshes={[]} />);
  const renew = () => fireEvent.click(screen.getByRole('button', { name: 'Podcast-Koffer verlängern' }));
  renew();
  expect(await screen.findByText(/11\. März.*0000 904500/)).toBeDefined();
  unmount();
  await show(<OrderLines order={lent} refreshes={[]} atDesk />);
  renew();
  const dialog = await screen.findByRole('dialog', { name: 'Podcast-Koffer trotzdem verlängern?' });
  expect(within(dialog).getByText(/11\. März/)).toBeDefined();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Trotzdem verlängern' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to(lending.renew).map(({ body }) => (body as { override?: boolean }).override)).toEqual([undefined, undefined, true]);
});
