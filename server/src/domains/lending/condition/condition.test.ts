/** Condition of devices: records with photos, damage, quarantine, repair, device history (docs/behaviour/lending.md#condition-and-damage). */
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingFavourites } from '@fundus/contract/lending/models/favourites';
import { lendingPictures } from '@fundus/contract/lending/models/pictures';
import { MAX_PICTURES } from '@fundus/contract/lending/points/points';
import { DAMAGE_STATES, type DamageState } from '@fundus/contract/lending/states';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, MONDAY, openPoint, placeTestOrder, put, stock } from '../../../testing/lending.ts';
import { runSweepSteps } from '../../../sweep.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {});
/** Creates new users for each test, because sessions expire when the clock moves years ahead. */
beforeEach(async () => {
  portal.setNow(null);
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nord' }));
  portal.setNow(MONDAY);
});

const go = (days: number, minutes = 0): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000 + minutes * 60_000));
const refused = (status: number, code: string) => ({ status, code });
const TEXT = 'Das Gehäuse hat einen Sprung.';
const photoBytes = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#406080' } })
    .withExif({ IFD0: { Artist: 'Kim' } })
    .jpeg()
    .toBuffer();

/** Creates a device that has been on loan to Kim since Tuesday. */
async function lent() {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model, items } = await stock(admin, point, ['K-1']);
  const { id, lines } = await placeTestOrder(kim, model, 1, 3);
  go(1);
  await admin.call(lendingDesk.handOver, { ...at(id), body: { code: 'K-1' } });
  return { point, model, item: items[0]!.id, order: id, line: lines[0]!.id };
}
const bring = (point: { id: string }, more: object = {}) =>
  admin.call(lendingDesk.takeBack, { body: { point: point.id, code: 'K-1', ...more } });
const seen = (item: string, body: object) => admin.call(lendingCondition.recordCondition, { ...at(item), body: body as never });
const reportOf = (who: Caller, body: object) =>
  who.call(lendingCondition.reportDamage, { body: { severity: 'limited', text: TEXT, ...body } });
const readPass = (item: string) => admin.call(lendingCondition.pass, at(item));
const stateOf = async (item: string) => (await readPass(item)).item.state;

test('records missing parts at handover, return and inspection', async () => {
  const { point, item, line, order: id } = await lent();
  go(1, 1);
  await seen(item, { kind: 'issue', line, result: 'ok', parts: [{ name: 'Akku', count: 2, there: 2 }] });
  await expect(seen(item, { kind: 'check', result: 'ok' })).rejects.toMatchObject(refused(409, 'state_conflict'));
  await expect(seen(item, { kind: 'return', line, result: 'ok' })).rejects.toMatchObject(refused(409, 'state_conflict'));
  go(1, 2);
  await bring(point);
  go(1, 3);
  const missing = { kind: 'return', line, result: 'incomplete', parts: [{ name: 'Akku', count: 2, there: 1 }], note: 'Ein Akku fehlt' };
  expect(await seen(item, missing)).toMatchObject({ state: 'quarantine' });
  expect((await kim.call(lending.order, at(id))).lines[0]).toMatchObject({ state: 'returned', note: 'Ein Akku fehlt' });
  go(2);
  expect(await seen(item, { kind: 'check', result: 'ok', note: 'Akku ersetzt' })).toMatchObject({ state: 'available' });
  go(2, 1);
  await admin.call(lendingDesk.moveItem, { ...at(item), body: { event: 'repair', reason: 'Objektiv reinigen' } });
  const pass = await readPass(item);
  expect(pass.records.map(({ kind, result, note, by }) => [kind, result, note, by])).toEqual([
    ['repair', null, 'Objektiv reinigen', 'Ada Amt'],
    ['check', 'ok', 'Akku ersetzt', 'Ada Amt'],
    ['return', 'incomplete', 'Ein Akku fehlt', 'Ada Amt'],
    ['return', 'ok', '', 'Ada Amt'],
    ['issue', 'ok', '', 'Ada Amt'],
    ['issue', null, '', 'Ada Amt'],
  ]);
  expect(pass).toMatchObject({ loans: 1, loan_days: 1, records: [{}, {}, { parts: [{ name: 'Akku', count: 2, there: 1 }] }, {}, {}, {}] });
});

test('sends devices with reported unusable damage to repair', async () => {
  const { point, item, line } = await lent();
  expect(await reportOf(kim, { line, severity: 'unusable' })).toMatchObject({ in_time: true });
  await expect(reportOf(noa, { line })).rejects.toMatchObject(refused(404, 'not_found'));
  await expect(reportOf(kim, { item })).rejects.toMatchObject(refused(403, 'forbidden'));
  await expect(reportOf(kim, {})).rejects.toMatchObject({ problems: ['item required'] });
  go(3);
  expect(await reportOf(kim, { line })).toMatchObject({ in_time: false });
  await bring(point);
  expect(await stateOf(item)).toBe('available');
  go(3, 1);
  await reportOf(admin, { item, severity: 'unusable' });
  expect(await stateOf(item)).toBe('repair');
  const list = await admin.call(lendingCondition.damage, { query: { point: point.id } });
  expect(list.items.map(({ reported_by, in_time, order: of }) => [reported_by, in_time, of?.borrower])).toEqual([
    ['Ada Amt', false, undefined],
    ['Kim Kern', false, 'Kim Kern'],
    ['Kim Kern', true, 'Kim Kern'],
  ]);
});

