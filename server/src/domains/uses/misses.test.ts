/**
 * Searches without results, which are counted per person and month and shown if at least five people made them
 * (docs/behaviour/uses.md#searches-that-find-nothing).
 */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { schools, type School } from '@fundus/contract/schools/schools';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { districtAdmin, pupil, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { addMonth, addUse } from './repository.ts';

const portal = usePortal({ ShowAnalytics: true });
let kreis: Caller;
beforeAll(async () => {
  kreis = await portal.as(districtAdmin());
  await portal.store({ identifier: 'm-1', fn_titel: 'Vulkane der Erde', fn_typ: '49', licences: [{ scope: 'free' }] });
});

const db = () => portal.portal.db;
const addSchool = (): Promise<School> => kreis.call(schools.create, { body: { name: `Schule ${newId()}`, number: newId().slice(-8) } });
const someone = (school: School, kind = teacher) => portal.as(kind({ school_id: school.id }));
const seek = (who: Caller, q: string, more = {}) => who.call(catalogue.search, { query: { q, ...more } });
const missedOf = async (school: School) => (await kreis.call(schools.numbers, { params: { id: school.id } })).missed;
const missedOfDistrict = async () => (await kreis.call(schools.districtNumbers)).missed;
const rowsOf = (school: School) =>
  db().selectFrom('search_miss').select(['people', 'words']).where('school_id', '=', school.id).orderBy('people').execute();

test('stores the words of a failed search after the fifth person in the district', async () => {
  const [large, small] = [await addSchool(), await addSchool()];
  const four = await Promise.all([teacher, teacher, pupil, pupil].map((kind) => someone(large, kind)));
  for (const who of four) await seek(who, 'Xylophonkonzert');
  // The same person searches again with another spelling and in another scope.
  await seek(four[0]!, ' XYLOPHONKONZERT ');
  await four[0]!.call(catalogue.catalogueSearch, { query: { q: 'Xylophonkonzert' } });
  expect(await rowsOf(large)).toEqual([{ people: 4, words: null }]);
  expect(JSON.stringify(await db().selectFrom('search_miss').selectAll().execute())).not.toMatch(/xylophon/i);

  await seek(await someone(small), 'Xylophonkonzert');
  expect(await rowsOf(small)).toEqual([{ people: 1, words: 'xylophonkonzert' }]);
  // Each school has fewer than five people, but the district has five.
  expect([await missedOf(large), await missedOf(small)]).toEqual([[], []]);
  expect(await missedOfDistrict()).toEqual([{ words: 'xylophonkonzert', people: 5 }]);

  await seek(await someone(large), 'Xylophonkonzert');
  expect(await missedOf(large)).toEqual([{ words: 'xylophonkonzert', people: 5 }]);
  // A total of six would reveal the single person of the small school.
  expect(await missedOfDistrict()).toEqual([{ words: 'xylophonkonzert', people: 5 }]);

  await kreis.call(schools.merge, { params: { id: small.id }, body: { version: small.version, into: large.id } });
  expect([await rowsOf(small), await missedOf(large)]).toEqual([[], [{ words: 'xylophonkonzert', people: 6 }]]);
});

test('ignores searches that succeed with another spelling or fewer filters', async () => {
  const school = await addSchool();
  const who = await someone(school);
  await seek(who, 'Vulkanee der Erdde');
  await seek(who, 'Vulkane', { filter_fn_typ: '29' });
  await seek(who, '"Erde Vulkane"');
  await seek(who, 'a'.repeat(61));
  expect(await rowsOf(school)).toEqual([]);
  await seek(who, 'Xylophonkonzert', { filter_fn_typ: '29' });
  await seek(who, '"Brettspiele"');
  expect(await rowsOf(school)).toEqual([
    { people: 1, words: expect.anything() },
    { people: 1, words: null },
  ]);
});

test('prevents deriving figures of fewer than five people by subtraction', async () => {
  await db().deleteFrom('media_use').execute();
  await db().deleteFrom('search_miss').execute();
  const month = portal.portal.now().toISOString().slice(0, 7);
  const counted = async (people: number) => {
    const { id: school_id } = await addSchool();
    await addMonth(db(), { school_id, month, people });
    await addUse(db(), { school_id, month, identifier: 'm-1', uses: people * 2, people });
  };
  const shown = async () => {
    const { months, top } = await kreis.call(schools.districtNumbers);
    return [months.at(-1)!.uses, top[0]?.uses];
  };
  await counted(3);
  expect(await shown()).toEqual([null, undefined]);
  await counted(6);
  expect(await shown()).toEqual([12, 12]);
  await counted(2);
  expect(await shown()).toEqual([22, 22]);
  const { body } = await kreis.call(schools.districtNumbersFile, { query: { lang: 'de' } });
  expect(body).toContain(`"Genutzte Medien im Monat";"${month}";22`);
  expect(body).toContain('"Am meisten genutzt";"Vulkane der Erde";22');
});
