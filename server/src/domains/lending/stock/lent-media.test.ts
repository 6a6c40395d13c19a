/** Media that a lending point lends: which users find them by default, and which cards offer them (docs/behaviour/search.md#scopes). */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingCopies } from '@fundus/contract/lending/models/copies';
import type { PointFields } from '@fundus/contract/lending/points/points';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { MODEL, MONDAY, POINT, at, openPoint, stock } from '../../../testing/lending.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal({ GeraeteVerleih: true, Verleih: true, Katalog: true });
let admin: Caller;
let ofSchool: Caller;
/** Users by name. `other` belongs to school B. */
let users: Record<'teacher' | 'staff' | 'pupil' | 'other', Caller>;
beforeAll(async () => {
  portal.setNow(MONDAY);
  admin = await portal.as(districtAdmin());
  ofSchool = await portal.as(schoolAdmin());
  users = {
    teacher: await portal.as(teacher()),
    staff: await portal.as(teacher({ role: 'P' })),
    pupil: await portal.as(pupil()),
    other: await portal.as(teacher({ school_id: 'school-b' })),
  };
  await portal.store({ identifier: 'D-film', fn_titel: 'Delta als Film', fn_typ: '49', url: 'https://delta.example/' });
});
beforeEach(() => portal.portal.db.deleteFrom('lending_point').execute());

let made = 0;
/** Stores a disc and returns its identifier. */
async function disc(more: object = {}): Promise<string> {
  const identifier = `D-${++made}`;
  await portal.store({ identifier, fn_titel: `Delta ${made}`, fn_typ: '46', ...more });
  return identifier;
}
const addCopies = (who: Caller, identifier: string, point: { id: string }) =>
  who.call(lendingCopies.addCopies, { params: { identifier }, body: { point: point.id, quantity: 1 } });

/** Returns whether the default scope contains the medium and whether its card in the wide scope offers to borrow it. */
async function seenBy(who: Caller, identifier: string): Promise<{ found: boolean; borrow: boolean }> {
  await portal.follower.catchUp();
  const search = async (usable: 'true' | 'false') =>
    (await who.call(catalogue.search, { query: { q: 'Delta', limit: 100, usable } })).items.find((item) => item.identifier === identifier);
  return { found: (await search('true')) !== undefined, borrow: (await search('false'))!.can.borrow };
}
const LENT = { found: true, borrow: true };
const NOT_LENT = { found: false, borrow: false };

describe('a disc', () => {
  test('is found by default while a lending point has a copy of it', async () => {
    const point = await openPoint(admin);
    const identifier = await disc();
    expect(await seenBy(users.teacher, identifier)).toEqual(NOT_LENT);
    await addCopies(admin, identifier, point);
    expect(await seenBy(users.teacher, identifier)).toEqual(LENT);
    const [copy] = (await admin.call(lendingDesk.items, { query: { point: point.id } })).items;
    const saveCopy = (not_lendable: boolean) => admin.call(lendingDesk.changeItem, { ...at(copy!.id), body: { not_lendable } });
    await saveCopy(true);
    expect(await seenBy(users.teacher, identifier)).toEqual(NOT_LENT);
    await saveCopy(false);
    expect(await seenBy(users.teacher, identifier)).toEqual(LENT);
    await portal.portal.db.deleteFrom('lending_point').where('id', '=', point.id).execute();
    expect(await seenBy(admin, identifier)).toMatchObject({ borrow: false });
  });

  const POINTS: [string, Partial<PointFields>, by: 'district' | 'school', (keyof typeof users)[]][] = [
    ['of the district', {}, 'district', ['teacher', 'staff', 'other']],
    ['for teachers', { open_to: 'teachers' }, 'district', ['teacher', 'other']],
    ['for one school', { open_schools: ['school-b'] }, 'district', ['other']],
    ['of a school', {}, 'school', ['teacher', 'staff']],
    ['for learners', { learners: true }, 'district', ['teacher', 'staff', 'pupil', 'other']],
    ['for learners of one school', { learners: true, open_schools: ['school-b'] }, 'district', ['other']],
  ];
  test.each(POINTS)('is lent to the same users as at the point: %s', async (_, fields, by, lentTo) => {
    const owner = by === 'school' ? ofSchool : admin;
    // Every user has a point, so that no one has to ask.
    for (const who of [admin, ofSchool]) await openPoint(who, { learners: true });
    const point = await openPoint(owner, { ...POINT, ...fields });
    const identifier = await disc();
    await addCopies(owner, identifier, point);
    for (const [name, who] of Object.entries(users)) {
      const { items } = await who.call(lending.ofMedium, { params: { identifier } });
      const lent = lentTo.includes(name as keyof typeof users);
      expect([name, items.length > 0, await seenBy(who, identifier)]).toEqual([name, lent, lent ? LENT : NOT_LENT]);
    }
  });

  test('is lent only to teachers if its model is', async () => {
    const point = await openPoint(admin);
    const identifier = await disc();
    const { model } = await addCopies(admin, identifier, point);
    const body = { ...MODEL, name: model.name, identifier, teachers_only: true, version: 1 };
    await admin.call(lendingDesk.changeModel, { ...at(model.id), body });
    expect(await seenBy(users.teacher, identifier)).toEqual(LENT);
    expect(await seenBy(users.staff, identifier)).toEqual(NOT_LENT);
  });

  test('is not found if it is licensed only for another school, even if a point lends it', async () => {
    const point = await openPoint(admin);
    const identifier = await disc({ licences: [{ scope: 'school', target: 'school-b' }] });
    await addCopies(admin, identifier, point);
    await portal.follower.catchUp();
    const found = async (who: Caller) =>
      (await who.call(catalogue.search, { query: { q: 'Delta', limit: 100, usable: 'true' } })).items.map((item) => item.identifier);
    expect(await found(users.other)).toContain(identifier);
    expect(await found(users.teacher)).not.toContain(identifier);
  });

  test('is found by adults, who can ask for it, but not by learners, if no point lends to them', async () => {
    const identifier = await disc();
    const asked = { found: true, borrow: false };
    for (const who of [users.teacher, users.staff]) expect(await seenBy(who, identifier)).toEqual(asked);
    expect(await seenBy(users.pupil, identifier)).toEqual(NOT_LENT);
  });

  test('is found if the portal lends only devices', async () => {
    await openPoint(admin);
    const identifier = await disc();
    portal.portal.config.Verleih = false;
    const seen = await seenBy(users.teacher, identifier);
    portal.portal.config.Verleih = true;
    expect(seen).toEqual({ found: true, borrow: false });
  });
});

test('a disc with a file opens and is found even if no point lends it', async () => {
  await openPoint(admin);
  const identifier = await disc({ url: 'https://delta.example/disc' });
  expect(await seenBy(users.teacher, identifier)).toEqual({ found: true, borrow: false });
});

test('an online medium that a model refers to is not borrowed', async () => {
  const point = await openPoint(admin);
  await stock(admin, point, ['K-1'], { identifier: 'D-film' });
  expect(await seenBy(users.teacher, 'D-film')).toEqual({ found: true, borrow: false });
});
