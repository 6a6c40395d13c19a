import { accounts } from '@fundus/contract/accounts/accounts';
import { lendingAgreement } from '@fundus/contract/lending/orders/agreement';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/render.tsx';
import { ResponsibleList } from './ResponsibleList.tsx';

const id = (nth: number): string => `019b0000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const asked_at = '2026-03-02T08:00:00.000Z';
const order: RentalOrder = {
  ...{ id: id(3), number: '5120448100', point: { id: id(1), name: 'Pool' }, borrower: 'Mia Muster', school: '', title: 'Stop-Motion' },
  ...{
    purpose: '',
    contact: '',
    delivery: 'pickup',
    walk_up: false,
    private: null,
    fee: null,
    state: 'requested',
    reason: '',
    submitted_at: null,
    lines: [],
  },
  responsible: { name: 'Kim Kern', asked_at, agreed_at: null, until: '2026-03-05' },
  can: { cancel: false, decide: false, agree: true },
};

it('lets the teacher agree to an order or refuse it with a reason', async () => {
  const { to } = fakeApi(
    on(accounts.userinfo, false),
    on(lendingAgreement.responsible, { items: [order] }),
    on(lendingAgreement.agree, { ...order, can: { ...order.can, agree: false } }),
    on(lendingAgreement.disagree, { ...order, state: 'rejected' }),
  );
  await show(<ResponsibleList />);
  expect(await screen.findByText('Mia Muster möchte ausleihen')).toBeDefined();
  expect(screen.getByText('Wartet bis Donnerstag, 5. März auf Ihre Zustimmung')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '„Stop-Motion“ von Mia Muster zustimmen' }));
  await waitFor(() => expect(to(lendingAgreement.agree).map(({ body }) => body)).toEqual([{ asked_at }]));
  fireEvent.click(screen.getByRole('button', { name: '„Stop-Motion“ von Mia Muster nicht zustimmen' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Grund' }), { target: { value: 'Erst reden' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Nicht zustimmen' }));
  await waitFor(() => expect(to(lendingAgreement.disagree).map(({ body }) => body)).toEqual([{ reason: 'Erst reden' }]));
});
