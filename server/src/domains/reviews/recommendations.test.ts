/** The seal of a medium, which comes from its catalogue record or from a recommendation, independently of each other. */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { reviews } from '@fundus/contract/reviews/reviews';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, pupil, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { endOldRecommendations } from './service.ts';

const portal = usePortal();
let editor: Caller;
let learner: Caller;
let count = 0;
beforeAll(async () => {
  editor = await portal.as(districtAdmin());
  learner = await portal.as(pupil());
});

async function store(recommended = false): Promise<string> {
  const identifier = `S-${++count}`;
  await portal.store({ identifier, fn_titel: `Siegel${count} Watt`, fn_typ: '79', recommended });
  return identifier;
}
const recommend = (mediaId: string, valid_until: string | null = null) =>
  editor.call(reviews.recommend, { params: { mediaId }, body: { text: 'Für den Einstieg', valid_until } });
const unrecommend = (mediaId: string) => editor.call(reviews.unrecommend, { params: { mediaId } });

/** Returns whether the seal is displayed on the medium's page and in the search results. */
async function seals(identifier: string): Promise<boolean[]> {
  await portal.follower.catchUp();
  const { items } = await learner.call(catalogue.search, { query: { q: 'Watt' } });
  return [
    (await learner.call(catalogue.detail, { params: { identifier } })).recommended,
    items.find((item) => item.identifier === identifier)!.recommended,
  ];
}

test('keeps a recommendation when the catalogue record is updated', async () => {
  const id = await store();
  await recommend(id);
  await portal.store({ identifier: id, fn_titel: 'Das Watt', fn_typ: '79' });
  expect(await seals(id)).toEqual([true, true]);
  await unrecommend(id);
  expect(await seals(id)).toEqual([false, false]);
});

test('keeps a recommendation when an outdated form of the record is saved', async () => {
  const id = await store();
  const { version, record } = await editor.call(catalogueEdit.editMedium, { params: { identifier: id } });
  await recommend(id);
  const saved = await editor.call(catalogueEdit.changeMedium, {
    params: { identifier: id },
    body: { version, record: { ...record, fn_titel: 'Watt und Priel' } },
  });
  expect(saved.record.recommended).toBe(false);
  expect(await seals(id)).toEqual([true, true]);
});

test('keeps the seal from the record when a recommendation ends', async () => {
  const [back, ended] = [await store(true), await store(true)];
  await recommend(back);
  await unrecommend(back);
  await recommend(ended, shiftDay(today(new Date()), 1));
  portal.setNow(new Date(Date.now() + 3 * DAY));
  expect(await endOldRecommendations(portal.portal)).toBe(1);
  portal.setNow(null);
  expect(await seals(back)).toEqual([true, true]);
  expect(await seals(ended)).toEqual([true, true]);
});

test('ranks a recommended medium before similar media', async () => {
  const alike = ['eins', 'zwei', 'drei'].map((identifier) => ({ identifier, fn_titel: 'Queller am Deich', fn_typ: '79' }));
  await portal.store(...alike);
  const first = async () => {
    await portal.follower.catchUp();
    return (await learner.call(catalogue.search, { query: { q: 'Queller' } })).items[0]?.identifier;
  };
  for (const { identifier } of alike) {
    await recommend(identifier);
    expect(await first()).toBe(identifier);
    await unrecommend(identifier);
  }
});
