/** Search for models by everyday words (docs/behaviour/lending.md#devices). */
import { lending } from '@fundus/contract/lending/lending';
import { synonyms } from '@fundus/contract/catalogue/synonyms';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { openPoint, stock } from '../../../testing/lending.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { newId } from '../../../db/new-id.ts';

const portal = usePortal({ GeraeteVerleih: true, Verleih: true });
let admin: Caller;
let kim: Caller;
let point: { id: string };
beforeAll(async () => {
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

test('applies new synonyms of the district immediately', async () => {
  expect(await find('Stop-Motion-Set')).toEqual([]);
  const { id } = await admin.call(synonyms.addSynonyms, { body: { words: ['Stop-Motion-Set', 'Trickfilmkoffer'] } });
  expect(await find('stop-motion-set')).toEqual(['Trickfilmkoffer']);
  await admin.call(synonyms.removeSynonyms, { params: { id } });
  expect(await find('Stop-Motion-Set')).toEqual([]);
});

test('sorts models with a picture before other models', async () => {
  const shown = await openPoint(admin, { name: 'Bilder' });
  await portal.store({ identifier: 'disc-1', fn_titel: 'Der Lauf der Zeit', fn_typ: '46', fn_nr: '4600123' });
  await stock(admin, shown, ['B-1'], { name: 'Ohne Bild', category: 'A' });
  const { model: disc } = await stock(admin, shown, ['B-2'], { name: 'Der Lauf der Zeit', category: 'B', identifier: 'disc-1' });
  const { model: pictured } = await stock(admin, shown, ['B-3'], { name: 'Kamera', category: 'C' });
  await portal.portal.db
    .insertInto('device_picture')
    .values({ id: newId(), model_id: pictured.id, alt: 'Kamera', width: 480, height: 320, place: 1, added_at: new Date() })
    .execute();
  const listed = async (order: 'picture' | 'category') =>
    (await kim.call(lending.models, { query: { point: shown.id, order } })).items.map(({ name }) => name);
  expect(await listed('picture')).toEqual(['Kamera', 'Der Lauf der Zeit', 'Ohne Bild']);
  expect(await listed('category')).toEqual(['Ohne Bild', 'Der Lauf der Zeit', 'Kamera']);
  expect((await kim.call(lending.model, { params: { id: disc.id } })).medium_number).toBe('4600123');
});
