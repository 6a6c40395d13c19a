/** Stock of a lending point: import, export, value and dates that end soon (docs/behaviour/lending.md#stock). */
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingStock } from '@fundus/contract/lending/stock/stock';
import { beforeAll, expect, test } from 'vitest';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, stock, readBoard } from '../../../testing/lending.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
beforeAll(async () => {
  portal.setNow(MONDAY);
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher());
});

const bring = (point: { id: string }, csv: string, more: object = {}) =>
  admin.call(lendingStock.importItems, {
    body: { point: point.id, content: Buffer.from(csv).toString('base64'), dry_run: false, ...more },
  });
const write = async (point: { id: string }, lang = 'de') =>
  (await admin.inject({ method: 'GET', url: `/api/v1/lending/items/export?point=${point.id}&lang=${lang}` })).body;
const itemsOf = async (point: { id: string }) => (await admin.call(lendingDesk.items, { query: { point: point.id } })).items;

test('lists compatible models of the same point', async () => {
  const point = await openPoint(admin);
  const { model: mic } = await stock(admin, point, ['M-1'], { name: 'Mikrofon' });
  const { model: lamp } = await stock(admin, point, [], { name: 'Leuchte' });
  const { model } = await stock(admin, point, ['K-1'], { fits: [mic.id] });
  const elsewhere = (await stock(admin, await openPoint(admin), [])).model;
  const fitsOf = async () => (await kim.call(lending.model, at(model.id))).fits;
  expect(await fitsOf()).toEqual([{ id: mic.id, name: 'Mikrofon', devices: 1 }]);
  const change = (fits: string[], version = 1) => admin.call(lendingDesk.changeModel, { ...at(model.id), body: { fits, version } });
  await expect(change([elsewhere.id])).rejects.toMatchObject({ status: 404, code: 'not_found' });
  await expect(change([model.id])).rejects.toMatchObject({ problems: ['fits choice'] });
  await expect(change([mic.id, mic.id])).rejects.toMatchObject({ status: 400 });
  expect((await change([lamp.id, mic.id])).fits).toMatchObject([
    { name: 'Leuchte', devices: 0 },
    { name: 'Mikrofon', devices: 1 },
  ]);
  // Fields that are absent from the request do not change.
  await admin.call(lendingDesk.changeModel, { ...at(model.id), body: { maker: 'Canon', version: 2 } });
  expect(await fitsOf()).toHaveLength(2);
  await change([], 3);
  expect(await fitsOf()).toEqual([]);
});

test('writes an import only after confirmation of its preview', async () => {
  const point = await openPoint(admin);
  const { model } = await stock(admin, point, ['K-1', 'K-2']);
  const csv = [
    'Inventarnummer;Modell;Art;Regal;Kaufpreis;Gekauft am;Gesperrt;Wiederbeschaffung',
    'k-1;Kamera;;B7;1.190,50 €;01.09.2025;;',
    'K-2;Kamera;;A1;;;;',
    'M-1;Mikrofon;Ton;C1;89;2026-01-05;ja;99,90',
    'M-2;Mikrofon;;C1;;;;',
    'M-2;Mikrofon;;;;;;',
    'X-1;Rätsel;;;;;;',
    'K-3;Kamera;;;viel;;;',
    'K-4;Kamera;;;;31.02.2026;;',
    'K-5;Kamera;;;;;vielleicht;',
    ';Kamera;;;;;;',
    'K-2;Mikrofon;;;;;;',
    'T-1;Tief;A / B / C / D;;;;;',
  ].join('\n');
  const look = await bring(point, csv, { dry_run: true });
  expect(look.rows.map(({ line, result, problem }) => [line, result, problem?.field, problem?.rule].filter(Boolean).join(' '))).toEqual([
    '2 changed',
    '3 same',
    '4 new',
    '5 new',
    '6 error code duplicate',
    '7 error category required',
    '8 error price format',
    '9 error bought_on format',
    '10 error not_lendable choice',
    '11 error code required',
    '12 error code duplicate',
    '13 error category format',
  ]);
  expect(look.rows[0]!.changes).toEqual([
    { field: 'shelf', before: 'A1', after: 'B7' },
    { field: 'bought_on', before: '', after: '2025-09-01' },
    { field: 'price', before: '', after: '1190,50' },
  ]);
  expect(look.models).toEqual(['Mikrofon']);
  expect(await itemsOf(point)).toMatchObject([{ code: 'K-1', shelf: 'A1' }, { code: 'K-2' }]);
  // A single error prevents the import unless the user chooses to skip rows with errors.
  await expect(bring(point, csv)).rejects.toMatchObject({ field: 'content', details: { errors: 8 } });
  expect(await bring(point, csv, { skip_errors: true })).toMatchObject({ created: 2, changed: 1, same: 1, errors: 8 });
  expect(await itemsOf(point)).toMatchObject([
    { code: 'K-1', shelf: 'B7', price_cents: 119_050, bought_on: '2025-09-01', model: { id: model.id } },
    { code: 'K-2', shelf: 'A1' },
    { code: 'M-1', shelf: 'C1', price_cents: 8_900, not_lendable: true },
    { code: 'M-2', model: { name: 'Mikrofon' } },
  ]);
  // Importing the file again changes nothing.
  expect(await bring(point, csv, { skip_errors: true })).toMatchObject({ created: 0, changed: 0, same: 4 });
  const foreign = 'A;B;Art\nK-9;Kamera;Film';
  expect((await bring(point, foreign, { dry_run: true })).table).toMatchObject({ missing: ['code', 'model'], header: 1 });
  await expect(bring(point, foreign)).rejects.toMatchObject({ details: { missing: ['code', 'model'] } });
  const columns = [0, 1, 2].map((at, i) => ({ column: ['code', 'model', 'category'][i], place: { at } }));
  expect(await bring(point, foreign, { dry_run: true, mapping: { columns } })).toMatchObject({ created: 1, errors: 0 });
  expect((await bring(point, 'Code,Model\nM-1,Kamera', { dry_run: true })).rows[0]!.problem).toEqual({ field: 'model', rule: 'other' });
});

