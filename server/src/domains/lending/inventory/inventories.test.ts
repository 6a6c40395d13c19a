/** Inventory of a lending point (docs/behaviour/lending.md#inventory). */
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingInventory, type InventoryGroup } from '@fundus/contract/lending/inventory/inventory';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, MONDAY, openPoint, placeTestOrder, stock } from '../../../testing/lending.ts';
import { newId } from '../../../db/new-id.ts';
import { readPages } from '../../../testing/read-pdf.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let kreis: Caller;
beforeAll(async () => {
  portal.setNow(null);
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher());
  kreis = await portal.as(districtAdmin());
});
beforeEach(() => portal.setNow(MONDAY));

const db = () => portal.portal.db;
const begin = (point: { id: string }) => admin.call(lendingInventory.beginInventory, { body: { point: point.id } });
const see = (id: string, code: string, shelf = '', key?: string) =>
  admin.call(lendingInventory.countItem, { ...at(id), body: { code, shelf, ...(key && { key }) } });
const read = (id: string, show: InventoryGroup) => admin.call(lendingInventory.inventory, { ...at(id), query: { show } });
const codesOf = async (id: string, show: InventoryGroup) => (await read(id, show)).items.map(({ code }) => code);
const finish = (id: string, body: object = {}) => admin.call(lendingInventory.finishInventory, { ...at(id), body });
const reportOf = (id: string, format: string) =>
  admin.inject({ method: 'GET', url: `/api/v1/lending/inventories/${id}/report?format=${format}&lang=de` });
const OVER = { status: 409, code: 'state_conflict', details: { reason: 'inventory_over' } };

/** Opens an inventory of six devices, of which one is on loan, one in repair, one lost and one retired. */
async function open() {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model, items } = await stock(admin, point, ['K-1', 'K-2', 'K-3', 'K-4', 'K-5', 'K-6']);
  const { id } = await placeTestOrder(kim, model, 1, 3);
  portal.setNow(new Date(MONDAY.getTime() + 86_400_000));
  await admin.call(lendingDesk.handOver, { ...at(id), body: { code: 'K-3' } });
  for (const [nth, state] of [
    [3, 'repair'],
    [4, 'lost'],
    [5, 'retired'],
  ] as const)
    await db().updateTable('device_item').set({ state }).where('id', '=', items[nth]!.id).execute();
  return { point, model, items, order: id, inventory: (await begin(point)).id };
}

test('assigns each scanned code to one result group', async () => {
  const { point, inventory } = await open();
  const centre = await openPoint(kreis, { name: 'Medienzentrum' });
  await stock(kreis, centre, ['M-1']);
  await expect(begin(point)).rejects.toMatchObject({ status: 409, details: { reason: 'inventory_open' } });
  expect((await read(inventory, 'found')).inventory.counts).toMatchObject({ missing: 2, lent: 1, repair: 1, found: 0 });
  const key = newId();
  expect(await see(inventory, 'k-1', 'A1', key)).toMatchObject({ group: 'found', again: false, code: 'K-1', model: 'Kamera' });
  // Repeating a request with the same key returns the same result. Another scan of the code is reported as repeated.
  expect(await see(inventory, 'k-1', 'A1', key)).toMatchObject({ group: 'found', again: false });
  expect(await see(inventory, 'K-1', 'B2', newId())).toMatchObject({ group: 'moved', again: true, shelf: 'A1' });
  const groups = ['K-3', 'K-4', 'K-5', 'K-6', 'M-1', 'X-9'].map(async (code) => (await see(inventory, code)).group);
  expect(await Promise.all(groups)).toEqual(['still_lent', 'found', 'was_lost', 'was_retired', 'elsewhere', 'unknown']);
  expect((await read(inventory, 'elsewhere')).items).toMatchObject([{ code: 'M-1', point: 'Medienzentrum' }]);
  const [went] = (await admin.call(lendingInventory.inventories, { query: { point: point.id } })).items;
  const counts = {
    missing: 1,
    moved: 1,
    still_lent: 1,
    was_lost: 1,
    was_retired: 1,
    elsewhere: 1,
    unknown: 1,
    lent: 0,
    repair: 0,
    found: 1,
  };
  expect(went).toMatchObject({ finished_at: null, counts });
  expect(await codesOf(inventory, 'missing')).toEqual(['K-2']);
  // An open inventory does not change the stock.
  const states = await db()
    .selectFrom('device_item')
    .select(['code', 'shelf', 'state'])
    .where('point_id', '=', point.id)
    .orderBy('code')
    .execute();
  expect(states.map(({ state }) => state)).toEqual(['available', 'available', 'available', 'repair', 'lost', 'retired']);
  await admin.call(lendingInventory.dropInventory, at(inventory));
  expect((await admin.call(lendingInventory.inventories, { query: { point: point.id } })).total).toBe(0);
});

