import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Change, Engine, Schema } from '../api.ts';
import { openEngine } from '../engine.ts';
import { openPool } from '../pool.ts';

const schema: Schema = { text: { title: { weight: 8, exact: true } }, values: { subject: {} }, numbers: {} };
const folder = mkdtempSync(join(tmpdir(), 'vectors-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a vector on a circle. Record `n` of 360 is at `n` degrees. */
const at = (degrees: number): Float32Array => Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0);
const change = (n: number, space = 'circle', degrees = n): Change => ({
  seq: n + 1,
  id: `r${String(n).padStart(3, '0')}`,
  record: {
    id: `r${String(n).padStart(3, '0')}`,
    text: { title: `Nummer ${n}` },
    values: { subject: [n % 2 === 0 ? 'even' : 'odd'] },
    numbers: {},
    visible: [n % 10 === 0 ? 'few' : 'all'],
    vector: { space, values: at(degrees) },
  },
});
const circle = Array.from({ length: 360 }, (_, n) => change(n));

/** Returns the identifiers of the five records nearest to a point on the circle. */
const near = async (engine: Engine, degrees: number, visible = ['all', 'few']): Promise<string[]> =>
  (await engine.semantic({ q: 'Unbekanntes', visible, vector: at(degrees), limit: 5 })).hits.map((hit) => hit.id);

const open = (file?: string, space: string | undefined = 'circle') =>
  openEngine({ schema, ...(space !== undefined && { space }), ...(file !== undefined && { snapshot: join(folder, file) }) });

it('returns the nearest records across segments', async () => {
  const one = await open();
  await one.apply(circle);
  const many = await open();
  for (let from = 0; from < 360; from += 30) await many.apply(circle.slice(from, from + 30));
  for (const degrees of [0, 45, 123, 222, 359]) {
    const answer = await one.semantic({ q: 'Unbekanntes', visible: ['all', 'few'], vector: at(degrees), limit: 1000 });
    expect(answer).toMatchObject({ meaning: true, words: [] });
    const distance = (id: string): number => Math.min(...[0, 360, -360].map((turn) => Math.abs(Number(id.slice(1)) - degrees + turn)));
    expect(answer.hits.slice(0, 3).map((hit) => distance(hit.id))).toEqual([0, 1, 1]);
    expect(answer.hits[0]!.similarity).toBeGreaterThan(0.999);
    for (const hit of answer.hits) expect(hit.similarity).toBeCloseTo(Math.cos((distance(hit.id) * Math.PI) / 180), 1);
    expect(await near(many, degrees)).toEqual(await near(one, degrees));
  }
});

it('applies visibility and filters to hits and counts', async () => {
  const engine = await open();
  await engine.apply(circle);
  const query = { q: 'Unbekanntes', visible: ['all'], vector: at(90) };
  const answer = await engine.semantic({ ...query, limit: 1000 });
  expect(answer.hits.some((hit) => hit.id.endsWith('0'))).toBe(false);
  const counts = await engine.facets({ ...query, field: 'subject', semantic: true });
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(answer.total);
  for (const { value, count } of counts) {
    expect((await engine.semantic({ ...query, filters: { subject: [value] } })).total).toBe(count);
  }
});

it('ranks a record found by both meaning and words highest', async () => {
  const engine = await open();
  await engine.apply(circle);
  const answer = await engine.semantic({ q: 'Nummer 93', visible: ['all', 'few'], vector: at(90), limit: 3 });
  expect(answer.hits[0]!.id).toBe('r093');
  expect(answer.words).toContain('93');
});

it('falls back to word search without a valid query vector', async () => {
  const engine = await open();
  await engine.apply(circle);
  const byWords = await engine.semantic({ q: 'Nummer 93', visible: ['all', 'few'] });
  expect(byWords).toMatchObject({ meaning: false, words: ['Nummer', '93'] });
  expect(byWords.hits[0]).toMatchObject({ id: 'r093', similarity: 0 });
  expect(await near(engine, 90)).toHaveLength(5);
  expect((await engine.semantic({ q: 'Unbekanntes', visible: ['all'], vector: Float32Array.of(1, 0) })).total).toBe(0);
  expect((await engine.semantic({ q: 'Unbekanntes', visible: ['all'], vector: Float32Array.of(NaN, 0, 0) })).total).toBe(0);
});

it('uses changed vectors immediately', async () => {
  const engine = await open();
  await engine.apply(circle);
  await engine.apply([{ ...change(200, 'circle', 90.4), seq: 1000 }]);
  expect(await near(engine, 90.4)).toContain('r200');
  await engine.apply([{ seq: 1001, id: 'r200', record: null }]);
  expect(await near(engine, 90.4)).not.toContain('r200');
  await engine.apply([{ ...change(201, 'another', 90.4), seq: 1002 }]);
  expect(await near(engine, 90.4)).not.toContain('r201');
});

it('preserves vectors through merges and snapshots', async () => {
  const before = await open('kept.index');
  for (let from = 0; from < 360; from += 20) await before.apply(circle.slice(from, from + 20));
  await before.save();
  const again = await open('kept.index');
  expect(again.status()).toMatchObject({ seq: 360, records: 360, meaning: true });
  for (const degrees of [7, 180, 355]) expect(await near(again, degrees)).toEqual(await near(before, degrees));
  await again.apply([{ ...change(10, 'circle', 180), seq: 400 }]);
  expect(await near(again, 180)).toContain('r010');
  expect((await open('kept.index', 'another')).status().seq).toBe(0);
  expect((await open('kept.index', '')).status().seq).toBe(0);
});

it('compares records by their supplied vectors', async () => {
  const engine = await open();
  await engine.apply(circle.map((each) => ({ ...each, record: { ...each.record!, text: { title: `x${each.id}` } } })));
  const similar = (await engine.similar({ id: 'r100', visible: ['all'], limit: 4 })).map((hit) => hit.id);
  expect(similar.toSorted()).toEqual(['r098', 'r099', 'r101', 'r102']);
});

it('returns the same results in threads', async () => {
  const here = await open();
  await here.apply(circle);
  const pool = await openPool({ schema, space: 'circle', workers: 2 });
  await pool.apply(circle.slice(0, 200));
  await pool.apply(circle.slice(200));
  for (const degrees of [12, 199, 300]) expect(await near(pool, degrees)).toEqual(await near(here, degrees));
  expect(pool.status().meaning).toBe(true);
  await pool.close();
});
