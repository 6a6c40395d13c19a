import type { RentalLine, RentalOrder } from '@fundus/contract/lending/orders/orders';
import { expect, it } from 'vitest';
import { stepOf } from './order-step.ts';

const order = (state: RentalOrder['state'], lines: readonly Partial<RentalLine>[], until: string | null = null) =>
  ({ state, lines, responsible: until ? { until } : null }) as unknown as RentalOrder;

it.each([
  ['an overdue device before a ready one', order('approved', [{ state: 'ready' }, { state: 'on_loan', overdue: true }]), 'overdue'],
  ['a ready device before one on loan', order('approved', [{ state: 'on_loan' }, { state: 'ready' }]), 'ready'],
  ['an undecided device before an approved one', order('requested', [{ state: 'approved' }, { state: 'requested' }]), 'requested'],
  ['a pending agreement', order('requested', [{ state: 'requested' }], '2026-12-01'), 'asked'],
  ['an approved order', order('approved', [{ state: 'approved' }, { state: 'cancelled' }]), 'approved'],
  ['a rejected order', order('rejected', [{ state: 'rejected' }]), 'rejected'],
  ['a returned order', order('closed', [{ state: 'returned' }, { state: 'lost' }]), 'closed'],
])('displays %s', (_, shown, step) => {
  expect(stepOf(shown)).toBe(step);
});
