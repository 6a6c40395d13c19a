/** Tests the search index in a real OpenSearch node, which `npm test` starts if Java is installed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCHOOL_SYNONYMS } from '@fundus/search/analysis/school-synonyms';
import type { Change, Schema, SearchAnswer, SearchQuery, SearchRecord } from '@fundus/search/api';
import { measure } from '@fundus/search/relevance/measure';
import { changesOf, finderOf, JUDGED_SCHEMA, openEvaluationEngine, smallSet, vocabularyOf } from '@fundus/search/relevance/sets';
import { connect, type Cluster } from './cluster/client.ts';
import { openClusterIndex, type ClusterIndex } from './cluster/cluster-index.ts';

const url = process.env.TEST_SEARCH_URL;
const settingsOf = (prefix: string) => ({ url: `${url}/${prefix}`, user: undefined, password: undefined, ca: undefined });

const schema: Schema = {
  text: { title: { weight: 8, exact: true }, keywords: { weight: 4 }, text: { weight: 1 } },
  values: { subject: { tree: true }, type: {} },
  numbers: { year: {} },
};
type Content = {
  title: string;
  keywords?: string[];
  text?: string;
  subject?: string[];
  type?: string;
  year?: number;
  visible?: string[];
  language?: string;
};
const recordOf = (
  id: string,
  { title, keywords = [], text = '', subject = [], type = 'film', year, visible = ['all'], language = 'de' }: Content,
): SearchRecord => ({
  ...{ id, language, visible },
  text: { title, keywords, text },
  values: { subject, type: [type] },
  numbers: year === undefined ? {} : { year },
});
const CATALOGUE: Record<string, Content> = {
  eruption: {
    title: 'Vulkanausbruch auf Island',
    text: 'Ein Lehrfilm',
    keywords: ['Vulkan', 'Geologie'],
    subject: ['0', '08'],
    year: 2001,
  },
  volcanoes: { title: 'Vulkane', keywords: ['Vulkan'], text: 'Vulkane entstehen über heißem Gestein.', subject: ['08'], year: 2003 },
  water: { title: 'Der Wasserkreislauf', keywords: ['Wasser'], text: 'Vom Regen zum Meer', subject: ['1'], year: 2002 },
  shirt: { title: 'Das T-Shirt und das Wasser', text: 'Baumwolle braucht viel Wasser.', type: 'book' },
  apples: { title: 'Äpfel und Birnen', keywords: ['Obst'], text: 'Im Herbst', type: 'book', year: 2000 },
  photo: { title: 'Photosynthese', text: 'Wie Pflanzen Licht nutzen', subject: ['1'] },
  war: { title: 'Der Zweite Weltkrieg', text: 'Von 1939 bis 1945', keywords: ['Krieg'] },
  own: { title: 'Vulkane: Arbeitsblatt der Schule', visible: ['school:1'] },
  house: { title: 'Houses of London', language: 'en' },
};
const TOPICS = [
  'Magma Lava Geologie Gestein',
  'Zahlen Addition',
  'Musik Noten',
  'Theater Bühne',
  'Sport Ball',
  'Farben Pinsel',
  'Computer Netz',
];
/** Additional records, so that there are enough to learn word similarity. */
const FILLERS = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [
    `filler${i}`,
    { title: `Lehrfilm Teil ${i}`, text: `${TOPICS[i % 7]} ${i % 3}`, type: 'book', year: 1990 + (i % 10) },
  ]),
);
const everything = Object.entries({ ...CATALOGUE, ...FILLERS }).map(([id, content], i): Change => ({
  seq: i + 1,
  id,
  record: recordOf(id, content),
}));
const LAST = everything.length;

const build = async (index: ClusterIndex, changes: readonly Change[]): Promise<void> => {
  await index.renew();
  await index.apply(changes);
  await index.save();
};

