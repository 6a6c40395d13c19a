/**
 * Signatures on receipt of devices. They are collected if the point requests them, printed for the desk and deleted with the borrower's name
 * (docs/behaviour/lending.md#signatures).
 */
import { DAY } from '@fundus/contract/days';
import { ownAccount } from '@fundus/contract/accounts/own';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingPrivate } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, stock } from '../../../testing/lending.ts';
import { readDrawn, readPages } from '../../../testing/read-pdf.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let kimId: string;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  kimId = (await db().selectFrom('person').select('person.id').where('person.name', '=', 'Kern').executeTakeFirstOrThrow()).id;
});
beforeEach(() => portal.setNow(MONDAY));

const db = () => portal.portal.db;
const HAND: [number, number][][] = [
  [
    [40, 160],
    [300, 20],
    [560, 150],
  ],
  [[580, 150]],
];
const PATH = 'M40 160L300 20L560 150M580 150L580 150';
const DRAWN = { name: 'Kim Kern', strokes: HAND };
const go = (days: number): void => portal.setNow(new Date(MONDAY.getTime() + days * DAY));
const stored = (codes: readonly string[]) =>
  db()
    .selectFrom('lending_signature as s')
    .innerJoin('rental_line as l', 'l.id', 's.line_id')
    .innerJoin('device_item as i', 'i.id', 'l.item_id')
    .select(['i.code', 's.person_id', 's.name', 's.path'])
    .where('i.code', 'in', codes)
    .orderBy('i.code')
    .execute();
const give = (id: string, code: string, more: object = {}) => admin.call(lendingDesk.handOver, { ...at(id), body: { code, ...more } });
const bring = (point: { id: string }, code: string) => admin.call(lendingDesk.takeBack, { body: { point: point.id, code } });
async function open(codes: readonly string[], more: object = {}) {
  const point = await openPoint(admin, { approval: 'auto', signature: true, ...more });
  return { point, ...(await stock(admin, point, codes)) };
}
async function slip(who: Caller, id: string, more = '') {
  const { statusCode, rawPayload } = await who.inject({ method: 'GET', url: `/api/v1/lending/orders/${id}/slip?lang=de${more}` });
  expect(statusCode).toBe(200);
  return { words: (await readPages(rawPayload)).join(' '), drawn: await readDrawn(rawPayload) };
}

test("prints drawn signatures only on the desk's copy of a slip", async () => {
  const { model } = await open(['S-1', 'S-2', 'S-3']);
  const { id } = await placeTestOrder(kim, model, 1, 3, 3);
  go(1);
  await give(id, 'S-1', { signature: DRAWN });
  await give(id, 'S-2', { signature: DRAWN });
  const some = await slip(admin, id);
  expect(some.words).toMatch(/Erhalten und unterschrieben: Kim Kern, 03\.03\.2026, \d\d:\d\d \(S-1, S-2\)/);
  // A blank signature line is printed if a device has no signature.
  await give(id, 'S-3');
  expect((await slip(admin, id)).words).toContain('Erhalten: Datum, Unterschrift');
  expect(some.words).not.toContain('Erhalten: Datum, Unterschrift');
  expect(some.words.match(/unterschrieben/g)).toHaveLength(1);
  expect(some.drawn).toContain(PATH);
  const own = await slip(kim, id);
  expect(own.words).toContain('Erhalten und unterschrieben: Kim Kern');
  expect(own.drawn).not.toContain(PATH);
  expect((await slip(admin, id, '&kind=back')).words).not.toContain('unterschrieben');
});

test('accepts a typed name instead of a drawing', async () => {
  const { model } = await open(['T-1']);
  const { id } = await placeTestOrder(kim, model, 1, 2);
  go(1);
  await give(id, 'T-1', { signature: { name: 'Kim Kern', strokes: [] } });
  expect(await stored(['T-1'])).toEqual([{ code: 'T-1', person_id: kimId, name: 'Kim Kern', path: '' }]);
  expect((await slip(admin, id)).words).toContain('Empfang mit Namen bestätigt: Kim Kern, 03.03.2026');
});

test('rejects malformed signatures', async () => {
  const { point, model } = await open(['U-1'], { signature: false });
  expect(point.signature).toBe(false);
  const { id } = await placeTestOrder(kim, model, 1, 2);
  go(1);
  const off = { status: 409, code: 'state_conflict', field: 'signature', details: { reason: 'no_signature' } };
  await expect(give(id, 'U-1', { signature: DRAWN })).rejects.toMatchObject(off);
  const walkUp = { point: point.id, person: kimId, code: 'U-1', signature: DRAWN };
  await expect(admin.call(lendingDesk.walkUp, { body: walkUp })).rejects.toMatchObject(off);
  await admin.call(lendingDesk.changePoint, { ...at(point.id), body: { signature: true, version: point.version } });
  const svg = { name: 'Kim', strokes: 'M0 0L1 1' } as never;
  await expect(give(id, 'U-1', { signature: svg })).rejects.toMatchObject({ status: 400, problems: ['signature.strokes type'] });
  const beside = { name: 'Kim', strokes: [[[0, 900]]] };
  await expect(give(id, 'U-1', { signature: beside })).rejects.toMatchObject({ problems: ['signature.strokes.0.0.1 max'] });
  const endless = { name: 'Kim', strokes: [HAND[0], Array.from({ length: 600 }, () => [1, 1])] };
  await expect(give(id, 'U-1', { signature: endless })).rejects.toMatchObject({ problems: ['signature.strokes max'] });
  await expect(give(id, 'U-1', { signature: { strokes: HAND } })).rejects.toMatchObject({ problems: ['signature.name required'] });
  await expect(kim.call(lendingDesk.handOver, { ...at(id), body: { code: 'U-1', signature: DRAWN } })).rejects.toMatchObject({
    status: 403,
  });
  expect(await stored(['U-1'])).toEqual([]);
});

