/** Creates a lending point with orders, so that a test does not depend on other lending tests. */
import { shiftDay, today } from '@fundus/contract/days';
import type { Endpoint } from '@fundus/contract/endpoint';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { APIRequestContext } from 'playwright-core';
import { sendCall } from './class-steps.ts';

type Ids = { items: { id: string }[] };

const withQuery = (endpoint: Endpoint, query: string): Endpoint => ({ ...endpoint, path: `${endpoint.path}?${query}` }) as Endpoint;

/**
 * Returns the id of a lending point and creates it if necessary. It is open every day and has a camera for each order. The orders of Miriam Falkner
 * begin on the next ten days in turn and last three days. `code` is the prefix of the device codes.
 */
export async function openBranch(
  request: APIRequestContext,
  { name, code, orders }: { name: string; code: string; orders: number },
): Promise<string> {
  const { items } = await sendCall<{ items: LendingPoint[] }>(request, lending.points, {});
  const known = items.find((point) => point.name === name);
  if (known) return known.id;
  const week = Array.from({ length: 7 }, () => ({ open: true, processed: true, words: '' }));
  const rules = { advance_days: 0, visits_max: null, most_lines: 100, closures: [], max_days_on: [], terms: '', purpose_required: false };
  const { id } = await sendCall<LendingPoint>(
    request,
    lendingDesk.createPoint,
    {},
    { ...items[0], ...rules, name, week, signature: false },
  );
  const fields = { maker: '', category: 'Film', description: '', parts: [], max_days: null, buffer_after: null, needs_briefing: false };
  const more = { teachers_only: false, self_service: false, fits: [], identifier: null, manual: '', replacement_cents: null };
  const model = await sendCall<{ id: string }>(request, lendingDesk.createModel, {}, { ...fields, ...more, name: 'Kamera', point: id });
  const [borrower] = (await sendCall<Ids>(request, withQuery(lendingDesk.borrowers, `point=${id}&q=Falkner`), {})).items;
  const item = { serial: '', shelf: 'A1', not_lendable: false, next_check_on: null, note: '', model: model.id };
  for (let i = 1; i <= orders; i++) {
    await sendCall(request, lendingDesk.createItem, {}, { ...item, code: `${code}-${String(i).padStart(2, '0')}` });
    const start = shiftDay(today(new Date()), i % 10);
    const models = [{ model: model.id, quantity: 1 }];
    const order = { point: id, person: borrower!.id, models, start, end: shiftDay(start, 2), lessons: null };
    await sendCall(request, lendingDesk.orderFor, {}, { ...order, title: `Projekt ${i}` });
  }
  return id;
}
