/** Kiosk of a lending point: its session, self-service and what it rejects (docs/behaviour/lending.md#kiosk). */
import { normalizeCode } from '@fundus/contract/licences/rules';
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import { lendingTimeline } from '@fundus/contract/lending/desk/timeline';
import { lending } from '@fundus/contract/lending/lending';
import { beforeAll, expect, test } from 'vitest';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, stock } from '../../../testing/lending.ts';
import { sweepLending } from '../sweep.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let noa: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
  noa = await portal.as(teacher({ vorname: 'Noa', name: 'Nord' }));
  portal.setNow(MONDAY);
});
const go = (days: number, minutes = 0): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000 + minutes * 60_000));

/** Creates a kiosk of a point and pairs it. */
async function tablet(point: { id: string }): Promise<{ id: string; screen: Caller; code: string }> {
  const { id, code } = await admin.call(lendingKiosk.addKiosk, { body: { point: point.id, name: 'Eingang' } });
  const screen = portal.guest();
  await screen.call(lendingKiosk.pairKiosk, { body: { code: code.toLowerCase() } });
  return { id, screen, code };
}

test('limits the session of a paired tablet to the kiosk', async () => {
  const point = await openPoint(admin, { name: 'Ausleihe' });
  const { id, screen, code } = await tablet(point);
  expect(await screen.call(lendingKiosk.kiosk)).toEqual({ point: 'Ausleihe', terms: '', terms_version: 0 });
  const wrong = { status: 401, code: 'wrong_credentials' };
  await expect(portal.guest().call(lendingKiosk.pairKiosk, { body: { code } })).rejects.toMatchObject(wrong);
  await expect(screen.call(lending.points)).rejects.toMatchObject({ status: 401, code: 'login_required' });
  const listed = async () => (await admin.call(lendingKiosk.kiosks, { query: { point: point.id } })).items;
  expect(await listed()).toMatchObject([{ id, name: 'Eingang', paired: true }]);
  await admin.call(lendingKiosk.endKiosk, at(id));
  await expect(screen.call(lendingKiosk.kiosk)).rejects.toMatchObject(wrong);
  // An unused code expires after 15 minutes and is deleted with its kiosk.
  const late = await admin.call(lendingKiosk.addKiosk, { body: { point: point.id, name: 'Flur' } });
  go(0, 16);
  await expect(portal.guest().call(lendingKiosk.pairKiosk, { body: { code: late.code } })).rejects.toMatchObject(wrong);
  await sweepLending(portal.portal);
  expect(await listed()).toEqual([]);
});

test('hands over devices that are ready for the card holder', async () => {
  go(0);
  const point = await openPoint(admin, { approval: 'auto' });
  const self = await stock(admin, point, ['S-1', 'S-2', 'S-3'], { self_service: true });
  const desk = await stock(admin, point, ['T-1'], { name: 'Drohne' });
  await placeTestOrder(kim, self.model, 1, 2);
  await placeTestOrder(kim, desk.model, 1, 2);
  await placeTestOrder(noa, self.model, 1, 2);
  go(1);
  // Each scanned device is made ready for the earliest order.
  for (const code of ['S-1', 'T-1']) await admin.call(lendingTimeline.putReady, { body: { point: point.id, code } });
  const { screen } = await tablet(point);
  // With manual approval, borrowers can take only devices that are ready for them.
  await admin.call(lendingDesk.changePoint, { ...at(point.id), body: { approval: 'manual', version: point.version } });
  expect(await kim.call(lendingKiosk.card)).toEqual({ code: null });
  const card = (await kim.call(lendingKiosk.makeCard, { body: {} })).code;
  expect(await kim.call(lendingKiosk.card)).toEqual({ code: card });
  const shown = await screen.call(lendingKiosk.kioskBorrower, { body: { card: normalizeCode(card) } });
  expect(shown.name).toBe('Kim');
  expect(shown.ready.map(({ code, at_desk }) => [code, at_desk]).toSorted()).toEqual([
    ['S-1', null],
    ['T-1', 'desk_only'],
  ]);
  const take = (code: string, by = card, key?: string) =>
    screen.call(lendingKiosk.kioskTake, { body: { card: by, code, ...(key && { key }) } });
  const conflict = (reason: string) => ({ status: 409, code: 'state_conflict', details: { reason } });
  await expect(take('T-1')).rejects.toMatchObject(conflict('desk_only'));
  await expect(take('S-2')).rejects.toMatchObject(conflict('not_ready'));
  await expect(take('X-9')).rejects.toMatchObject({ code: 'barcode_unknown', field: 'code' });
  await expect(take('S-1', 'CDFGHJKLMNPQ')).rejects.toMatchObject({ code: 'barcode_unknown', field: 'card' });
  const others = (await noa.call(lendingKiosk.makeCard, { body: {} })).code;
  await expect(take('S-1', others)).rejects.toMatchObject(conflict('not_ready'));
  const key = crypto.randomUUID();
  expect(await take('s-1', card, key)).toEqual({ item: { code: 'S-1', model: self.model.name }, end: inDays(2), ends_at: null });
  expect(await take('S-1', card, key)).toMatchObject({ item: { code: 'S-1' } });
  const states = (await kim.call(lending.orders, { query: {} })).items.flatMap(({ lines }) => lines.map(({ state }) => state));
  expect(states.toSorted()).toEqual(['on_loan', 'ready']);
  // A new card invalidates the earlier one.
  await kim.call(lendingKiosk.makeCard, { body: {} });
  await expect(take('T-1')).rejects.toMatchObject({ code: 'barcode_unknown', field: 'card' });
  await kim.call(lendingKiosk.endCard);
  expect(await kim.call(lendingKiosk.card)).toEqual({ code: null });
});

