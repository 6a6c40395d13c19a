import { ORDER_STATES } from '@fundus/contract/marketplace/order-states';
import { orders, type Order } from '@fundus/contract/marketplace/orders';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, test } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/render.tsx';
import { Screen } from './PurchaseScreen.tsx';

const ID = '00000000-0000-4000-8000-00000000000a';
const AT = '2026-11-20T09:00:00.000Z';
const NOTHING = {
  ask: false,
  buy: false,
  approve: false,
  pay: false,
  cancel: false,
  accept: false,
  withdraw: false,
  refund: false,
  settle: false,
};
const order = (about: Partial<Order>, can: Partial<Order['can']> = {}): Order => ({
  ...{ id: ID, number: 'MZ-B-2026-00001', state: 'pending_payment', school: { id: 'a', name: 'Schule A' }, buyer: 'Kim Muster' },
  ...{ note: '', reason: '', withdrawal: '', cost_centre: '', pays: 'invoice', payment: null, invoice_to: null, lines: [], rates: [] },
  ...{ net: 0, vat: 0, gross: 0, created_at: AT, ordered_at: AT, history: [], invoices: [], codes: false, licences: [], ...about },
  can: { ...NOTHING, ...can },
});
const open = (name: 'purchase-confirmed' | 'purchase-cancelled' = 'purchase-confirmed', search = `order=${ID}`) =>
  show(<Screen name={name} params={{}} search={search} go={() => {}} from={null} />);
const heading = () => screen.findByRole('heading', { level: 1 });

const HEADINGS: Record<Order['state'], string> = {
  draft: 'Der Kaufwunsch wartet auf Bestätigung',
  waiting_approval: 'Der Kaufwunsch wartet auf Bestätigung',
  declined: 'Diese Bestellung ist beendet',
  pending_payment: 'Ihre Bestellung ist eingegangen',
  cancelled: 'Diese Bestellung ist beendet',
  expired: 'Diese Bestellung ist beendet',
  confirmed: 'Die Bestellung wird geprüft',
  fulfilled: 'Die Lizenzen sind da',
  refunded: 'Diese Bestellung ist beendet',
};
const AT_BOTH = ORDER_STATES.flatMap((state) => (['purchase-confirmed', 'purchase-cancelled'] as const).map((name) => ({ state, name })));
it.for(AT_BOTH)('shows the order state $state on $name without changing the order', async ({ state, name }) => {
  const api = fakeApi(on(orders.order, order({ state })));
  await open(name);
  expect((await heading()).textContent).toBe(HEADINGS[state]);
  expect(screen.getByRole('status').textContent !== '').toBe(state === 'pending_payment' || state === 'confirmed');
  expect(api.to(orders.order)).toHaveLength(1);
});

test('does not report an unconfirmed payment as paid', async () => {
  fakeApi(on(orders.order, order({ pays: 'online', payment: 'open' })));
  await open();
  expect((await heading()).textContent).toBe('Die Zahlung ist noch nicht bestätigt');
  cleanup();
  for (const search of ['', 'order=x']) {
    await open('purchase-cancelled', search);
    expect((await heading()).textContent).not.toContain('Bestellung ist eingegangen');
    cleanup();
  }
});

test('asks for confirmation before a delivery or a cancellation', async () => {
  const api = fakeApi(
    on(orders.order, order({}, { accept: true, cancel: true })),
    on(orders.accept, order({ state: 'fulfilled' })),
    on(orders.cancel, order({ state: 'cancelled' })),
  );
  await open();
  expect((await heading()).textContent).toBe('Eine Bestellung wartet auf Sie');
  for (const [name, call] of [
    ['Annehmen und liefern', orders.accept],
    ['Stornieren', orders.cancel],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name }));
    expect(api.to(call)).toHaveLength(0);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
    await expect.poll(() => api.to(call)).toHaveLength(1);
    await expect.poll(() => screen.queryByRole('dialog')).toBe(null);
  }
});

test('lets the approver decline but not cancel a purchase request', async () => {
  fakeApi(
    on(orders.order, order({ state: 'waiting_approval', number: null }, { approve: true, cancel: true })),
    on(orders.cart, {
      order: null,
      terms: null,
      invoice_to: { name: '', street: '', postcode: '', city: '', email: '', reference: '' },
      online: false,
      budget: null,
    }),
  );
  await open();
  await heading();
  expect(screen.getByRole('button', { name: 'Ablehnen' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stornieren' })).toBe(null);
});