test('applies the selected corrections when the inventory is completed', async () => {
  const { point, model, items, order: id, inventory } = await open();
  // Books one of the devices that will turn out to be lost.
  const { id: later } = await placeTestOrder(kim, model, 8, 9);
  await see(inventory, 'K-1', 'B2');
  await see(inventory, 'K-3');
  await see(inventory, 'K-5');
  await see(inventory, 'X-9');
  const done = await finish(inventory, { lose: true, move: true, take_back: true, find: true });
  expect(done).toMatchObject({ counts: { missing: 1, moved: 1 }, corrected: { lost: 1, moved: 1, taken_back: 1, found: 1 } });
  const after = (await admin.call(lendingDesk.items, { query: { point: point.id } })).items;
  expect(after.map(({ code, state, shelf, on_loan }) => [code, state, shelf, on_loan])).toEqual([
    ['K-1', 'available', 'B2', null],
    ['K-2', 'lost', 'A1', null],
    ['K-3', 'available', 'A1', null],
    ['K-4', 'repair', 'A1', null],
    ['K-5', 'quarantine', 'A1', null],
    ['K-6', 'retired', 'A1', null],
  ]);
  const lines = await db().selectFrom('rental_line').select(['order_id', 'state', 'item_id']).where('model_id', '=', model.id).execute();
  expect(lines.find(({ order_id }) => order_id === id)).toMatchObject({ state: 'returned' });
  expect([items[0]!.id, items[2]!.id]).toContain(lines.find(({ order_id }) => order_id === later)!.item_id);
  const kinds = async (nth: number) => (await admin.call(lendingCondition.pass, at(items[nth]!.id))).records.map(({ kind }) => kind);
  expect([await kinds(1), await kinds(4)]).toEqual([['lose'], ['find']]);
  // A finished inventory accepts no scans, and its report stays the same.
  await expect(see(inventory, 'K-2')).rejects.toMatchObject(OVER);
  await expect(finish(inventory)).rejects.toMatchObject(OVER);
  await expect(admin.call(lendingInventory.dropInventory, at(inventory))).rejects.toMatchObject(OVER);
  expect(await codesOf(inventory, 'missing')).toEqual(['K-2']);
  const csv = (await reportOf(inventory, 'csv')).body;
  expect(csv).toContain('"Vermisst";"K-2";"Kamera";"A1";"";"Verfügbar";""');
  expect(csv).toContain('"Unbekannter Code";"X-9"');
  const [page] = await readPages((await reportOf(inventory, 'pdf')).rawPayload);
  expect(page).toContain('Inventur vom 03.03.2026');
  expect(page).toContain('K-2');
  expect(await db().selectFrom('inventory_scan').selectAll().where('inventory_id', '=', inventory).execute()).toEqual([]);
  // A new inventory can begin.
  await begin(point);
});

test('reports devices of other shelves in an inventory of selected shelves', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { items } = await stock(admin, point, ['R-1', 'R-2', 'R-3']);
  await db().updateTable('device_item').set({ shelf: 'B7' }).where('id', '=', items[2]!.id).execute();
  const { id, shelf } = await admin.call(lendingInventory.beginInventory, { body: { point: point.id, shelf: 'a' } });
  expect(shelf).toBe('a');
  expect(await codesOf(id, 'missing')).toEqual(['R-1', 'R-2']);
  await see(id, 'R-1', 'A1');
  await see(id, 'R-3', 'A1');
  expect(await codesOf(id, 'moved')).toEqual(['R-3']);
  const { counts } = await finish(id, { lose: true });
  expect(counts).toMatchObject({ missing: 1, found: 1, moved: 1 });
});
