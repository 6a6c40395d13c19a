/** Handover at the desk: substitutes, conflicts, overrides, repeated scans and suspensions (docs/behaviour/lending.md#at-the-desk). */
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, put, stock, readBoard } from '../../../testing/lending.ts';
import { runSweepSteps } from '../../../sweep.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nord' }));
});
beforeEach(() => portal.setNow(MONDAY));

const go = (days: number): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000));
const refused = (status: number, code: string, details?: object) => ({ status, code, ...(details && { details }) });
async function lend(devices: number, rules: object = {}) {
  const point = await openPoint(admin, { approval: 'auto', ...rules });
  const codes = Array.from({ length: devices }, (_, i) => `K-${i + 1}`);
  return { point, ...(await stock(admin, point, codes)) };
}
const give = (id: string, code: string, more: object = {}) => admin.call(lendingDesk.handOver, { ...at(id), body: { code, ...more } });
const readDesk = (point: { id: string }) => readBoard(admin, point);

describe('handover of a device', () => {
  test('releases the reserved device when a substitute is handed over', async () => {
    const { model } = await lend(2);
    const { id, lines } = await placeTestOrder(kim, model, 1, 2);
    go(1);
    await admin.call(lendingDesk.prepare, { ...at(lines[0]!.id), body: { code: 'K-1' } });
    expect((await give(id, 'K-2')).scanned).toMatchObject({ as: 'substitute', instead: 'K-1', item: { code: 'K-2', model: 'Kamera' } });
    expect((await give(id, 'k-1')).scanned).toMatchObject({ as: 'extra', instead: '' });
  });

  test('rejects a device reserved for another borrower unless the desk overrides it', async () => {
    const { point, model } = await lend(2);
    const mine = await placeTestOrder(kim, model, 1, 2);
    const theirs = await placeTestOrder(noa, model, 1, 2);
    go(1);
    await admin.call(lendingDesk.prepare, { ...at(theirs.lines[0]!.id), body: { code: 'K-1' } });
    const named = { reason: 'needed', borrower: 'Noa Nord', number: theirs.number, date: inDays(1) };
    await expect(give(mine.id, 'K-1')).rejects.toMatchObject(
      refused(409, 'not_available', { ...named, free: [{ code: 'K-2', shelf: 'A1' }] }),
    );
    // Noa's booking moves to the other device.
    expect((await give(mine.id, 'K-1', { override: 'Kamera 2 hat keinen Ton' })).scanned.hurt).toEqual([]);
    expect((await noa.call(lending.order, at(theirs.id))).lines[0]).toMatchObject({ state: 'approved' });
    expect((await readDesk(point)).tasks).toEqual([]);
    // No device is left for Noa.
    expect((await give(mine.id, 'K-2', { override: 'Dringend' })).scanned.hurt).toEqual([
      { number: theirs.number, borrower: 'Noa Nord', from: inDays(1) },
    ]);
    expect((await readDesk(point)).tasks).toMatchObject([{ why: 'displaced', borrower: 'Noa Nord', model: 'Kamera', start: inDays(1) }]);
    const log = await portal.portal.db
      .selectFrom('audit_log')
      .select('after')
      .where('what', '=', 'lending.override')
      .orderBy('id')
      .execute();
    expect(log.map(({ after }) => (after as { reason: string }).reason).sort()).toEqual(['Dringend', 'Kamera 2 hat keinen Ton']);
    await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: 'K-1' } });
    expect((await readDesk(point)).tasks).toEqual([]);
    expect((await give(theirs.id, 'K-1')).scanned.as).toBe('ordered');
  });

  test('gives a displaced booking priority over new bookings', async () => {
    const { point, model } = await lend(1, { pickup_grace: 0 });
    const mine = await placeTestOrder(kim, model, 1, 1);
    const theirs = await placeTestOrder(noa, model, 2, 3);
    go(1);
    await give(mine.id, 'K-1');
    await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: 'K-1' } });
    const again = await placeTestOrder(kim, model, 4, 4);
    await expect(give(again.id, 'K-1', { until: inDays(4) })).rejects.toMatchObject(refused(409, 'not_available'));
    await give(again.id, 'K-1', { override: 'Aufführung' });
    go(3);
    expect(await noa.call(lending.order, at(theirs.id))).toMatchObject({ lines: [{ state: 'not_collected' }] });
    await runSweepSteps(portal.portal);
    expect((await readDesk(point)).tasks).toEqual([]);
  });

  test('requires confirmation that the collecting person is authorised', async () => {
    const { model } = await lend(1);
    const { id } = await placeTestOrder(kim, model, 1, 2);
    go(1);
    const received_by = 'Mia Kern, Schulassistenz';
    await expect(give(id, 'K-1', { received_by })).rejects.toMatchObject({ problems: ['authorised required'] });
    await give(id, 'K-1', { received_by, authorised: true });
  });
});

