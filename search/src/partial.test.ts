/** Tests that short lists of hits are completed with partial matches (docs/behaviour/search.md#words). */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine, Schema, SearchRecord } from './api.ts';
import { openEngine } from './engine.ts';

const schema: Schema = {
  text: { title: { weight: 8, exact: true }, text: { weight: 2 } },
  values: { type: {} },
  numbers: { year: {} },
};

const record = (id: string, title: string, text: string, i: number): SearchRecord => ({
  id,
  language: 'de',
  text: { title, text },
  values: { type: [i % 2 === 0 ? 'film' : 'sheet'] },
  numbers: { year: 2000 + (i % 20) },
  visible: ['all'],
});

/** Three records with both words, forty with only one of them, sixty about eruptions with neither, and unrelated records. */
const records: SearchRecord[] = [
  ...Array.from({ length: 3 }, (_, i) => record(`both-${i}`, 'Vulkan und Insel', 'Lava am Krater', i)),
  ...Array.from({ length: 40 }, (_, i) => record(`vulkan-${i}`, 'Vulkan', `Lava, Magma und Krater, Ausbruch ${i}`, i)),
  ...Array.from({ length: 40 }, (_, i) => record(`insel-${i}`, 'Insel', `Strand, Meer und Hafen, Reise ${i}`, i)),
  ...Array.from({ length: 60 }, (_, i) => record(`lava-${i}`, 'Magma und Krater', `Lava, Ausbruch, Asche ${i}`, i)),
  ...Array.from({ length: 340 }, (_, i) => record(`noise-${i}`, 'Geige und Konzert', `Orchester, Noten, Klavier ${i}`, i)),
];
const changes = records.map((each, i) => ({ seq: i + 1, id: each.id, record: each }));
const idsOf = (hits: readonly { id: string }[]): string[] => hits.map((hit) => hit.id);
const visible = ['all'];

/** Records with a word, a word of its family, a compound of it, and unrelated words with the same beginning. */
const kin: SearchRecord[] = [
  ...Array.from({ length: 5 }, (_, i) => record(`word-${i}`, 'Heizen in der Marsch', 'Deiche', i)),
  record('family', 'Heizung für die Marsch', 'Deiche', 1),
  record('stranger', 'Heide und Marsch', 'Deiche', 2),
  record('part', 'Feuerwehr', 'Deiche', 3),
];

let words: Engine;
let learned: Engine;
beforeAll(async () => {
  // An engine with supplied vectors trains no model, so that only words are compared.
  words = await openEngine({ schema, space: 'none' });
  learned = await openEngine({ schema });
  for (const engine of [words, learned]) await engine.apply(changes);
});

it('ranks records with related stems last', async () => {
  const engine = await openEngine({ schema, space: 'none', vocabulary: ['Feuerwehr', 'Auto'] });
  await engine.apply(kin.map((each, i) => ({ seq: i + 1, id: each.id, record: each })));
  const of = async (q: string) => engine.search({ q, visible, limit: 100 });
  const { total, hits } = await of('heizen Hamster');
  expect(total).toBe(0);
  expect(idsOf(hits)).toEqual(['word-0', 'word-1', 'word-2', 'word-3', 'word-4', 'family']);
  expect(idsOf((await of('Feuerwehrauto Marsch')).hits)).toContain('part');
  expect((await of('heizen')).total).toBe(5);
  await engine.close();
});