test('re-imports its own export without changes', async () => {
  const point = await openPoint(admin);
  const { model, items } = await stock(admin, point, ['K-1']);
  const change = (id: string, body: object) => admin.call(lendingDesk.changeItem, { ...at(id), body });
  await change(items[0]!.id, { note: 'Riss\nim Gehäuse', shelf: '=1+1', supplier: '@Technik', price_cents: 500_000, ends_on: inDays(9) });
  for (const lang of ['de', 'en']) {
    const csv = await write(point, lang);
    expect(csv).toContain(`"'=1+1"`);
    expect(csv).toContain(lang === 'de' ? ';5000,00;' : ',5000.00,');
    expect(await bring(point, csv, { dry_run: true, lang })).toMatchObject({ same: 1, changed: 0, errors: 0 });
  }
  expect(await admin.call(lending.model, at(model.id))).toMatchObject({ devices: 1 });
});

test('reassigns bookings if an import makes their device not lendable', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['K-1']);
  const { lines } = await placeTestOrder(kim, model, 1, 2);
  await bring(point, 'Code,Model,Not lent\nK-1,Kamera,yes\nK-2,Kamera,');
  expect((await readBoard(admin, point)).coming[0]!.lines[0]).toMatchObject({
    id: lines[0]!.id,
    item_code: 'K-2',
  });
});

test('sums the value of all devices', async () => {
  const point = await openPoint(admin);
  const { items } = await stock(admin, point, ['K-1', 'K-2', 'K-3'], { replacement_cents: 50_000 });
  const { items: others } = await stock(admin, point, ['M-1', 'M-2'], { name: 'Mikrofon', replacement_cents: null });
  const change = (id: string, body: object) => admin.call(lendingDesk.changeItem, { ...at(id), body });
  await change(items[0]!.id, { warranty_until: inDays(90), next_check_on: inDays(-4), price_cents: 40_000 });
  await change(items[1]!.id, { warranty_until: inDays(91), ends_on: inDays(20) });
  await change(others[0]!.id, { warranty_until: inDays(-1), price_cents: 7_000 });
  await admin.call(lendingDesk.moveItem, { ...at(items[2]!.id), body: { event: 'retire', reason: 'Nicht mehr reparierbar' } });
  const sums = await admin.call(lendingStock.stock, { query: { point: point.id } });
  expect(sums).toMatchObject({ devices: 4, retired: 1, value_cents: 107_000, paid_cents: 47_000, without_value: 1 });
  expect(sums.ending.map(({ item, what, on }) => [item.code, what, on])).toEqual([
    ['K-1', 'check', inDays(-4)],
    ['K-2', 'life', inDays(20)],
    ['K-1', 'warranty', inDays(90)],
  ]);
  const pass = await admin.call(lendingCondition.pass, at(items[2]!.id));
  expect(pass.records[0]).toMatchObject({ kind: 'retire', note: 'Nicht mehr reparierbar' });
  expect((await admin.call(lendingCondition.pass, at(items[0]!.id))).item).toMatchObject({ price_cents: 40_000 });
});