test('quarantines a returned device if the desk has to inspect it', async () => {
  go(0);
  const point = await openPoint(admin, { approval: 'auto' });
  const self = await stock(admin, point, ['R-1', 'R-2'], { self_service: true });
  const desk = await stock(admin, point, ['Q-1'], { name: 'Drohne' });
  const made = await placeTestOrder(kim, self.model, 1, 1, 2);
  const other = await placeTestOrder(kim, desk.model, 1, 1);
  go(1);
  for (const [id, code] of [
    [made.id, 'R-1'],
    [made.id, 'R-2'],
    [other.id, 'Q-1'],
  ] as const)
    await admin.call(lendingDesk.handOver, { ...at(id), body: { code } });
  go(2);
  const { screen } = await tablet(point);
  const bring = (code: string) => screen.call(lendingKiosk.kioskReturn, { body: { code } });
  const back = await bring('R-1');
  expect(back).toMatchObject({ item: { code: 'R-1' }, late: 1, checked: false });
  expect(Object.keys(back).toSorted()).toEqual(['checked', 'item', 'late', 'line_id']);
  expect((await bring('Q-1')).checked).toBe(true);
  await expect(bring('R-1')).rejects.toMatchObject({ code: 'state_conflict', details: { reason: 'not_on_loan' } });
  const stateOf = async (code: string) =>
    (await admin.call(lendingDesk.items, { query: { point: point.id, q: code } })).items.find((item) => item.code === code)!;
  expect([(await stateOf('R-1')).state, (await stateOf('Q-1')).state]).toEqual(['available', 'quarantine']);
  const complain = (line: string) =>
    screen.call(lendingKiosk.kioskComplain, { body: { line, result: 'incomplete', note: 'Ein Akku fehlt.' } });
  await complain(back.line_id);
  await expect(complain(back.line_id)).rejects.toMatchObject({ code: 'state_conflict' });
  const { id, state } = await stateOf('R-1');
  expect(state).toBe('quarantine');
  const { records } = await admin.call(lendingCondition.pass, at(id));
  expect(records.find(({ result }) => result === 'incomplete')).toMatchObject({ kind: 'return', note: 'Ein Akku fehlt.', by: '' });
  // The time limit for complaints is over, and the kiosk of another point cannot complain.
  const second = await bring('R-2');
  go(2, 11);
  await expect(complain(second.line_id)).rejects.toMatchObject({ code: 'state_conflict' });
  const elsewhere = await tablet(await openPoint(admin));
  await expect(
    elsewhere.screen.call(lendingKiosk.kioskComplain, { body: { line: second.line_id, result: 'damaged' } }),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
});
