/** Printed documents of the desk and access to them (docs/behaviour/lending.md#paper). */
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingBoard } from '@fundus/contract/lending/desk/desk-orders';
import { beforeAll, expect, test } from 'vitest';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, stock } from '../../../testing/lending.ts';
import { readPages } from '../../../testing/read-pdf.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  portal.setNow(MONDAY);
});

const read = async (who: Caller, url: string): Promise<string[]> => {
  const answer = await who.inject({ method: 'GET', url });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return readPages(answer.rawPayload);
};

test('prints the picking list, labels and slips of orders', async () => {
  const point = await openPoint(admin, { approval: 'auto', words: 'Pfleglich behandeln.' });
  const { model, items } = await stock(
    admin,
    point,
    Array.from({ length: 26 }, (_, i) => `K-${String(i + 1).padStart(2, '0')}`),
  );
  await stock(admin, point, ['Gerät 1'], { name: 'Mikrofon' });
  const { id, number, lines } = await placeTestOrder(kim, model, 1, 3);
  const [picking] = await read(admin, `/api/v1/lending/picking-list?point=${point.id}&date=${inDays(1)}`);
  expect(picking).toContain('Bereitzulegen für 03.03.2026');
  expect(picking).toMatch(/Kim Kern.*K-\d\d Kamera.*Regal A1.*2 × Akku/);
  expect((await read(admin, `/api/v1/lending/picking-list?point=${point.id}&date=${inDays(2)}`))[0]).toContain('gibt es keine Abholungen');

  const sheets = await read(admin, `/api/v1/lending/labels?point=${point.id}`);
  expect(sheets).toHaveLength(2);
  expect(sheets.join(' ').match(/K-\d\d/g)).toHaveLength(26);
  expect(sheets[1]).toContain('Gerät 1');

  portal.setNow(new Date(MONDAY.getTime() + 86_400_000));
  expect((await read(kim, `/api/v1/lending/orders/${id}/slip`))[0]).toContain('Keine Geräte');
  const code = (await admin.call(lendingDesk.handOver, { ...at(id), body: { code: 'K-07' } })).scanned.item.code;
  const [out] = await read(kim, `/api/v1/lending/orders/${id}/slip?lang=en`);
  for (const words of ['Lending slip', 'Kim Kern', number, code, 'until 5 Mar 2026', 'Pfleglich behandeln.']) expect(out).toContain(words);
  await admin.call(lendingDesk.takeBack, { body: { point: point.id, code } });
  // The condition is recorded a minute after the scan.
  portal.setNow(new Date(MONDAY.getTime() + 86_400_000 + 60_000));
  const seen = { kind: 'return' as const, line: lines[0]!.id, result: 'incomplete' as const, note: 'Fehlt seit Montag' };
  const parts = [{ name: 'Akku', count: 2, there: 1 }];
  await admin.call(lendingCondition.recordCondition, { ...at(items[6]!.id), body: { ...seen, parts } });
  const [back] = await read(admin, `/api/v1/lending/orders/${id}/slip?kind=back`);
  for (const words of ['Rückgabeschein', 'unvollständig', '1 × Akku', 'Fehlt seit Montag']) expect(back).toContain(words);
});

test('prints the slips of several orders in one file', async () => {
  portal.setNow(MONDAY);
  const point = await openPoint(admin, { approval: 'auto' });
  const other = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['K-1', 'K-2', 'K-3']);
  const { model: elsewhere } = await stock(admin, other, ['L-1']);
  const [lent, ready, waiting] = [
    await placeTestOrder(kim, model, 1, 3),
    await placeTestOrder(kim, model, 1, 3),
    await placeTestOrder(kim, model, 1, 3),
  ];
  portal.setNow(new Date(MONDAY.getTime() + 86_400_000));
  const away = await placeTestOrder(kim, elsewhere, 2, 3);
  // All three orders begin on the same day, so the scan counts for the order that the desk has opened.
  const scanned = await admin.call(lendingDesk.handOver, { ...at(lent.id), body: { code: 'K-1' } });
  expect(scanned.lines).toMatchObject([{ id: lent.lines[0]!.id, state: 'on_loan', item_code: 'K-1' }]);
  const prepared = await admin.call(lendingBoard.prepareOrder, at(ready.id));
  const url = (...ids: string[]) => `/api/v1/lending/slips?point=${point.id}&orders=${ids.join(',')}`;
  const pages = await read(admin, url(lent.id, ready.id, waiting.id, lent.id));
  expect(pages).toHaveLength(2);
  for (const [i, { number }] of [lent, ready].entries())
    for (const words of [number, 'Kim Kern', 'Seite 1 von 1']) expect(pages[i]).toContain(words);
  const codeOf = (page: string | undefined): string => /K-\d/.exec(page ?? '')![0];
  expect([codeOf(pages[0]), codeOf(pages[1])]).toEqual(['K-1', prepared.lines[0]!.item_code]);
  const statusOf = async (who: Caller, ids: string[]) => (await who.inject({ method: 'GET', url: url(...ids) })).statusCode;
  expect(await statusOf(admin, [waiting.id])).toBe(409);
  expect(await statusOf(admin, [away.id])).toBe(404);
  expect(await statusOf(admin, [])).toBe(400);
  // Only the desk may print slips of several orders.
  expect(await statusOf(kim, [lent.id])).toBe(403);
});