test('stores one signature for repeated requests', async () => {
  const { point, model } = await open(['V-1', 'V-2']);
  const { id } = await placeTestOrder(kim, model, 1, 2);
  go(1);
  const key = newId();
  await give(id, 'V-1', { signature: DRAWN, key });
  await give(id, 'V-1', { signature: { ...DRAWN, name: 'Mia' }, key });
  const body = { point: point.id, person: kimId, code: 'V-2', signature: DRAWN };
  await admin.call(lendingDesk.walkUp, { body });
  const mine = { person_id: kimId, name: 'Kim Kern', path: PATH };
  expect(await stored(['V-1', 'V-2'])).toEqual([
    { code: 'V-1', ...mine },
    { code: 'V-2', ...mine },
  ]);
});

test("excludes signatures of authorised persons from the borrower's export", async () => {
  const { model } = await open(['W-1', 'W-2']);
  const { id } = await placeTestOrder(kim, model, 1, 2, 2);
  go(1);
  await give(id, 'W-1', { signature: DRAWN });
  await give(id, 'W-2', { received_by: 'Mia Muster', authorised: true, signature: { ...DRAWN, name: 'Mia Muster' } });
  const answer = (await kim.call(ownAccount.exportData, { query: { format: 'json' } })) as unknown as { body: string };
  const data = JSON.parse(answer.body) as { lending_signature: object[] };
  expect(data.lending_signature).toContainEqual(expect.objectContaining({ name: 'Kim Kern', path: PATH }));
  expect(answer.body).not.toContain('"name": "Mia Muster"');
  expect(JSON.stringify(data.lending_signature)).not.toContain('Mia');
  expect(await stored(['W-2'])).toMatchObject([{ person_id: null, name: 'Mia Muster' }]);
});

test('deletes signatures together with the borrower’s name', async () => {
  const { point, model } = await open(['X-1']);
  const { id } = await placeTestOrder(kim, model, 1, 2);
  go(1);
  await give(id, 'X-1', { signature: DRAWN });
  await bring(point, 'X-1');
  await db().updateTable('lending_point').set({ keep_days: 10 }).where('id', '=', point.id).execute();
  go(10);
  await runSweepSteps(portal.portal);
  expect(await stored(['X-1'])).toHaveLength(1);
  go(12);
  await runSweepSteps(portal.portal);
  expect(await stored(['X-1'])).toEqual([]);
});

test('deletes all signatures on the loans of an erased borrower', async () => {
  const { point, model } = await open(['Y-1', 'Y-2']);
  const noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nagel', email: 'noa@a.example' }));
  const { id } = await placeTestOrder(noa, model, 1, 2, 2);
  go(1);
  await give(id, 'Y-1', { signature: { name: 'Noa Nagel', strokes: HAND } });
  await give(id, 'Y-2', { received_by: 'Mia Muster', authorised: true, signature: { ...DRAWN, name: 'Mia Muster' } });
  for (const code of ['Y-1', 'Y-2']) await bring(point, code);
  expect(await stored(['Y-1', 'Y-2'])).toHaveLength(2);
  const { id: noaId } = await db().selectFrom('person').select('person.id').where('person.name', '=', 'Nagel').executeTakeFirstOrThrow();
  const { portal: running } = portal;
  await db()
    .transaction()
    .execute((trx) => running.domains.erasePeople({ ...running, db: trx, now: running.now() }, [noaId]));
  expect(await stored(['Y-1', 'Y-2'])).toEqual([]);
});

test('deletes the signatures of a private borrower together with the borrower', async () => {
  const { point, model } = await open(['Z-1'], { private_borrowers: true });
  const whom = await admin.call(lendingPrivate.addPrivateBorrower, {
    body: { point: point.id, name: 'Frieda Falkner', address: 'Marktplatz 3', email: '', phone: '', id_checked: true },
  });
  const { id } = await admin.call(lendingDesk.orderFor, {
    body: {
      ...{ point: point.id, private_borrower: whom.id, models: [{ model: model.id, quantity: 1 }], title: 'Jubiläum' },
      ...{ start: inDays(1), end: inDays(2) },
    },
  });
  go(1);
  await give(id, 'Z-1', { signature: { name: 'Frieda Falkner', strokes: HAND } });
  expect(await stored(['Z-1'])).toMatchObject([{ person_id: null, name: 'Frieda Falkner' }]);
  const { payload } = await admin.inject({ method: 'GET', url: `/api/v1/lending/private-borrowers/${whom.id}/data` });
  const { orders } = JSON.parse(payload) as { orders: { lines: { signature: object }[] }[] };
  expect(orders[0]!.lines[0]!.signature).toMatchObject({ name: 'Frieda Falkner', path: PATH });
  await bring(point, 'Z-1');
  await admin.call(lendingPrivate.removePrivateBorrower, at(whom.id));
  expect(await stored(['Z-1'])).toEqual([]);
});