describe.each([
  ['by words only', () => words],
  ['by words and meaning', () => learned],
])('partial matches %s', (_, engine) => {
  it('fill a list up to fifty hits after the full matches', async () => {
    const { total, partialTotal, hits } = await engine().search({ q: 'Vulkan Insel', visible, limit: 100 });
    expect([total, partialTotal]).toEqual([3, 47]);
    expect(idsOf(hits.slice(0, 3))).toEqual(['both-0', 'both-1', 'both-2']);
    expect(hits.map((hit) => hit.partial)).toEqual([...Array.from({ length: 3 }, () => false), ...Array.from({ length: 47 }, () => true)]);
    expect(new Set(idsOf(hits)).size).toBe(50);
  });

  it('do not extend a list of fifty full matches', async () => {
    const { total, partialTotal } = await engine().search({ q: 'Lava', visible });
    expect([total, partialTotal]).toEqual([103, 0]);
  });

  it('keep pages consistent across the end of the full matches', async () => {
    const whole = idsOf((await engine().search({ q: 'Vulkan Insel', visible, limit: 100 })).hits);
    const pages = await Promise.all([0, 2, 20, 45].map((offset) => engine().search({ q: 'Vulkan Insel', visible, offset, limit: 10 })));
    expect(pages.map(({ hits }) => idsOf(hits))).toEqual([0, 2, 20, 45].map((offset) => whole.slice(offset, offset + 10)));
  });

  it('include only records that pass the filters', async () => {
    const { hits } = await engine().search({ q: 'Vulkan Insel', visible, filters: { type: ['film'] }, limit: 100 });
    expect(hits).toHaveLength(42);
    expect(hits.every(({ id }) => Number(id.split('-')[1]) % 2 === 0)).toBe(true);
  });

  it('count in facets only if there are no full matches', async () => {
    const q = 'Vulkan Hafen';
    const { total, partialTotal, hits } = await engine().search({ q, visible, limit: 100 });
    expect([total, partialTotal]).toEqual([0, 50]);
    const films = hits.filter(({ id }) => Number(id.split('-')[1]) % 2 === 0).length;
    const expected = [
      { value: 'film', count: films },
      { value: 'sheet', count: 50 - films },
    ].sort((a, b) => b.count - a.count);
    expect(await engine().facets({ q, visible, field: 'type' })).toEqual(expected);
    expect(await engine().facets({ q: 'Vulkan Insel', visible, field: 'type' })).toEqual([
      { value: 'film', count: 2 },
      { value: 'sheet', count: 1 },
    ]);
  });

  it('include the same records for every order and boost', async () => {
    const asked = { q: 'Vulkan Insel', visible, limit: 100 };
    const chosen = idsOf((await engine().search(asked)).hits).toSorted();
    const newest = (await engine().search({ ...asked, sort: { number: 'year', order: 'desc' } })).hits;
    expect(idsOf(newest).toSorted()).toEqual(chosen);
    const years = idsOf(newest.filter((hit) => hit.partial)).map((id) => records.find((each) => each.id === id)!.numbers.year!);
    expect(years).toEqual(years.toSorted((a, b) => b - a));
    const boosted = (await engine().search({ ...asked, boosts: [{ field: 'type', value: 'sheet', factor: 100 }] })).hits;
    expect(idsOf(boosted).toSorted()).toEqual(chosen);
    const sheets = boosted.filter((hit) => hit.partial).map(({ id }) => Number(id.split('-')[1]) % 2);
    expect(sheets).toEqual(sheets.toSorted((a, b) => b - a));
    expect(idsOf((await engine().search({ ...asked, sort: 'title' })).hits).toSorted()).toEqual(chosen);
  });

  it('are omitted if every word is required', async () => {
    for (const q of ['"Vulkan und Insel"', 'title:Vulkan title:Hafen', 'Insel* Hafe*'])
      expect([q, (await engine().search({ q, visible })).partialTotal]).toEqual([q, 0]);
    const excluded = await engine().search({ q: 'Vulkan Insel -Strand', visible, limit: 100 });
    expect(idsOf(excluded.hits).some((id) => id.startsWith('insel'))).toBe(false);
  });
});

it('adds to a single-word query only records of similar meaning', async () => {
  const asked = { q: 'Vulkan', visible, limit: 100 };
  expect(await words.search(asked)).toMatchObject({ total: 43, partialTotal: 0 });
  const { total, partialTotal, hits } = await learned.search(asked);
  expect([total, partialTotal]).toEqual([43, 7]);
  expect(idsOf(hits.slice(43)).every((id) => id.startsWith('lava'))).toBe(true);
});

it('finds nothing for an unknown word', async () => {
  expect(await learned.search({ q: 'Xylophonqualm', visible })).toMatchObject({ total: 0, partialTotal: 0, hits: [] });
});
