/** Search for models by everyday words (docs/behaviour/lending.md#devices). */
import { lending } from '@fundus/contract/lending/lending';
import { synonyms } from '@fundus/contract/catalogue/synonyms';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { openPoint, stock } from '../../../testing/lending.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let kim: Caller;
let point: { id: string };
beforeAll(async () => {
  portal.portal.wakeJobs = () => {};
  admin = await portal.as(districtAdmin());
  kim = await portal.as(teacher());
  point = await openPoint(admin);
  const models = {
    'Tablet-Koffer': { maker: 'Apple' },
    Kurzdistanzbeamer: {},
    Ansteckmikrofone: {},
    'Blu-ray-Spieler': {},
    Camcorder: { parts: [{ name: 'Dreibein', count: 1 }] },
    Trickfilmkoffer: {},
  };
  for (const [i, [name, about]] of Object.entries(models).entries())
    await stock(admin, point, [`M-${i}`], { name, maker: '', category: 'Technik', description: '', parts: [], ...about });
});

const find = async (q: string) => (await kim.call(lending.models, { query: { point: point.id, q } })).items.map(({ name }) => name);

test.each([
  ['iPad', ['Tablet-Koffer']],
  ['ipads', ['Tablet-Koffer']],
  ['Tablets', ['Tablet-Koffer']],
  ['Apple iPad', ['Tablet-Koffer']],
  ['Projektor', ['Kurzdistanzbeamer']],
  ['Mikro', ['Ansteckmikrofone']],
  ['DVD-Player', ['Blu-ray-Spieler']],
  ['dvd player', ['Blu-ray-Spieler']],
  ['Videokamera', ['Camcorder']],
  ['Stativ', ['Camcorder']],
  ['Waschmaschine', []],
  ['iPad Stativ', []],
  ['%', []],
])('finds models by "%s"', async (q, names) => {
  expect(await find(q)).toEqual(names);
});

test('applies synonyms of the district immediately', async () => {
  expect(await find('Stop-Motion-Set')).toEqual([]);
  const { id } = await admin.call(synonyms.addSynonyms, { body: { words: ['Stop-Motion-Set', 'Trickfilmkoffer'] } });
  expect(await find('stop-motion-set')).toEqual(['Trickfilmkoffer']);
  await admin.call(synonyms.removeSynonyms, { params: { id } });
  expect(await find('Stop-Motion-Set')).toEqual([]);
});
