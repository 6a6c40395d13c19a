/** Preview of the loss of a licence (docs/behaviour/licences.md#loss-preview). */
import { shiftDay, today } from '@fundus/contract/days';
import { licences, type NewLicence } from '@fundus/contract/licences/licences';
import { licenceLoss } from '@fundus/contract/licences/loss';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { districtAdmin, schoolAdmin, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal();
let admin: Caller;
let district: Caller;
beforeAll(async () => {
  [admin, district] = [await portal.as(schoolAdmin()), await portal.as(districtAdmin())];
  await portal.store(
    ...[
      ['gone', '49', ['02001', '02002']],
      ['nearest', '49', ['02001', '02003']],
      ['other-type', '12', ['02001']],
      ['other-subject', '49', ['08001']],
      ['unlicensed', '49', ['02001', '02002']],
    ].map(([identifier, fn_typ, fn_geb]) => ({ identifier, fn_titel: identifier, fn_typ, fn_geb, licences: [{ scope: 'none' }] }) as never),
  );
});

const db = () => portal.portal.db;
const day = (shift: number) => shiftDay(today(new Date()), shift);
const enter = (by: Caller, mediaId: string, more: Partial<NewLicence> = {}) =>
  by.call(licences.create, { body: { mediaId, scope: 'school', runtime: 'unlimited', ...more } });
const lossOf = async (by: Caller, { id }: { id: string }) => {
  const { similar, ...counts } = await by.call(licenceLoss.loss, { params: { id } });
  return { ...counts, similar: similar.items.map(({ identifier }) => identifier) };
};

async function addClass(school_id: string, state: 'active' | 'archived'): Promise<void> {
  const [id, at] = [newId(), new Date()];
  await db()
    .insertInto('class')
    .values({ id, school_id, name: id, kind: 'class', school_year: '2026/27', state, state_since: at, created_at: at })
    .execute();
  await db()
    .insertInto('class_media')
    .values({ id: newId(), class_id: id, kind: 'media', identifier: 'gone', title: 'gone', rank: 1, shared_at: at })
    .execute();
  for (const closed_at of [null, new Date(at.getTime() - 1_000)]) {
    const assignment_id = newId();
    await db().insertInto('assignment').values({ id: assignment_id, class_id: id, title: 'Lies', closed_at, created_at: at }).execute();
    await db()
      .insertInto('assignment_step')
      .values({ id: newId(), assignment_id, rank: 1, kind: 'media', identifier: 'gone', title: 'gone', completion: 'viewed' })
      .execute();
  }
}
async function addList(school_id: string, deleted_at: Date | null): Promise<void> {
  const [id, at] = [newId(), new Date()];
  await db()
    .insertInto('medialist')
    .values({ id, school_id, title: 'Liste', visibility: 'school', deleted_at, created_at: at, updated_at: at })
    .execute();
  await db()
    .insertInto('medialist_item')
    .values({ id: newId(), list_id: id, rank: 'a', kind: 'media', identifier: 'gone', title: 'gone', added_at: at })
    .execute();
}

test('counts the classes, lists and assignments that depend on a licence', async () => {
  await addClass('school-a', 'active');
  await addClass('school-a', 'archived');
  await addClass('school-b', 'active');
  await addList('school-a', null);
  await addList('school-a', new Date());
  const own = await enter(admin, 'gone', { runtime: 'until_date', valid_to: day(30) });
  for (const mediaId of ['other-type', 'nearest', 'other-subject']) await enter(admin, mediaId);
  const lost = { classes: 1, lists: 1, assignments: 1, similar: ['nearest', 'other-type'] };
  expect(await lossOf(admin, own)).toEqual({ others: 0, ...lost });
  expect(await lossOf(district, own)).toEqual({ others: 0, ...lost });

  const ofDistrict = await enter(district, 'gone', { scope: 'district', runtime: 'until_date', valid_to: day(20) });
  // This licence ends before the licence of the school.
  expect(await lossOf(admin, own)).toEqual({ others: 0, ...lost });
  // Licences of one school do not count for the district.
  expect(await lossOf(district, ofDistrict)).toEqual({ others: 0, classes: 2, lists: 1, assignments: 2, similar: [] });
  await enter(district, 'gone', { scope: 'district' });
  expect([(await lossOf(admin, own)).others, (await lossOf(district, ofDistrict)).others]).toEqual([1, 1]);
});
