/** What every driver of the index promises, asked of both on the same records; the cluster is a real one where there is Java. */
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change, Engine, SearchQuery, SearchRecord } from '@fundus/search/api';
import { openEngine } from '@fundus/search/engine';
import { content, query, schema, suggestion, synonymGroups as synonyms, vocabulary } from '@fundus/search/testing/oracle-sets';
import { connect, type Client } from './cluster/client.ts';
import { openClusterIndex } from './cluster/cluster-index.ts';
import type { SearchIndex } from './search-index.ts';

const url = process.env.TEST_SEARCH_URL;

/** The same always. */
const sample = <T>(of: fc.Arbitrary<T>, count: number): T[] => fc.sample(of, { numRuns: count, seed: 4_711 });

describe.skipIf(!url)('a cluster answers as the own engine does', () => {
  const settings = { url: `${url}/drivers`, user: undefined, password: undefined, ca: undefined };
  const open = (edition = 1) => openClusterIndex(settings, { schema, edition, vocabulary, space: undefined, folder: tmpdir(), synonyms });
  const records = sample(content, 220).map((each, i) => ({ id: `r${i}`, ...each }) as SearchRecord);
  const everything: Change[] = records.map((each, i) => ({ seq: i + 1, id: each.id, record: each }));
  let send: Client;
  let cluster: SearchIndex;
  let own: Engine;

  beforeAll(async () => {
    send = connect(settings);
    cluster = await open();
    own = await openEngine({ schema, vocabulary, synonyms });
    expect(cluster.status()).toMatchObject({ seq: 0, cluster: { state: 'ready', built: false } });
    await expect(cluster.search({ q: 'Krieg', visible: ['all'] })).rejects.toMatchObject({ code: 'unavailable' });
    await cluster.renew();
    await cluster.apply(everything);
    await cluster.save();
    await own.apply(everything);
    // The node of the tests has k-NN.
    const { _source } = await send.ask<{ _source: { near: number } }>('GET', '/drivers-state/_doc/current');
    expect(_source.near).toBeGreaterThan(0);
  });
  afterAll(async () => {
    await cluster.close();
    await own.close();
    send.close();
  });

  test('the same records are found, in the same order, and counted', async () => {
    const different: unknown[] = [];
    let inOrder = 0;
    const asked = sample(query, 45);
    const compare = async (each: SearchQuery): Promise<void> => {
      const all = { ...each, offset: 0, limit: 300, highlight: ['title'] };
      const [a, b] = await Promise.all([own.search(all), cluster.search(all)]);
      const setOf = ({ total, hits }: typeof a): unknown => [
        total,
        hits
          .filter((hit) => !hit.partial)
          .map(({ id }) => id)
          .sort(),
      ];
      if (JSON.stringify(setOf(a)) !== JSON.stringify(setOf(b))) different.push([each, setOf(a), setOf(b)]);
      const orderOf = ({ hits }: typeof a): string => JSON.stringify(hits.slice(0, 24).map(({ id, highlight }) => [id, highlight]));
      if (orderOf(a) === orderOf(b)) inOrder++;
      else if (each.sort === 'title' && a.partialTotal === 0) different.push([each, orderOf(a), orderOf(b)]);
      for (const field of a.total > 0 ? ['subject', 'type'] : []) {
        const [x, y] = await Promise.all([own.facets({ ...each, field }), cluster.facets({ ...each, field })]);
        if (JSON.stringify(x) !== JSON.stringify(y)) different.push([each, field, x, y]);
      }
    };
    // The index is written meanwhile, so that what is remembered of its words is given up while questions are under way.
    let asking = true;
    const writing = (async () => {
      while (asking) await cluster.apply([{ seq: 0, id: 'nobody', record: null }]);
    })();
    try {
      for (let from = 0; from < asked.length; from += 4) await Promise.all(asked.slice(from, from + 4).map(compare));
    } finally {
      asking = false;
      await writing;
    }
    expect(different).toEqual([]);
    // What is known of a word by its beginning alone, or of several words together, is weighed more roughly.
    expect(inOrder / asked.length).toBeGreaterThan(0.9);
  });

  test('completions, similar records and meaning are the same, and what nobody may ask is refused', async () => {
    for (const each of sample(suggestion, 25)) expect(await cluster.suggest(each)).toEqual(await own.suggest(each));
    const similar = { id: 'r7', visible: ['all', 'school:1'], limit: 5 };
    expect((await cluster.similar(similar)).map(({ id }) => id)).toEqual((await own.similar(similar)).map(({ id }) => id));
    const meant = { q: 'Photosynthese Apfel', visible: ['all'], limit: 10 };
    const [a, b] = await Promise.all([own.semantic(meant), cluster.semantic(meant)]);
    expect(b.hits.slice(0, 3).map(({ id }) => id)).toEqual(a.hits.slice(0, 3).map(({ id }) => id));
    const paged = { q: '', visible: ['all'], sort: 'title' as const, offset: 50, limit: 5 };
    expect((await cluster.search(paged)).hits.map(({ id }) => id)).toEqual((await own.search(paged)).hits.map(({ id }) => id));
    await expect(cluster.search({ q: '', visible: ['all'], offset: 10_001 })).rejects.toMatchObject({ code: 'bad_query' });
    await expect(cluster.facets({ q: '', visible: ['all'], field: 'nothing' })).rejects.toMatchObject({ code: 'bad_query' });
    expect(await cluster.ids({ after: 'r98', limit: 3 })).toEqual(['r99']);
    expect(
      await cluster.compare({ records: [records[0]!, { ...records[1]!, visible: ['nobody'] }, { ...records[2]!, id: 'new' }] }),
    ).toEqual({
      missing: ['new'],
      differing: ['r1'],
    });
  });

  test('changes are taken in once and in their order, by one of two processes', async () => {
    const other = await open();
    expect(other.status().seq).toBe(220);
    const changed = { ...records[0]!, text: { title: 'Vulkanausbruch', keywords: [], text: '' }, visible: ['all'] };
    const changes = [
      { seq: 221, id: 'r0', record: changed },
      { seq: 222, id: 'r1', record: null },
    ];
    await Promise.all([cluster.apply(changes), other.apply(changes)]);
    for (const each of [cluster, other]) {
      expect(each.status()).toMatchObject({ seq: 222, records: 219 });
      expect((await each.search({ q: 'Vulkanausbrch', visible: ['all'] })).hits.map(({ id }) => id)).toEqual(['r0']);
    }
    // Whoever is late changes nothing.
    await send.ask('PUT', '/drivers-state/_doc/current', {
      ...(await send.ask<{ _source: object }>('GET', '/drivers-state/_doc/current'))._source,
      seq: 200,
    });
    await other.apply([{ seq: 210, id: 'r0', record: records[0]! }]);
    expect((await other.search({ q: 'Vulkanausbruch', visible: ['all'] })).total).toBe(1);
    await other.close();
    // What follows changes that fail is not taken in either, until it is handed over again.
    const broken = { ...records[0]!, text: undefined as never };
    const next = { seq: 224, id: 'r1', record: records[1]! };
    const results = await Promise.allSettled([cluster.apply([{ seq: 223, id: 'r0', record: broken }]), cluster.apply([next])]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(cluster.status()).toMatchObject({ records: 219 });
    await Promise.all([cluster.apply([{ seq: 223, id: 'r0', record: changed }]), cluster.apply([next])]);
    expect(cluster.status()).toMatchObject({ seq: 224, records: 220 });
    await cluster.apply([{ seq: 225, id: 'r1', record: null }]);
  });

  test('an index that may not be written is searched, an old one is replaced without a gap, and one that is gone is said to be', async () => {
    // By hand, and as the cluster itself does where its disk is full.
    for (const block of ['write', 'read_only_allow_delete']) {
      await send.ask('PUT', '/drivers-media/_settings', { index: { blocks: { [block]: true } } });
      const changed = cluster.apply([{ seq: 300, id: 'r2', record: records[3]! }]);
      await expect(changed).rejects.toMatchObject({ code: 'unavailable' });
      expect(cluster.status().cluster).toMatchObject({ state: 'read_only' });
      expect((await cluster.search({ q: 'Vulkanausbruch', visible: ['all'] })).total).toBe(1);
      await send.ask('PUT', '/drivers-media/_settings', { index: { blocks: { [block]: null } } });
    }
    await cluster.apply([{ seq: 300, id: 'r2', record: null }]);
    expect(cluster.status()).toMatchObject({ seq: 300, cluster: { state: 'ready' } });

    const next = await open(2);
    expect(next.status().seq).toBe(0);
    await next.renew();
    await next.apply(everything.slice(0, 10));
    const [before] = await Promise.all([cluster.search({ q: '', visible: ['all', 'school:1', 'school:2'] }), next.save()]);
    expect(before.total).toBeGreaterThan(100);
    expect(next.status()).toMatchObject({ seq: 10, records: 10 });
    // A process of the version before finds the new one until it looks again, and then says that its own is being built.
    expect((await next.search({ q: '', visible: ['all', 'school:1', 'school:2'] })).total).toBeLessThan(11);
    await send.ask('DELETE', '/drivers-media-*');
    await expect(next.search({ q: '', visible: ['all'] })).rejects.toMatchObject({ code: 'unavailable' });
    expect(next.status().cluster?.built).toBe(false);
    await next.close();
  });
});

test('a cluster that is not there is said to be away', async () => {
  const away = await openClusterIndex(
    { url: 'http://127.0.0.1:9/none', user: undefined, password: undefined, ca: undefined },
    { schema, edition: 1, vocabulary, space: undefined, folder: tmpdir() },
  );
  expect(away.status()).toMatchObject({ seq: 0, cluster: { state: 'away', built: false } });
  expect(await away.reach()).toBe(false);
  await expect(away.search({ q: 'Krieg', visible: ['all'] })).rejects.toMatchObject({ code: 'unavailable' });
  await away.close();
});