test('changes the state of the device with the state of its damage report', async () => {
  const { point, item } = await lent();
  await bring(point);
  const { id } = await reportOf(admin, { item });
  const { id: second } = await reportOf(admin, { item });
  let version = 1;
  const change = async (body: object) => {
    const changed = await admin.call(lendingCondition.changeDamage, { ...at(id), body: { version, ...body } });
    version = changed.version;
    return changed;
  };
  const mayBecome = async (): Promise<DamageState[]> => {
    const may: DamageState[] = [];
    const now = (await readPass(item)).damage.find((each) => each.id === id)!.state;
    for (const state of DAMAGE_STATES.filter((each) => each !== now)) {
      const answer = await admin
        .call(lendingCondition.changeDamage, { ...at(id), body: { version: version + 50, state } })
        .catch((error: { code: string }) => error.code);
      // An allowed transition fails only because the version is outdated.
      if (answer === 'version_conflict') may.push(state);
    }
    return may;
  };
  expect(await mayBecome()).toEqual(['examined']);
  await change({ state: 'examined' });
  expect(await mayBecome()).toEqual(['in_repair', 'repaired', 'written_off']);
  await change({ state: 'in_repair', liability: 'open', cost_cents: 4_500 });
  expect(await stateOf(item)).toBe('repair');
  expect(await mayBecome()).toEqual(['repaired', 'written_off']);
  await change({ state: 'repaired', answer: 'Glas getauscht' });
  // The second report of the device is still open.
  expect(await stateOf(item)).toBe('repair');
  for (const state of ['examined', 'repaired'] as const)
    await admin.call(lendingCondition.changeDamage, { ...at(second), body: { state, version: state === 'examined' ? 1 : 2 } });
  expect(await stateOf(item)).toBe('available');
  expect(await mayBecome()).toEqual([]);
  await expect(change({ liability: 'none' })).rejects.toMatchObject(refused(409, 'state_conflict'));
  await change({ liability: 'settled' });
  await expect(change({ liability: 'waived' })).rejects.toMatchObject(refused(409, 'state_conflict'));
  expect((await admin.call(lendingCondition.damage, { query: { point: point.id, show: 'over' } })).total).toBe(2);
});

test('restricts access to re-encoded damage photos', async () => {
  const { point, item, line } = await lent();
  const content = (await photoBytes()).toString('base64');
  const bringPhoto = (who: Caller, body: object) => who.call(lendingCondition.addPhoto, { body: { content, ...body } });
  const photo = await bringPhoto(kim, { line });
  expect(photo).toMatchObject({ width: 40, height: 30 });
  await expect(bringPhoto(noa, { line })).rejects.toMatchObject(refused(404, 'not_found'));
  await expect(bringPhoto(kim, { line, content: 'TVo=' })).rejects.toMatchObject(refused(415, 'unsupported_type'));
  const get = (who: Caller) => who.inject({ method: 'GET', url: photo.href });
  expect((await sharp((await get(kim)).rawPayload).metadata()).exif).toBeUndefined();
  expect([(await get(admin)).statusCode, (await get(noa)).statusCode]).toEqual([200, 403]);
  await expect(reportOf(admin, { item, photos: [photo.id] })).rejects.toMatchObject({ problems: ['photos choice'] });
  const loose = await bringPhoto(kim, { line });
  const { id } = await reportOf(kim, { line, photos: [photo.id] });
  const { items } = await admin.call(lendingCondition.damage, { query: { point: point.id } });
  expect(items).toMatchObject([{ id, photos: [{ id: photo.id }] }]);
  go(3);
  await runSweepSteps(portal.portal);
  expect([(await get(admin)).statusCode, (await kim.inject({ method: 'GET', url: loose.href })).statusCode]).toEqual([200, 404]);
  for (const [i, state] of (['examined', 'repaired'] as const).entries())
    await admin.call(lendingCondition.changeDamage, { ...at(id), body: { state, version: i + 1 } });
  go(370);
  await runSweepSteps(portal.portal);
  // The session has expired, so the test reads the database row instead.
  expect(await portal.portal.db.selectFrom('lending_photo').select('id').execute()).toEqual([]);
  expect(await portal.portal.db.selectFrom('damage_report').select('reported_by').where('id', '=', id).execute()).toEqual([
    { reported_by: null },
  ]);
});