test('processes a repeated scan once', async () => {
  const { point, model } = await lend(2);
  const { id } = await placeTestOrder(kim, model, 1, 2, 2);
  go(1);
  const [out, back] = [newId(), newId()];
  const [first, second] = await Promise.all([give(id, 'K-1', { key: out }), give(id, 'K-1', { key: out })]);
  expect(second.scanned).toEqual(first.scanned);
  expect(second.lines.filter(({ state }) => state === 'on_loan')).toHaveLength(1);
  const bring = (of: { id: string }, key: string) => admin.call(lendingDesk.takeBack, { body: { point: of.id, code: 'K-1', key } });
  expect(await bring(point, back)).toEqual(await bring(point, back));
  const other = await lend(1);
  await expect(bring(other.point, back)).rejects.toMatchObject(refused(409, 'state_conflict'));
  // Results of scans contain names and are therefore deleted after a day.
  go(3);
  await runSweepSteps(portal.portal);
  expect(await portal.portal.db.selectFrom('lending_scan').select('key').execute()).toEqual([]);
});

test('rejects orders, renewals and handovers of a suspended borrower', async () => {
  const { point, model } = await lend(2);
  const { id, lines } = await placeTestOrder(kim, model, 1, 2);
  const { id: suspension } = await admin.call(lendingCondition.suspend, {
    ...at(id),
    body: { reason: 'Dreimal gemahnt', until: inDays(20) },
  });
  expect((await readDesk(point)).coming).toMatchObject([{ suspended: { reason: 'Dreimal gemahnt', until: inDays(20) } }]);
  await put(kim, model, 1, 2);
  const why = { reason: 'suspended', why: 'Dreimal gemahnt', until: inDays(20) };
  await expect(kim.call(lending.placeOrder, { body: { point: point.id, title: 'x' } })).rejects.toMatchObject(
    refused(403, 'suspended', why),
  );
  go(1);
  await expect(give(id, 'K-1')).rejects.toMatchObject(refused(403, 'suspended', why));
  await give(id, 'K-1', { override: 'Abschlussfilm' });
  const renew = () => kim.call(lending.renew, { ...at(lines[0]!.id), body: {} });
  await expect(renew()).rejects.toMatchObject(refused(403, 'suspended'));
  await admin.call(lendingCondition.endSuspension, at(suspension));
  await renew();
  const list = () => admin.call(lendingCondition.suspensions, { query: { point: point.id } });
  expect((await list()).items).toEqual([]);
  await admin.call(lendingCondition.suspend, { ...at(id), body: { reason: 'Eine Woche', until: inDays(7) } });
  expect((await list()).items).toMatchObject([{ borrower: 'Kim Kern', reason: 'Eine Woche', automatic: false }]);
  go(8);
  expect((await list()).items).toEqual([]);
});

describe('scanning a device without an open order', () => {
  const scan = (who: Caller, point: { id: string }, code: string) => who.call(lendingDesk.scan, { query: { point: point.id, code } });

  test('lists the orders that the device can fulfil', async () => {
    const { point, model } = await lend(3);
    const mine = await placeTestOrder(kim, model, 1, 2);
    const theirs = await placeTestOrder(noa, model, 1, 2);
    await placeTestOrder(kim, model, 3, 4);
    go(1);
    const asked = await scan(admin, point, 'k-1');
    expect(asked).toMatchObject({ item: { code: 'K-1', model: 'Kamera' }, ready: null });
    expect(asked.orders.map(({ number }) => number).sort()).toEqual([mine.number, theirs.number].sort());
    await admin.call(lendingDesk.prepare, { ...at(theirs.lines[0]!.id), body: { code: 'K-1' } });
    expect(await scan(admin, point, 'K-1')).toMatchObject({
      ready: { id: theirs.id, borrower: 'Noa Nord', start: inDays(1), end: inDays(2) },
    });
  });

  test('rejects a device for the same reasons as a handover', async () => {
    const { point, model, items } = await lend(2);
    const { id } = await placeTestOrder(kim, model, 1, 2);
    go(1);
    await give(id, 'K-1');
    await expect(scan(admin, point, 'K-1')).rejects.toMatchObject(
      refused(409, 'state_conflict', { reason: 'on_loan', borrower: 'Kim Kern' }),
    );
    await admin.call(lendingDesk.moveItem, { ...at(items[1]!.id), body: { event: 'retire', reason: 'Gehäuse gebrochen' } });
    await expect(scan(admin, point, 'K-2')).rejects.toMatchObject(refused(409, 'item_retired'));
    await expect(scan(admin, point, 'X-9')).rejects.toMatchObject(refused(409, 'barcode_unknown', { code: 'X-9' }));
  });

  test('names another point of the user to which the device belongs', async () => {
    const { point } = await lend(1);
    const other = await openPoint(admin, { name: 'Medienkeller' });
    await stock(admin, other, ['M-1']);
    await expect(scan(admin, point, 'M-1')).rejects.toMatchObject(refused(409, 'barcode_unknown', { other: 'Medienkeller' }));
    await expect(admin.call(lendingDesk.takeBack, { body: { point: point.id, code: 'M-1' } })).rejects.toMatchObject(
      refused(409, 'barcode_unknown', { other: 'Medienkeller' }),
    );
  });

  test('is restricted to the desk', async () => {
    const { point } = await lend(1);
    await expect(scan(kim, point, 'K-1')).rejects.toMatchObject(refused(403, 'forbidden'));
  });
});
