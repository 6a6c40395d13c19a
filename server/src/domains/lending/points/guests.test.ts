/** Visibility of a district's lending points for guests, in portals that are open to guests (docs/behaviour/lending.md#guests). */
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingTemplates } from '@fundus/contract/lending/cart/templates';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, inDays, MONDAY, openPoint, placeTestOrder, stock } from '../../../testing/lending.ts';

const portal = usePortal({ GeraeteVerleih: true, Type: 'bawue' });
let district: Caller;
beforeAll(async () => {
  portal.setNow(MONDAY);
  district = await portal.as(districtAdmin());
});

test('hides the names of borrowers from guests', async () => {
  const guest = portal.guest();
  const hidden = await openPoint(district);
  const point = await openPoint(district, { guests: true, open_schools: ['school-a'], approval: 'auto', name: 'Medienzentrum' });
  const { model } = await stock(district, point, ['K-1']);
  const { model: other } = await stock(district, hidden, ['K-1']);
  const kim = await portal.as(teacher({ vorname: 'Kim', name: 'Geheim' }));
  const { id } = await placeTestOrder(kim, model, 1, 2);
  const { items, can } = await guest.call(lending.points);
  expect(items.map(({ name }) => name)).toEqual(['Medienzentrum']);
  expect([items[0]!.can, items[0]!.open_schools, can]).toEqual([{ manage: false, desk: false, borrow: false }, null, { create: false }]);
  const days = { from: inDays(1), until: inDays(3) };
  const answers = [
    await guest.call(lending.models, { query: { point: point.id, ...days } }),
    await guest.call(lending.model, at(model.id)),
    await guest.call(lending.calendar, { ...at(model.id), query: days }),
  ] as const;
  expect(answers[0].items[0]).toMatchObject({ name: 'Kamera', free: 0 });
  expect(answers[1].can).toEqual({ borrow: false });
  expect(answers[2].days.map(({ free }) => free)).toEqual([0, 0, 1]);
  expect(JSON.stringify(answers)).not.toMatch(/Geheim|Kim/);
  const unknown = { status: 404 };
  await expect(guest.call(lending.calendar, { ...at(model.id), query: { ...days, order: id } })).rejects.toMatchObject(unknown);
  await expect(guest.call(lending.model, at(other.id))).rejects.toMatchObject(unknown);
  await expect(guest.call(lending.models, { query: { point: hidden.id } })).rejects.toMatchObject(unknown);
  const signIn = { status: 401 };
  const wish = { model: model.id, start: inDays(3), end: inDays(3) };
  await expect(guest.call(lending.addToCart, { body: wish })).rejects.toMatchObject(signIn);
  await expect(guest.call(lending.order, at(id))).rejects.toMatchObject(signIn);
  await expect(guest.call(lendingTemplates.templates, { query: { point: point.id } })).rejects.toMatchObject(signIn);
});

test('hides points of schools from guests', async () => {
  const admin = await portal.as(schoolAdmin());
  await expect(openPoint(admin, { guests: true })).rejects.toMatchObject({ problems: ['guests choice'] });
  const own = await openPoint(admin);
  await expect(admin.call(lendingDesk.changePoint, { ...at(own.id), body: { version: 1, guests: true } })).rejects.toMatchObject({
    problems: ['guests choice'],
  });
  portal.portal.config.Type = '';
  await expect(portal.guest().call(lending.points)).rejects.toMatchObject({ status: 401 });
});
