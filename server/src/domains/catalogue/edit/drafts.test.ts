/** Tests media that were created by hand, which are drafts of their author until they are published (docs/behaviour/catalogue.md#drafts). */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { catalogueEdit, type EditMedium } from '@fundus/contract/catalogue/edit';
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { beforeAll, describe, expect, test } from 'vitest';
import { statusOf } from '../../../testing/classes.ts';
import { districtAdmin, pupil, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal();
let maker: Caller;
let other: Caller;
let reader: Caller;
let far: Caller;
let n = 0;

beforeAll(async () => {
  maker = await portal.as(districtAdmin({ email: 'maker@a.example' }));
  other = await portal.as(districtAdmin({ email: 'other@a.example' }));
  reader = await portal.as(teacher());
  far = await portal.as(pupil({ school_id: null }));
});

async function make(about: object = {}): Promise<EditMedium> {
  const record = {
    fn_titel: `Ammonit ${++n}`,
    fn_typ: '49',
    published: '2026-11-01',
    free: false,
    url: 'https://medien.example/1',
    ...about,
  };
  return maker.call(catalogueEdit.createMedium, { body: { record: record as never } });
}
const publish = (medium: EditMedium, to: 'all' | 'schools' | 'licence' | 'draft', who = maker) =>
  who.call(catalogueEdit.publishMedium, { params: medium, body: { version: medium.version, to } });
const opens = (who: Caller, { identifier }: EditMedium) => statusOf(who.call(catalogue.detail, { params: { identifier } }));
const finds = async (who: Caller, { record }: EditMedium, scope: 'search' | 'catalogueSearch' = 'search') => {
  await portal.follower.catchUp();
  return (await who.call(catalogue[scope], { query: { q: `"${record.fn_titel}"` } })).items.length;
};

describe('drafts of media', () => {
  test('are found and opened only by their author', async () => {
    const medium = await make();
    expect(medium.draft).toBe(true);
    const own = await maker.call(catalogue.detail, { params: medium });
    expect(own).toMatchObject({ draft: true, active: true, can: { play: true }, url: 'https://medien.example/1' });
    expect([await finds(maker, medium), await finds(other, medium), await finds(reader, medium)]).toEqual([1, 0, 0]);
    expect(await finds(reader, medium, 'catalogueSearch')).toBe(0);
    for (const who of [other, reader]) {
      expect(await opens(who, medium)).not.toBe(200);
      expect(await statusOf(who.call(catalogue.catalogueDetail, { params: medium }))).not.toBe(200);
    }
    const list = await other.call(catalogueEdit.editList, { query: { q: `"${medium.record.fn_titel}"` } });
    expect(list.items).toMatchObject([{ identifier: medium.identifier, draft: true }]);
    const { id } = await reader.call(classes.create, { body: { name: 'Fossilien' } });
    expect(await statusOf(reader.call(classMedia.share, { body: { classes: [id], media: [medium.identifier] } }))).toBe(404);
  });

  test('are published immediately if they are free for everyone', async () => {
    const medium = await make({ free: true });
    expect([medium.draft, await opens(reader, medium)]).toEqual([false, 200]);
    const later = await make();
    const changed = await maker.call(catalogueEdit.changeMedium, {
      params: later,
      body: { version: later.version, record: { ...later.record, free: true } },
    });
    expect([changed.draft, await opens(reader, later)]).toEqual([false, 200]);
  });
});

describe('publishing a draft', () => {
  test('to all schools makes the medium free', async () => {
    const done = await publish(await make(), 'all');
    expect(done).toMatchObject({ draft: false, record: { free: true } });
    expect([await opens(reader, done), await opens(far, done), await finds(reader, done)]).toEqual([200, 200, 1]);
  });

  test('to the schools of the district creates one district licence', async () => {
    const done = await publish(await make(), 'schools');
    expect(done).toMatchObject({ draft: false, record: { free: false } });
    expect(await reader.call(catalogue.detail, { params: done })).toMatchObject({ can: { play: true } });
    expect(await finds(reader, done)).toBe(1);
    expect(await opens(far, done)).not.toBe(200);
    const again = await publish(await publish(done, 'draft'), 'schools');
    const rows = await portal.portal.db
      .selectFrom('licence')
      .select('licence.id')
      .where('licence.identifier', '=', again.identifier)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('by licence lists the medium in the catalogue', async () => {
    const done = await publish(await make(), 'licence');
    expect([await finds(reader, done, 'catalogueSearch'), await finds(reader, done)]).toEqual([1, 0]);
    expect(await reader.call(catalogue.catalogueDetail, { params: done })).toMatchObject({ can: { play: false } });
  });

  test('can be undone by making the medium a draft again', async () => {
    const done = await publish(await make(), 'all');
    const back = await publish(done, 'draft');
    expect(back).toMatchObject({ draft: true, record: { free: false } });
    expect([await opens(maker, back), await finds(reader, back)]).toEqual([200, 0]);
    expect(await opens(reader, back)).not.toBe(200);
  });

  test('returns the draft to its author if another editor undoes it', async () => {
    const back = await publish(await publish(await make(), 'all', other), 'draft', other);
    expect([await opens(maker, back), (await opens(other, back)) === 200]).toEqual([200, false]);
  });

  test('cannot be undone if the medium was imported', async () => {
    await portal.store({ identifier: 'imported-1', fn_titel: 'Trilobit', fn_typ: '49', free: true } as never);
    const medium = await maker.call(catalogueEdit.editMedium, { params: { identifier: 'imported-1' } });
    expect(await statusOf(publish(medium, 'draft'))).toBe(409);
    expect(await opens(reader, medium)).toBe(200);
  });

  test('requires the rights of an editor and the current version', async () => {
    const medium = await make();
    expect(await statusOf(publish(medium, 'all', reader))).toBe(403);
    expect(await statusOf(publish({ ...medium, version: 7 }, 'all'))).toBe(409);
  });
});

test('lets any editor publish the draft of a deleted user', async () => {
  const gone = await portal.as(districtAdmin({ email: 'gone@a.example' }));
  const record = { fn_titel: 'Belemnit', fn_typ: '49', published: '2026-11-01', free: false };
  const medium = await gone.call(catalogueEdit.createMedium, { body: { record: record as never } });
  await portal.portal.db.deleteFrom('person').where('person.email', '=', 'gone@a.example').execute();
  expect(await opens(maker, medium)).not.toBe(200);
  expect(await publish(medium, 'all')).toMatchObject({ draft: false });
});
