import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { excerpts } from '@fundus/contract/catalogue/excerpts';
import { beforeAll, expect, test } from 'vitest';
import { pupil, schoolAdmin, teacher, testPortal, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal({ Katalog: false });
let mine: Caller;
const params = { identifier: 'EX-1' };
const body = { start_s: 12.5, end_s: 40, title: 'Ausbruch' };

beforeAll(async () => {
  mine = await portal.as(teacher());
  await portal.store(
    { identifier: 'EX-1', fn_titel: 'Vulkan', fn_typ: '49' },
    { identifier: 'EX-2', fn_titel: 'Nur Schule b', fn_typ: '49', licences: [{ scope: 'school', target: 'school-b' }] },
  );
});

const list = async (who: Caller, code?: string) => (await who.call(excerpts.excerpts, { params, query: code ? { code } : {} })).items;

test('hides the excerpts of a teacher from other users', async () => {
  const kept = await mine.call(excerpts.addExcerpt, { params, body });
  expect(kept).toMatchObject({ ...body, own: true, share_code: null });
  expect(await list(mine)).toEqual([kept]);
  const changed = await mine.call(excerpts.changeExcerpt, { params: kept, body: { ...body, title: ' Ascheregen ' } });
  expect(changed.title).toBe('Ascheregen');
  for (const other of [await portal.as(teacher()), await portal.as(schoolAdmin())]) {
    expect(await list(other)).toEqual([]);
    await expect(other.call(excerpts.changeExcerpt, { params: kept, body })).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.call(excerpts.removeExcerpt, { params: kept })).rejects.toMatchObject({ code: 'not_found' });
    await expect(other.call(excerpts.shareExcerpt, { params: kept, body: { shared: true } })).rejects.toMatchObject({ code: 'not_found' });
  }
  await mine.call(excerpts.removeExcerpt, { params: kept });
  expect(await list(mine)).toEqual([]);
});

test('opens an excerpt through its share link until the link is removed', async () => {
  const kept = await mine.call(excerpts.addExcerpt, { params, body });
  const { share_code } = await mine.call(excerpts.shareExcerpt, { params: kept, body: { shared: true } });
  expect(share_code).toMatch(/^[0-9a-f]{20}$/);
  const learner = await portal.as(pupil());
  expect(await list(learner)).toEqual([]);
  expect(await list(learner, share_code!)).toEqual([{ ...kept, own: false, share_code }]);
  expect(await list(learner, share_code!.slice(0, -1))).toEqual([]);
  await mine.call(excerpts.shareExcerpt, { params: kept, body: { shared: false } });
  expect(await list(learner, share_code!)).toEqual([]);
  const again = await mine.call(excerpts.shareExcerpt, { params: kept, body: { shared: true } });
  expect(again.share_code).not.toBe(share_code);
});

test('rejects learners, invalid times and hidden media', async () => {
  const learner = await portal.as(pupil());
  await expect(learner.call(excerpts.addExcerpt, { params, body })).rejects.toMatchObject({ code: 'forbidden' });
  expect((await learner.call(excerpts.excerpts, { params, query: {} })).can).toEqual({ create: false });
  for (const wrong of [
    { ...body, end_s: 12.5 },
    { ...body, start_s: -1 },
    { ...body, title: ' ' },
    { ...body, title: 'x'.repeat(81) },
  ])
    await expect(mine.call(excerpts.addExcerpt, { params, body: wrong })).rejects.toMatchObject({ code: 'validation_failed' });
  const foreign = { identifier: 'EX-2' };
  await expect(mine.call(excerpts.addExcerpt, { params: foreign, body })).rejects.toMatchObject({ code: 'not_found' });
  await expect(mine.call(excerpts.excerpts, { params: foreign, query: {} })).rejects.toMatchObject({ code: 'not_found' });
  await expect(portal.guest().call(excerpts.excerpts, { params, query: {} })).rejects.toMatchObject({ code: 'login_required' });
});

test('names the field if the end exceeds the length of the film', async () => {
  await portal.store({ identifier: 'EX-3', fn_titel: 'Fünfzig Sekunden', fn_typ: '49', duration: 50 });
  const add = (end_s: number) => mine.call(excerpts.addExcerpt, { params: { identifier: 'EX-3' }, body: { ...body, end_s } });
  await expect(add(99_999)).rejects.toMatchObject({ code: 'validation_failed', field: 'end_s' });
  expect(await add(50)).toMatchObject({ end_s: 50 });
});

test('rejects all excerpt requests if DisableSequences is set', async () => {
  const closed = await testPortal({ DisableSequences: true });
  await closed.store({ identifier: 'EX-1', fn_titel: 'Vulkan', fn_typ: '49', sequences: [{ start_s: 0, end_s: 9, title: 'Rauch' }] });
  const someone = await closed.as(teacher());
  await expect(someone.call(excerpts.excerpts, { params, query: {} })).rejects.toMatchObject({ code: 'feature_disabled' });
  await expect(someone.call(excerpts.addExcerpt, { params, body })).rejects.toMatchObject({ code: 'feature_disabled' });
  expect((await someone.call(catalogue.detail, { params: { identifier: 'EX-1' } })).sequences).toEqual([]);
  await closed.close();
});
