/** Courier tours by weekday and school (docs/behaviour/lending.md#tours). */
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { Delivery } from '@fundus/contract/lending/states';
import { lendingTours } from '@fundus/contract/lending/courier/tours';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, put, stock } from '../../../testing/lending.ts';
import { readPages } from '../../../testing/read-pdf.ts';
import { moveStops } from '../allocation/tour-repository.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin());
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Kern' }));
});
beforeEach(() => portal.setNow(MONDAY));

const go = (days: number): void => portal.setNow(new Date(MONDAY.getTime() + days * 86_400_000));

test('lists deliveries on the day of the tour and pickups a week later', async () => {
  const point = await openPoint(admin, { approval: 'auto', advance_days: 0 });
  const { model } = await stock(admin, point, ['K-1', 'K-2']);
  const submit = (delivery: Delivery) => kim.call(lending.placeOrder, { body: { point: point.id, title: 'Film', delivery } });
  await put(kim, model, 2, 8);
  await expect(submit('courier')).rejects.toMatchObject({ problems: ['delivery choice'] });
  const tours = () => admin.call(lendingTours.tours, { query: { point: point.id } });
  const { schools } = await tours();
  const { id } = await admin.call(lendingTours.createTour, {
    body: { point: point.id, name: 'Tour Nord', weekday: 1, schools: ['school-a'] },
  });
  expect(schools.map((school) => school.id)).toContain('school-a');
  await expect(
    admin.call(lendingTours.createTour, { body: { point: point.id, name: 'x', weekday: 1, schools: ['elsewhere'] } }),
  ).rejects.toMatchObject({ status: 404 });
  expect((await kim.call(lendingTours.courier, { query: { point: point.id } })).weekdays).toEqual([1]);
  const { id: order, lines } = await submit('courier');
  // An order that is collected at the desk is not listed.
  await put(kim, model, 2, 8);
  await submit('pickup');
  const day = async (date: number) => {
    const { stops } = await admin.call(lendingTours.tourDay, { ...at(id), query: { date: inDays(date) } });
    return stops.map(({ bring, fetch }) => [bring.map(({ courier }) => courier), fetch.map(({ courier }) => courier)]);
  };
  const mark = (to: 'brought' | 'fetched') => admin.call(lendingTours.markTour, { ...at(id), body: { lines: [lines[0]!.id], to } });
  expect(await day(1)).toEqual([[[null], []]]);
  go(1);
  await expect(mark('brought')).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
  await admin.call(lendingDesk.handOver, { ...at(order), body: { code: 'K-1' } });
  expect((await kim.call(lending.order, at(order))).lines[0]!.courier).toBe('out');
  await expect(mark('fetched')).rejects.toMatchObject({ status: 409, code: 'state_conflict' });
  await mark('brought');
  expect(await day(1)).toEqual([[['brought'], []]]);
  expect(await day(8)).toEqual([[[], ['brought']]]);
  // The printed sheet lists each school once, with deliveries, pickups and one signature line.
  const send = (delivery: Delivery) => portal.portal.db.updateTable('rental_order').set({ delivery }).where('id', '<>', order).execute();
  await send('courier');
  const sheet = await admin.inject({ method: 'GET', url: `/api/v1/lending/tours/${id}/sheet?date=${inDays(8)}` });
  const [page] = await readPages(sheet.rawPayload);
  const name = schools.find((school) => school.id === 'school-a')!.name;
  expect([name, 'Bringen', 'Abholen', 'Unterschrift'].map((words) => page!.split(words).length - 1)).toEqual([1, 1, 1, 1]);
  await send('pickup');
  go(8);
  await mark('fetched');
  expect(await day(8)).toEqual([[[], ['fetched']]]);
  await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: 'K-1' } });
  expect(await day(8)).toEqual([[[], []]]);
  await admin.call(lendingTours.changeTour, {
    ...at(id),
    body: { name: 'Tour Süd', weekday: 2, schools: ['school-b', 'school-a'], version: 1 },
  });
  // If two schools of a tour are merged, a single stop remains.
  await moveStops(portal.portal.db, 'school-b', 'school-a');
  expect((await tours()).items).toMatchObject([{ name: 'Tour Süd', weekday: 2, schools: [{ id: 'school-a' }] }]);
  await admin.call(lendingTours.removeTour, at(id));
  expect((await tours()).items).toEqual([]);
});