test('stores the pictures of a model in their order', async () => {
  const point = await openPoint(admin, { approval: 'auto' });
  const { model } = await stock(admin, point, ['P-1']);
  const content = (await photoBytes()).toString('base64');
  const add = (who: Caller, alt: string, body: object = {}) =>
    who.call(lendingPictures.addPicture, { ...at(model.id), body: { alt, content, ...body } });
  await expect(add(kim, 'Kamera')).rejects.toMatchObject(refused(403, 'forbidden'));
  await expect(add(admin, '')).rejects.toMatchObject({ status: 400, field: 'alt' });
  await expect(add(admin, 'Kamera', { content: 'TVo=' })).rejects.toMatchObject(refused(415, 'unsupported_type'));
  const [front] = (await add(admin, 'Kamera von vorn')).pictures;
  const [, back] = (await add(admin, 'Kamera von hinten')).pictures;
  expect(front).toMatchObject({ alt: 'Kamera von vorn', width: 40, height: 30 });
  const get = (who: Caller, size: string) => who.inject({ method: 'GET', url: `/api/v1/lending/pictures/${back!.id}?size=${size}` });
  const drawn = await sharp((await get(kim, 'small')).rawPayload).metadata();
  expect([drawn.format, drawn.exif]).toEqual(['webp', undefined]);
  const stranger = await portal.as(teacher({ school_id: 'school-b' }));
  expect([(await get(kim, 'large')).statusCode, (await get(stranger, 'large')).statusCode]).toEqual([200, 404]);
  // The second picture becomes the first in the list of models, in the cart and among the favourites.
  const change = (who: Caller, body: object) => who.call(lendingPictures.changePicture, { ...at(back!.id), body });
  await expect(change(kim, { first: true })).rejects.toMatchObject(refused(403, 'forbidden'));
  await change(admin, { first: true, alt: 'Rückseite' });
  const { items } = await kim.call(lending.models, { query: { point: point.id } });
  expect(items[0]!.pictures.map(({ alt }) => alt)).toEqual(['Rückseite', 'Kamera von vorn']);
  expect((await put(kim, model, 1, 1)).lines[0]!.model.picture).toBe(back!.id);
  await kim.call(lendingFavourites.addFavourite, { ...at(model.id), body: {} });
  expect((await kim.call(lendingFavourites.favourites)).items[0]!.pictures[0]!.id).toBe(back!.id);
  const left = await admin.call(lendingPictures.removePicture, at(back!.id));
  expect(left.pictures.map(({ id }) => id)).toEqual([front!.id]);
  expect([(await get(kim, 'large')).statusCode, await portal.portal.storage.stat(`lending/${back!.id}-small.webp`)]).toEqual([404, null]);
  await portal.portal.db
    .insertInto('device_picture')
    .values(
      Array.from({ length: MAX_PICTURES - 1 }, (_, i) => ({
        ...{ id: newId(), model_id: model.id, place: 10 + i, alt: 'Kamera', width: 1, height: 1, added_at: MONDAY },
      })),
    )
    .execute();
  await expect(add(admin, 'Noch eine')).rejects.toMatchObject({ ...refused(409, 'state_conflict'), details: { reason: 'most_pictures' } });
  // A file without a row, such as the file of the rejected upload, is deleted after a day on the disk. Files with a row are kept.
  portal.setNow(new Date(Date.now() + 2 * 86_400_000));
  await runSweepSteps(portal.portal);
  const files: string[] = [];
  for await (const path of portal.portal.storage.list()) if (path.endsWith('.webp')) files.push(path);
  expect(files.toSorted()).toEqual([`lending/${front!.id}-large.webp`, `lending/${front!.id}-small.webp`]);
});

test('keeps the borrower of a loan while a damage claim is open', async () => {
  const { point, line, order: id } = await lent();
  await bring(point);
  const damage = await reportOf(admin, { line });
  await admin.call(lendingCondition.changeDamage, { ...at(damage.id), body: { liability: 'open', version: 1 } });
  const known = async () =>
    (await portal.portal.db.selectFrom('rental_order').select('person_id').where('id', '=', id).executeTakeFirstOrThrow()).person_id !==
    null;
  go(100);
  await runSweepSteps(portal.portal);
  expect(await known()).toBe(true);
  await portal.portal.db.updateTable('damage_report').set({ liability: 'settled' }).where('id', '=', damage.id).execute();
  await runSweepSteps(portal.portal);
  expect(await known()).toBe(false);
});

test('removes the reporter of a closed damage report after the retention period', async () => {
  const { item, point } = await lent();
  const { id } = await reportOf(admin, { item });
  await portal.portal.db.updateTable('lending_point').set({ keep_days: 7 }).where('id', '=', point.id).execute();
  await portal.portal.db.updateTable('damage_report').set({ state: 'repaired' }).where('id', '=', id).execute();
  const reporterAfter = async (days: number) => {
    go(1 + days, -1);
    await runSweepSteps(portal.portal);
    const row = portal.portal.db.selectFrom('damage_report').select('reported_by').where('id', '=', id);
    return (await row.executeTakeFirstOrThrow()).reported_by;
  };
  expect(await reporterAfter(7)).not.toBeNull();
  expect(await reporterAfter(8)).toBeNull();
});
