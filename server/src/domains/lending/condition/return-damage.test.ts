/** Damage found at a return opens a report in the same transaction (docs/behaviour/lending.md#condition-and-damage). */
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { at, MONDAY, openPoint, placeTestOrder, stock } from '../../../testing/lending.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
});
beforeEach(() => portal.setNow(MONDAY));

let nth = 0;
async function lent() {
  const code = `D-${++nth}`;
  const point = await openPoint(admin, { approval: 'auto' });
  const { model, items } = await stock(admin, point, [code]);
  const { id, lines } = await placeTestOrder(kim, model, 1, 3);
  await admin.call(lendingDesk.handOver, { ...at(id), body: { code } });
  const back = (more: object = {}) => admin.call(lendingDesk.takeBack, { body: { point: point.id, code, ...more } });
  return { point, item: items[0]!.id, line: lines[0]!.id, order: id, back };
}
const seen = (item: string, body: object) => admin.call(lendingCondition.recordCondition, { ...at(item), body: body as never });
const open = async (point: { id: string }) =>
  (await admin.call(lendingCondition.damage, { query: { point: point.id } })).items.map(
    ({ text, severity, liability, order: of, item }) => ({
      ...{ text, severity, liability, order: of?.id ?? null, state: item.state },
    }),
  );

test('opens a report with severity and liability for the order', async () => {
  const { point, item, line, order: id, back } = await lent();
  await back();
  const damage = { severity: 'unusable', liability: 'open' };
  const key = newId();
  for (let i = 0; i < 2; i++) await seen(item, { kind: 'return', line, result: 'damaged', note: 'Gehäuse gesprungen', damage, key });
  expect(await open(point)).toEqual([{ text: 'Gehäuse gesprungen', severity: 'unusable', liability: 'open', order: id, state: 'repair' }]);
});

test('opens a report if a device is returned as damaged', async () => {
  const { point, item, line, back } = await lent();
  await back({ result: 'damaged' });
  expect(await open(point)).toMatchObject([{ text: '', severity: 'limited', liability: 'none', state: 'quarantine' }]);
  await seen(item, { kind: 'return', line, result: 'damaged', note: 'Linse fehlt', damage: { severity: 'cosmetic', liability: 'open' } });
  expect(await open(point)).toMatchObject([{ text: 'Linse fehlt', severity: 'cosmetic', liability: 'open' }]);
});

test('completes the borrower’s report instead of opening a second one', async () => {
  const { point, line, item, back } = await lent();
  await kim.call(lendingCondition.reportDamage, { body: { line, severity: 'limited', text: 'Der Deckel klemmt.' } });
  await back();
  await seen(item, { kind: 'return', line, result: 'damaged', note: 'Scharnier gebrochen' });
  expect(await open(point)).toMatchObject([{ text: 'Der Deckel klemmt.\nScharnier gebrochen', severity: 'limited' }]);
});

test('opens a report at an inspection but not at handover', async () => {
  const { point, item, line, back } = await lent();
  const damage = { severity: 'limited', liability: 'none' };
  await expect(seen(item, { kind: 'issue', line, result: 'damaged', damage })).rejects.toMatchObject({ status: 400, field: 'damage' });
  await seen(item, { kind: 'issue', line, result: 'damaged', note: 'Kratzer' });
  await back();
  await expect(seen(item, { kind: 'return', line, result: 'ok', damage })).rejects.toMatchObject({ status: 400, field: 'damage' });
  await seen(item, { kind: 'return', line, result: 'ok' });
  expect(await open(point)).toEqual([]);
  await seen(item, { kind: 'check', result: 'damaged', note: 'Akku gebläht' });
  expect(await open(point)).toMatchObject([{ text: 'Akku gebläht', order: null, state: 'quarantine' }]);
});