describe.skipIf(!url)('search index in a cluster', () => {
  let send: Cluster;
  let index: ClusterIndex;
  const open = (edition = 1) =>
    openClusterIndex(settingsOf('drivers'), {
      schema,
      edition,
      vocabulary: ['Ausbruch'],
      space: undefined,
      synonyms: [
        ['Film', 'Video'],
        ['Obst', 'Früchte'],
      ],
    });
  const search = (q: string, more: Partial<SearchQuery> = {}): Promise<SearchAnswer> => index.search({ q, visible: ['all'], ...more });
  const full = async (q: string, more: Partial<SearchQuery> = {}): Promise<string[]> =>
    (await search(q, more)).hits.flatMap(({ id, partial }) => (partial ? [] : [id]));

  beforeAll(async () => {
    send = connect(settingsOf('drivers'));
    index = await open();
    expect(index.status()).toMatchObject({ seq: 0, cluster: { state: 'ready', built: false } });
    await expect(search('Krieg')).rejects.toMatchObject({ code: 'unavailable' });
    await build(index, everything);
  });
  afterAll(async () => {
    await index.close();
    await send.close();
  });

  test('reports the number of records and the last change', () => {
    expect(index.status()).toMatchObject({ seq: LAST, records: LAST, meaning: true, cluster: { state: 'ready', built: true } });
  });

  test.each([
    ['Aepfel', ['apples']],
    ['Apfel', ['apples']],
    ['Ausbruch', ['eruption']],
    ['fotosynthese', ['photo']],
    ['II. Weltkrieg', ['war']],
    ['2. Weltkrieg', ['war']],
    ['Früchte', ['apples']],
    ['"Vulkanausbruch auf Island"', ['eruption']],
    ['Wasser -Shirt', ['water']],
    ['keywords:Geologie', ['eruption']],
    ['Wasserkreisl*', ['water']],
    ['subject:08 Vulkan -Island', ['volcanoes']],
    ['wie entsteht der Vulkanausbruch', ['eruption']],
    ['house', ['house']],
  ])('finds records for the query: %s', async (q, ids) => {
    expect(await full(q)).toEqual(ids);
  });

  test('ranks titles that equal the query before titles that start with it', async () => {
    expect((await full('Vulkane'))[0]).toBe('volcanoes');
    expect(await full('Wasser')).toEqual(['water', 'shirt']);
  });

  test('corrects typing errors', async () => {
    expect(await search('Vulkanausbrch')).toMatchObject({ total: 1, corrected: 'Vulkanausbruch' });
    expect((await search('Xyzzyx')).corrected).toBeUndefined();
    expect(await search('!?')).toEqual({ total: 0, partialTotal: 0, hits: [] });
  });

  test('fills a short result with partial matches up to fifty hits', async () => {
    const first = await search('Lehrfilm Island', { limit: 10 });
    expect(first.total).toBe(1);
    expect(first.hits.map(({ partial }) => partial)).toEqual([false, ...Array.from({ length: 9 }, () => true)]);
    expect(first.total + first.partialTotal).toBe(50);
    expect((await search('Lehrfilm Island', { offset: 45, limit: 10 })).hits).toHaveLength(5);
    const sorted = await search('Lehrfilm Island', { sort: { number: 'year', order: 'asc' }, limit: 50 });
    expect(sorted.hits).toHaveLength(50);
    expect(sorted.hits[0]).toMatchObject({ id: 'eruption', partial: false });
    const years = sorted.hits.slice(1).map(({ id }) => everything.find((change) => change.id === id)!.record!.numbers.year!);
    expect(years).toEqual(years.toSorted((a, b) => a - b));
  });

  test('finds a word before it is typed completely', async () => {
    expect(await full('vulkanausb', { live: true })).toEqual(['eruption']);
    expect(await full('vulkanausb')).toEqual([]);
  });

  test('restricts hits and counts to visible records that pass the filters', async () => {
    expect(await full('Arbeitsblatt')).toEqual([]);
    expect(await full('Arbeitsblatt', { visible: ['school:1'] })).toEqual(['own']);
    expect(await full('', { filters: { subject: ['0*'] } })).toEqual(['eruption', 'volcanoes']);
    expect(await full('', { filters: { type: ['film'], subject: ['1', '0'] } })).toEqual(['eruption', 'photo', 'water']);
    const counted = { q: 'Wasser', visible: ['all'], filters: { type: ['film'] } };
    expect(await index.facets({ ...counted, field: 'type' })).toEqual([
      { value: 'book', count: 1 },
      { value: 'film', count: 1 },
    ]);
    expect(await index.facets({ ...counted, field: 'subject' })).toEqual([{ value: '1', count: 1 }]);
  });

  test('sorts by title and number without repeating records across pages', async () => {
    expect((await search('', { sort: 'title', limit: 3 })).hits.map(({ id }) => id)).toEqual(['apples', 'shirt', 'water']);
    expect((await search('', { sort: { number: 'year', order: 'desc' }, limit: 2 })).hits.map(({ id }) => id)).toEqual([
      'volcanoes',
      'water',
    ]);
    const pages = await Promise.all([0, 20, 40, 60].map((offset) => search('', { offset, limit: 20 })));
    const ids = pages.flatMap(({ hits }) => hits.map(({ id }) => id));
    expect(new Set(ids).size).toBe(LAST - 1);
    expect(pages[0]!.total).toBe(LAST - 1);
  });

  test('ranks boosted records higher', async () => {
    const boosts = [{ field: 'type', value: 'book', factor: 3 }];
    expect((await search('Wasser', { boosts })).hits[0]!.id).toBe('shirt');
  });

  test('highlights the matching words', async () => {
    const [hit] = (await search('Ausbruch', { highlight: ['title'] })).hits;
    expect(hit!.highlight).toEqual({
      title: [
        { text: 'Vulkanausbruch', mark: true },
        { text: ' auf Island', mark: false },
      ],
    });
  });

  test('suggests titles with their record and keywords with their number of records', async () => {
    const suggest = (q: string) => index.suggest({ q, visible: ['all'], fields: ['title', 'keywords'] });
    expect(await suggest('vulk')).toEqual([
      { text: 'Vulkan', field: 'keywords', count: 2 },
      { text: 'Vulkanausbruch auf Island', field: 'title', count: 1, id: 'eruption' },
      { text: 'Vulkane', field: 'title', count: 1, id: 'volcanoes' },
    ]);
    expect((await suggest('wasserkr')).map(({ text }) => text)).toEqual(['Der Wasserkreislauf']);
    expect(await suggest('arbeits')).toEqual([]);
  });

  test('finds similar records', async () => {
    const similar = await index.similar({ id: 'eruption', visible: ['all'], limit: 5 });
    expect(similar.map(({ id }) => id)).toContain('volcanoes');
  });

  test('finds records with a similar meaning', async () => {
    const meant = await index.semantic({ q: 'Magma', visible: ['all'], filters: { type: ['film'] } });
    expect(meant).toMatchObject({ meaning: true, total: meant.hits.length });
    expect(meant.hits.map(({ id }) => id)).toContain('eruption');
    const words = await index.semantic({ q: 'Vulkane Xyzzyx', visible: ['all'] });
    expect(words.words).toEqual(['Vulkane']);
    const [{ value, count }] = (await index.facets({ q: 'Magma', visible: ['all'], field: 'type', semantic: true })) as [
      { value: string; count: number },
    ];
    expect((await index.semantic({ q: 'Magma', visible: ['all'], filters: { type: [value] } })).total).toBe(count);
  });

  test('rejects unknown fields and pages beyond the limit', async () => {
    for (const bad of [{ offset: 10_001 }, { limit: 1_001 }, { filters: { nothing: ['x'] } }, { highlight: ['nothing'] }])
      await expect(search('', bad)).rejects.toMatchObject({ code: 'bad_query' });
    await expect(index.facets({ q: '', visible: ['all'], field: 'nothing' })).rejects.toMatchObject({ code: 'bad_query' });
  });

  test('lists identifiers in order', async () => {
    expect(await index.ids({ after: 'shirt', limit: 2 })).toEqual(['volcanoes', 'war']);
  });

  test('lists missing and differing records', async () => {
    const [first, second] = [everything[0]!.record!, everything[1]!.record!];
    expect(await index.compare({ records: [first, { ...second, visible: ['x'] }, { ...second, id: 'new' }] })).toEqual({
      missing: ['new'],
      differing: ['volcanoes'],
    });
  });

  test('applies concurrent changes of two processes once', async () => {
    const other = await open();
    const changed = recordOf('apples', { title: 'Quittengelee' });
    const changes = [
      { seq: LAST + 1, id: 'apples', record: changed },
      { seq: LAST + 2, id: 'house', record: null },
    ];
    await Promise.all([index.apply(changes), other.apply(changes)]);
    for (const each of [index, other]) {
      expect(each.status()).toMatchObject({ seq: LAST + 2, records: LAST - 1 });
      expect((await each.search({ q: 'Quittengelee', visible: ['all'] })).total).toBe(1);
    }
    const { _source } = await send.send<{ _source: object }>((to) => to.get({ index: 'drivers-state', id: 'current' }));
    await send.send((to) => to.index({ index: 'drivers-state', id: 'current', body: { ..._source, seq: 1 } as never }));
    await other.apply([{ seq: 2, id: 'apples', record: everything[4]!.record }]);
    expect((await other.search({ q: 'Quittengelee', visible: ['all'] })).total).toBe(1);
    await other.close();
    await index.apply([{ seq: LAST + 2, id: 'house', record: null }]);
  });

  test('stops indexing after a failed batch until it is applied again', async () => {
    const broken = { seq: LAST + 3, id: 'apples', record: { ...everything[4]!.record!, text: undefined as never } };
    const next = { seq: LAST + 4, id: 'house', record: recordOf('house', { title: 'Houses of London', language: 'en' }) };
    const results = await Promise.allSettled([index.apply([broken]), index.apply([next])]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(index.status().records).toBe(LAST - 1);
    await index.apply([next]);
    expect(index.status()).toMatchObject({ seq: LAST + 4, records: LAST });
  });

  test('applies new synonyms without returning wrong results in the meantime', async () => {
    expect(await full('Feuerberg')).toEqual([]);
    index.setSynonyms([['Feuerberg', 'Vulkan']], [['Aquifer', 'Wasser']]);
    const meanwhile = await Promise.allSettled(Array.from({ length: 20 }, () => full('Island')));
    for (const each of meanwhile)
      if (each.status === 'fulfilled') expect(each.value).toEqual(['eruption']);
      else expect(each.reason).toMatchObject({ code: 'unavailable' });
    await expect.poll(() => full('Feuerberge')).toEqual(expect.arrayContaining(['eruption', 'volcanoes']));
    expect(await full('Aquifer')).toEqual(['water', 'shirt']);
  });

  test('remains searchable while the index is read-only', async () => {
    const block = (value: boolean | null) =>
      send.send((to) => to.indices.putSettings({ index: 'drivers-media', body: { index: { blocks: { write: value } } } as never }));
    await block(true);
    // A write that began before the block may still succeed and reset the state.
    await expect
      .poll(async () => {
        await expect(index.apply([{ seq: LAST + 5, id: 'photo', record: null }])).rejects.toMatchObject({ code: 'unavailable' });
        return index.status().cluster.state;
      })
      .toBe('read_only');
    expect(await full('Photosynthese')).toEqual(['photo']);
    await block(null);
    await index.apply([{ seq: LAST + 5, id: 'photo', record: null }]);
    expect(index.status()).toMatchObject({ seq: LAST + 5, cluster: { state: 'ready' } });
  });

  test('serves the old version until the new one is saved', async () => {
    const next = await open(2);
    expect(next.status().seq).toBe(0);
    await next.renew();
    await next.apply(everything.slice(0, 5));
    const [before] = await Promise.all([search(''), next.save()]);
    expect(before.total).toBeGreaterThan(50);
    expect(next.status()).toMatchObject({ seq: 5, records: 5 });
    await send.send((to) => to.indices.delete({ index: 'drivers-media-*' }));
    await expect(next.search({ q: '', visible: ['all'] })).rejects.toMatchObject({ code: 'unavailable' });
    expect(next.status().cluster.built).toBe(false);
    await next.close();
  });

  test('finds records by vectors that are supplied after the index was built', async () => {
    const supplied = await openClusterIndex(settingsOf('supplied'), { schema, edition: 1, vocabulary: [], space: 'model' });
    await build(supplied, everything.slice(0, 3));
    expect(supplied.status().meaning).toBe(false);
    const vector = { space: 'model', values: Float32Array.from([1, 0, 0, 0]) };
    await supplied.apply([{ seq: 4, id: 'eruption', record: { ...everything[0]!.record!, vector } }]);
    const found = await supplied.semantic({ q: 'Unbekanntes', visible: ['all'], vector: vector.values });
    expect(found).toMatchObject({ meaning: true, total: 1, hits: [{ id: 'eruption' }] });
    expect(found.hits[0]!.similarity).toBeCloseTo(1);
    await supplied.close();
  });

  test('ranks judged searches almost as well as the built-in engine', async () => {
    const { records, judged } = smallSet();
    const engine = await openEvaluationEngine(records);
    const judgedIndex = await openClusterIndex(settingsOf('judged'), {
      ...{ schema: JUDGED_SCHEMA, edition: 1, vocabulary: vocabularyOf(records), space: undefined, synonyms: SCHOOL_SYNONYMS },
    });
    await build(judgedIndex, changesOf(records));
    const [own, cluster] = [await measure(finderOf(engine), judged), await measure(finderOf(judgedIndex), judged)];
    expect(cluster.recall).toBeGreaterThan(0.95 * own.recall);
    expect(cluster.mrr).toBeGreaterThan(0.95 * own.mrr);
    await Promise.all([engine.close(), judgedIndex.close()]);
  });
});

test('reports an unreachable cluster as unavailable', async () => {
  const away = await openClusterIndex(
    { url: 'http://127.0.0.1:9/none', user: undefined, password: undefined, ca: undefined },
    { schema, edition: 1, vocabulary: [], space: undefined },
  );
  expect(away.status()).toMatchObject({ seq: 0, cluster: { state: 'away', built: false } });
  expect(await away.reach()).toBe(false);
  await expect(away.search({ q: 'Krieg', visible: ['all'] })).rejects.toMatchObject({ code: 'unavailable' });
  await away.close();
});
