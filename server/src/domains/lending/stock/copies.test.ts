/**
 * Copies of discs, books and boxes. They are added to a catalogue medium, shown on its page and lent (docs/behaviour/lending.md#from-the-catalogue).
 */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { lending } from '@fundus/contract/lending/lending';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingCopies } from '@fundus/contract/lending/models/copies';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { districtAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { MONDAY, openPoint, placeTestOrder, stock } from '../../../testing/lending.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal({ GeraeteVerleih: true, Verleih: true, Katalog: true });
let admin: Caller;
let kim: Caller;
beforeAll(async () => {
  admin = await portal.as(districtAdmin());
  kim = await portal.as(teacher());
});
beforeEach(() => portal.setNow(MONDAY));

const refused = (status: number, code: string, field?: string) => ({ status, code, ...(field && { field }) });

/** Publishes a medium that has no file. */
async function publish(fn_typ: string, about: object = {}) {
  const record = { fn_titel: 'Vulkane der Eifel', fn_typ, published: '2026-02-01', free: false, url: null, ...about };
  const { identifier, version } = await admin.call(catalogueEdit.createMedium, { body: { record: record as never } });
  await admin.call(catalogueEdit.publishMedium, { params: { identifier }, body: { version, to: 'schools' } });
  await portal.follower.catchUp();
  return identifier;
}
const add = (who: Caller, identifier: string, point: { id: string }, more: object = {}) =>
  who.call(lendingCopies.addCopies, { params: { identifier }, body: { point: point.id, ...more } });
const lentOf = (who: Caller, identifier: string) => who.call(lending.ofMedium, { params: { identifier } });
const codesAt = async (point: { id: string }) =>
  (await admin.call(lendingDesk.items, { query: { point: point.id } })).items.map(({ code }) => code);

test.each(['46', 'UC_PRINT', 'MP', '24'])('lends a physical medium of type %s after its publication', async (fn_typ) => {
  const point = await openPoint(admin, { approval: 'auto' });
  const identifier = await publish(fn_typ, { fn_titel: `Vulkane ${fn_typ}`, fn_prodname: 'Verlag' });
  expect((await kim.call(catalogue.search, { query: { q: `"Vulkane ${fn_typ}"` } })).items).toMatchObject([{ identifier, active: true }]);
  const before = await lentOf(kim, identifier);
  expect(before).toMatchObject({ items: [], add: [] });
  expect(before.ask[0]).toMatchObject({ name: point.name, address: point.address });
  expect((await lentOf(admin, identifier)).add).toContainEqual({ id: point.id, name: point.name });
  const added = await add(admin, identifier, point, { codes: [`A-${fn_typ}`, `B-${fn_typ}`], shelf: 'R2' });
  expect(added).toMatchObject({ model: { name: `Vulkane ${fn_typ}` }, codes: [`A-${fn_typ}`, `B-${fn_typ}`], devices: 2 });
  expect(await lentOf(kim, identifier)).toMatchObject({ items: [{ id: added.model.id, devices: 2 }], ask: [] });
  const loan = await placeTestOrder(kim, { id: added.model.id, point_id: point.id }, 1, 2);
  expect(loan.lines).toMatchObject([{ state: 'approved' }]);
});

test('numbers copies without codes by the media number', async () => {
  const point = await openPoint(admin);
  const identifier = await publish('46', { fn_nr: '46 50012' });
  const first = await add(admin, identifier, point, { quantity: 2 });
  expect(first.codes).toEqual(['4650012-1', '4650012-2']);
  await add(admin, identifier, point, { codes: ['4650012-X', '4650012-9'] });
  const [one, other] = await Promise.all([add(admin, identifier, point), add(admin, identifier, point)]);
  expect([...one.codes, ...other.codes].toSorted()).toEqual(['4650012-10', '4650012-11']);
  expect(new Set([first.model.id, one.model.id, other.model.id]).size).toBe(1);
});

test('rejects existing codes, repeated codes and online media', async () => {
  const point = await openPoint(admin);
  await stock(admin, point, ['K-1']);
  const identifier = await publish('46');
  await expect(add(admin, identifier, point, { codes: ['N-1', 'k-1'] })).rejects.toMatchObject(refused(400, 'validation_failed', 'codes'));
  await expect(add(admin, identifier, point, { codes: ['N-1', 'n-1'] })).rejects.toMatchObject(refused(400, 'validation_failed', 'codes'));
  await expect(add(admin, identifier, point, { quantity: 51 })).rejects.toMatchObject(refused(400, 'validation_failed', 'quantity'));
  await expect(add(admin, await publish('49'), point)).rejects.toMatchObject(refused(409, 'state_conflict'));
  await expect(add(admin, 'missing', point)).rejects.toMatchObject({ status: 404 });
  await expect(add(kim, identifier, point)).rejects.toMatchObject(refused(403, 'forbidden'));
  expect(await codesAt(point)).toEqual(['K-1']);
});

test('lists lending points to ask if the portal does not lend the medium', async () => {
  const point = await openPoint(admin, { name: 'Verleih am Markt', phone: '0000 1', email: 'verleih@kreis.example' });
  const identifier = await publish('46');
  await add(admin, identifier, point);
  portal.portal.config.Verleih = false;
  const { items, ask } = await lentOf(kim, identifier);
  portal.portal.config.Verleih = true;
  expect(items).toEqual([]);
  expect(ask).not.toEqual([]);
});
