import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change, Engine, OpenOptions, Schema } from './api.ts';
import { SearchError } from './api.ts';
import { openEngine } from './engine.ts';
import { openPool } from './pool.ts';

const schema: Schema = {
  text: { title: { weight: 10, exact: true }, text: { weight: 1 } },
  values: { subject: { tree: true } },
  numbers: { year: {} },
};

function change(seq: number, id: string, title: string, subject = '080'): Change {
  return {
    seq,
    id,
    record: { id, text: { title, text: 'Ein Film' }, values: { subject: [subject] }, numbers: { year: seq }, visible: ['all'] },
  };
}

// Starting threads can take long on a busy machine.

const open: Engine[] = [];
let folder: string;

async function start(opening: (options: OpenOptions) => Promise<Engine>, more: Partial<OpenOptions> = {}): Promise<Engine> {
  const engine = await opening({ schema, ...more });
  open.push(engine);
  return engine;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'search-'));
});

afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
  rmSync(folder, { recursive: true });
});

describe.each([
  ['in this thread', openEngine],
  ['in threads', openPool],
])('engine %s', (_, opening) => {
  it('returns a change once it is applied', async () => {
    const engine = await start(opening, { workers: 2 });
    const titles = async (q: string): Promise<string[]> => (await engine.search({ q, visible: ['all'] })).hits.map((hit) => hit.id);
    await engine.apply([change(1, 'a', 'Vulkane'), change(2, 'b', 'Erdbeben')]);
    expect(await titles('vulkan')).toEqual(['a']);
    await engine.apply([change(3, 'a', 'Gletscher'), { seq: 4, id: 'b', record: null }]);
    expect(await titles('vulkan')).toEqual([]);
    expect(await titles('gletscher')).toEqual(['a']);
    expect(await titles('erdbeben')).toEqual([]);
    expect(engine.status()).toMatchObject({ seq: 4, records: 1 });
    expect(await engine.facets({ q: '', visible: ['all'], field: 'subject' })).toEqual([{ value: '080', count: 1 }]);
  });

  it('applies batches atomically', async () => {
    const engine = await start(opening, { workers: 1 });
    const seen: number[] = [];
    const pieces = async function* (): AsyncGenerator<Change[]> {
      yield [change(1, 'c', 'Vulkane'), change(2, 'a', 'Vulkane'), change(3, 'd', 'Vulkane')];
      seen.push(engine.status().records);
      yield [change(4, 'b', 'Vulkane'), change(5, 'a', 'Gletscher')];
      seen.push(engine.status().records);
      yield [{ seq: 6, id: 'd', record: null }];
    };
    await engine.apply(pieces());
    expect(seen).toEqual([0, 0]);
    expect((await engine.search({ q: 'vulkan', visible: ['all'], sort: 'title' })).hits.map((hit) => hit.id)).toEqual(['b', 'c']);
    expect((await engine.search({ q: 'gletscher', visible: ['all'] })).hits.map((hit) => hit.id)).toEqual(['a']);
    expect(engine.status()).toMatchObject({ seq: 6, records: 3 });
  });

  it('applies no change of an interrupted batch', async () => {
    const engine = await start(opening, { workers: 1 });
    const pieces = async function* (): AsyncGenerator<Change[]> {
      yield [change(1, 'a', 'Vulkane')];
      throw new Error('the database is away');
    };
    await expect(engine.apply(pieces())).rejects.toThrow('the database is away');
    expect(engine.status()).toMatchObject({ seq: 0, records: 0 });
  });

  it('rejects changes until failed changes are resent', async () => {
    const engine = await start(opening, { workers: 1 });
    const broken = { seq: 2, id: 'b', record: { ...change(2, 'b', 'Vulkane').record!, visible: undefined as never } };
    const [first, ...others] = await Promise.allSettled([
      engine.apply([change(1, 'a', 'Vulkane')]),
      engine.apply([broken]),
      engine.apply([change(3, 'c', 'Vulkane')]),
    ]);
    expect([first.status, ...others.map(({ status }) => status)]).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(engine.status()).toMatchObject({ seq: 1, records: 1 });
    await Promise.all([engine.apply([change(2, 'b', 'Vulkane')]), engine.apply([change(3, 'c', 'Vulkane')])]);
    expect(engine.status()).toMatchObject({ seq: 3, records: 3 });
  });

  it('executes repeated queries on the current index', async () => {
    const engine = await start(opening, { workers: 1 });
    const ask = async (): Promise<string[]> => (await engine.search({ q: 'feuerberg', visible: ['all'] })).hits.map((hit) => hit.id);
    await engine.apply([change(1, 'a', 'Vulkane')]);
    expect([await ask(), await ask()]).toEqual([[], []]);
    engine.setSynonyms([['Feuerberg', 'Vulkan']]);
    expect([await ask(), await ask()]).toEqual([['a'], ['a']]);
    await engine.apply([change(2, 'b', 'Vulkane')]);
    expect([await ask(), await ask()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('restores the index from a snapshot', async () => {
    const snapshot = join(folder, 'index');
    const first = await start(opening, { snapshot });
    await first.apply([change(1, 'a', 'Vulkane'), change(2, 'b', 'Erdbeben')]);
    await first.apply([change(3, 'c', 'Vulkane der Eifel')]);
    await first.save();
    const before = await first.search({ q: 'vulkan', visible: ['all'] });
    const second = await start(opening, { snapshot });
    expect(second.status()).toMatchObject({ seq: 3, records: 3 });
    expect(await second.search({ q: 'vulkan', visible: ['all'] })).toEqual(before);
    await second.apply([change(4, 'd', 'Vulkane im Film')]);
    expect((await second.search({ q: 'vulkan', visible: ['all'] })).total).toBe(3);
    expect(readdirSync(folder)).toEqual(['index']);
  });

  it('ignores an incompatible snapshot', async () => {
    const snapshot = join(folder, 'index');
    const first = await start(opening, { snapshot });
    await first.apply([change(1, 'a', 'Vulkane')]);
    await first.save();
    const full = readFileSync(snapshot);
    expect((await start(opening, { snapshot, schema: { ...schema, numbers: {} } })).status().seq).toBe(0);
    truncateSync(snapshot, full.length - 1);
    expect((await start(opening, { snapshot })).status().seq).toBe(0);
    for (let at = 0; at < full.length; at += 97) {
      const damaged = Buffer.from(full);
      damaged[at]! ^= 16;
      writeFileSync(snapshot, damaged);
      if (opening === openEngine) expect((await start(opening, { snapshot })).status().seq, `byte ${at}`).toBe(0);
    }
    writeFileSync(snapshot, full);
    expect((await start(opening, { snapshot })).status().seq).toBe(1);
  });

  it('rejects invalid queries', async () => {
    const engine = await start(opening);
    await engine.apply([change(1, 'a', 'Vulkane')]);
    const bad = { name: 'SearchError', code: 'bad_query' };
    await expect(engine.facets({ q: '', visible: [], field: 'nothing' })).rejects.toMatchObject(bad);
    await expect(engine.search({ q: '', visible: [], filters: { nothing: ['x'] } })).rejects.toMatchObject(bad);
    await expect(engine.search({ q: '', visible: [], offset: 10_001 })).rejects.toMatchObject(bad);
    await expect(engine.search({ q: '', visible: [], limit: -1 })).rejects.toMatchObject(bad);
    await expect(engine.search({ q: '', visible: [], sort: { number: 'nothing', order: 'asc' } })).rejects.toMatchObject(bad);
    await expect(engine.search({ q: '', visible: [], highlight: ['nothing'] })).rejects.toMatchObject(bad);
    await engine.close();
    await expect(engine.search({ q: '', visible: [] })).rejects.toBeInstanceOf(SearchError);
  });

  it('aborts a query after the timeout', async () => {
    const engine = await start(opening, { timeout: -1 });
    await engine.apply([change(1, 'a', 'Vulkane')]);
    await expect(engine.search({ q: 'vulkan', visible: ['all'] })).rejects.toMatchObject({ code: 'timeout' });
  });
});

it('executes queries and changes during large merges', async () => {
  const engine = await start(openPool, { workers: 1 });
  const many = (from: number, count: number, title: string): Change[] =>
    Array.from({ length: count }, (_, i) => change(from + i, `r${from + i}`, `${title} ${i}`));
  await engine.apply(many(1, 12_000, 'Vulkan'));
  await engine.apply(many(20_001, 13_000, 'Gletscher'));
  for (let i = 0; i < 40; i++) {
    await engine.apply([change(40_000 + i, `r${1 + i}`, 'Erdbeben'), { seq: 41_000 + i, id: `r${20_001 + i}`, record: null }]);
    expect((await engine.search({ q: 'erdbeben', visible: ['all'] })).total).toBe(i + 1);
  }
  expect((await engine.search({ q: 'gletscher', visible: ['all'] })).total).toBe(13_000 - 40);
  expect((await engine.search({ q: 'vulkan', visible: ['all'] })).total).toBe(12_000 - 40);
  expect(engine.status().records).toBe(25_000 - 40);
  // Several threads read parts of a batch. A single unreadable record leaves the index unchanged, regardless of the thread.
  const clouds = many(50_001, 4_000, 'Wolke');
  const broken = { seq: 60_000, id: 'z', record: { ...clouds[0]!.record!, id: 'z', visible: undefined as never } };
  await expect(engine.apply([...clouds, broken])).rejects.toThrow('iterable');
  expect((await engine.search({ q: 'wolke', visible: ['all'] })).total).toBe(0);
  await engine.apply([...clouds, change(60_000, 'r50001', 'Nebel')]);
  expect((await engine.search({ q: 'wolke', visible: ['all'] })).total).toBe(3_999);
  // Several batches are inverted in parallel and applied in order. After a failed batch, later ones are rejected until they are sent again.
  const applyLast = () => [
    engine.apply([...many(50_001, 2_500, 'Hagel'), { seq: 70_000, id: 'r52600', record: null }]),
    engine.apply([change(70_001, 'r50001', 'Tau')]),
  ];
  const results = await Promise.allSettled([engine.apply(many(50_001, 4_000, 'Regen')), engine.apply([...clouds, broken]), ...applyLast()]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(engine.status().seq).toBe(60_000);
  await Promise.all(applyLast());
  const totalOf = async (q: string) => (await engine.search({ q, visible: ['all'] })).total;
  expect([await totalOf('wolke'), await totalOf('regen'), await totalOf('hagel'), await totalOf('tau')]).toEqual([0, 1_499, 2_499, 1]);
});
