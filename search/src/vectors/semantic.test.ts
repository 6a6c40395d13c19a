import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Engine, Schema, SearchRecord } from '../api.ts';
import { openEngine } from '../engine.ts';
import { openPool } from '../pool.ts';

const schema: Schema = {
  text: { title: { weight: 8, exact: true }, text: { weight: 2 } },
  values: { subject: {} },
  numbers: { year: {} },
};

const THEMES: Record<string, string[]> = {
  geo: ['Vulkan', 'Lava', 'Magma', 'Krater', 'Ausbruch', 'Asche', 'Erdkruste'],
  bio: ['Pflanze', 'Blatt', 'Chlorophyll', 'Zucker', 'Wurzel', 'Licht', 'Stomata'],
  music: ['Geige', 'Orchester', 'Melodie', 'Konzert', 'Dirigent', 'Noten', 'Klavier'],
};

/** Thirty records for each theme. Each record contains four words of its theme. */
const records: SearchRecord[] = Object.entries(THEMES).flatMap(([subject, words]) =>
  Array.from({ length: 30 }, (_, i) => {
    const of = (n: number): string => words[(i * 3 + n * (1 + (i % 3))) % words.length]!;
    return {
      id: `${subject}-${String(i).padStart(2, '0')}`,
      language: 'de',
      text: { title: `${of(0)} und ${of(1)}`, text: `Über ${of(2)} und ${of(3)}` },
      values: { subject: [subject] },
      numbers: { year: 2000 + i },
      visible: [i % 5 === 0 ? 'some' : 'all'],
    };
  }),
);
const changes = records.map((record, i) => ({ seq: i + 1, id: record.id, record }));
const ofTheme = (ids: readonly string[], theme: string) => ids.filter((id) => id.startsWith(theme)).length;

describe.each([
  ['in this thread', openEngine],
  ['in threads', openPool],
])('AI search %s', (_, opening) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await opening({ schema, workers: 1 });
    await engine.apply(changes);
    await engine.semantic({ q: 'Lava', visible: ['all'] });
    await vi.waitFor(() => expect(engine.status().meaning).toBe(true), { timeout: 120_000 });
  });
  afterAll(() => engine.close());

  it('returns records of similar meaning without any of the words', async () => {
    const words = await engine.search({ q: 'Lava', visible: ['all'], limit: 100 });
    const answer = await engine.semantic({ q: 'Lava', visible: ['all'], limit: 100 });
    expect(answer).toMatchObject({ meaning: true, words: ['Lava'] });
    expect(answer.total).toBeGreaterThan(words.total);
    expect(answer.hits).toHaveLength(answer.total);
    const ids = answer.hits.map((hit) => hit.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ofTheme(ids, 'geo')).toBe(ids.length);
    for (const hit of words.hits) expect(ids).toContain(hit.id);
  });

  it('returns the same order on every page', async () => {
    const all = await engine.semantic({ q: 'Konzert mit Geige', visible: ['all', 'some'], limit: 100 });
    const pages = [0, 7, 14, 21, 28].map((offset) =>
      engine.semantic({ q: 'Konzert mit Geige', visible: ['all', 'some'], offset, limit: 7 }),
    );
    const hits = (await Promise.all(pages)).flatMap((page) => page.hits.map((hit) => hit.id));
    expect(hits).toEqual(all.hits.slice(0, 35).map((hit) => hit.id));
  });

  it('respects visibility, filters and operators', async () => {
    const answer = await engine.semantic({ q: 'Zucker Lava', visible: ['all'], filters: { subject: ['bio'] }, limit: 100 });
    const hidden = new Set(records.filter((record) => record.visible[0] === 'some').map((record) => record.id));
    expect(answer.total).toBeGreaterThan(5);
    expect(answer.hits.every((hit) => hit.id.startsWith('bio') && !hidden.has(hit.id))).toBe(true);
    const without = await engine.semantic({ q: 'Lava -Krater', visible: ['all'], limit: 100 });
    const craters = new Set(records.filter((record) => JSON.stringify(record.text).includes('Krater')).map((record) => record.id));
    expect(without.total).toBeGreaterThan(0);
    expect(without.hits.some((hit) => craters.has(hit.id))).toBe(false);
  });

  it('counts facets over the same records as its hits', async () => {
    const query = { q: 'Licht Orchester', visible: ['all'] };
    const answer = await engine.semantic({ ...query, limit: 200 });
    const counts = await engine.facets({ ...query, field: 'subject', semantic: true, filters: { subject: ['bio'] } });
    const expected = ['bio', 'music'].map((value) => ({
      value,
      count: ofTheme(
        answer.hits.map((hit) => hit.id),
        value,
      ),
    }));
    expect(counts.toSorted((a, b) => (a.value < b.value ? -1 : 1))).toEqual(expected);
  });

  it('includes records added after training', async () => {
    const record: SearchRecord = { ...records[0]!, id: 'new', text: { title: 'Magma, Asche, Krater', text: '' }, visible: ['fresh'] };
    await engine.apply([{ seq: 1000, id: 'new', record }]);
    expect(await engine.semantic({ q: 'Lava', visible: ['fresh'] })).toMatchObject({ total: 1, hits: [{ id: 'new' }] });
    await engine.apply([{ seq: 1001, id: 'new', record: null }]);
    expect((await engine.semantic({ q: 'Lava', visible: ['fresh'] })).total).toBe(0);
  });

  it('sorts hits by number and by title', async () => {
    const newest = await engine.semantic({ q: 'Lava', visible: ['all'], sort: { number: 'year', order: 'desc' }, limit: 100 });
    const years = newest.hits.map((hit) => records.find((record) => record.id === hit.id)!.numbers.year!);
    expect(years).toEqual(years.toSorted((a, b) => b - a));
    await expect(engine.semantic({ q: 'Lava', visible: ['all'], sort: { number: 'nothing', order: 'asc' } })).rejects.toMatchObject({
      code: 'bad_query',
    });
  });
});

it('falls back to word search if the catalogue is too small for training', async () => {
  const engine = await openEngine({ schema });
  await engine.apply(changes.slice(0, 20));
  const answer = await engine.semantic({ q: 'Lava', visible: ['all'] });
  expect(answer.meaning).toBe(false);
  expect(answer.total).toBe((await engine.search({ q: 'Lava', visible: ['all'] })).total);
  await engine.close();
});

it('restores the model from the snapshot', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'meaning-'));
  const snapshot = join(folder, 'kept.index');
  const before = await openEngine({ schema, snapshot });
  await before.apply(changes);
  const asked = { q: 'Lava', visible: ['all'], limit: 100 };
  const first = await before.semantic(asked);
  await before.save();
  const again = await openEngine({ schema, snapshot });
  expect(again.status().meaning).toBe(true);
  expect(await again.semantic(asked)).toEqual(first);
  // Adds a new theme whose words the stored model does not contain.
  const words = ['Bruchstrich', 'Nenner', 'Zähler', 'Kürzen', 'Erweitern'];
  await again.apply(
    Array.from({ length: 30 }, (_, i) => ({
      seq: 2000 + i,
      id: `maths-${i}`,
      record: {
        ...records[0]!,
        id: `maths-${i}`,
        text: { title: `${words[i % 5]!} und ${words[(i + 1) % 5]!}`, text: words[(i + 2) % 5]! },
        visible: ['all'],
      },
    })),
  );
  const fractions = await again.semantic({ q: 'Nenner', visible: ['all'], limit: 100 });
  expect(
    ofTheme(
      fractions.hits.map((hit) => hit.id),
      'maths',
    ),
  ).toBe(30);
  rmSync(folder, { recursive: true, force: true });
});

it('returns words of a record that are similar to the query', async () => {
  const engine = await openEngine({ schema });
  await engine.apply(changes);
  const { hits } = await engine.semantic({ q: 'Lava', visible: ['all'], limit: 100 });
  const named = hits.flatMap((hit) => hit.near);
  expect(named.length).toBeGreaterThan(0);
  for (const word of named) expect(THEMES.geo).toContain(word);
  expect(named).not.toContain('Lava');
});

describe('AI search with random queries', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine({ schema });
    await engine.apply(changes);
    await engine.semantic({ q: 'Lava', visible: ['all'] });
  });

  const word = fc.constantFrom(
    ...Object.values(THEMES).flat(),
    'Unbekanntes',
    '"',
    '-',
    '*',
    'title:',
    'text:Lava',
    '-Lava',
    '"Lava und"',
    'Lav*',
    '🌋',
  );
  const question = fc.oneof(
    fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    fc.string({ unit: 'binary', maxLength: 300 }),
  );
  const seen = fc.subarray(['all', 'some', 'nobody']);

  it('returns each visible record once, in descending order of score', async () => {
    const visibleTo = new Map(records.map((record) => [record.id, record.visible]));
    await fc.assert(
      fc.asyncProperty(question, seen, async (q, visible) => {
        const answer = await engine.semantic({ q, visible, limit: 1000, highlight: ['title'] });
        const ids = answer.hits.map((hit) => hit.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(ids.every((id) => visibleTo.get(id)!.some((token) => visible.includes(token)))).toBe(true);
        const scores = answer.hits.map((hit) => hit.score);
        if (answer.meaning) expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        for (const { value, count } of await engine.facets({ q, visible, field: 'subject', semantic: true })) {
          const filtered = await engine.semantic({ q, visible, filters: { subject: [value] } });
          expect([q, value, filtered.total || filtered.partialTotal]).toEqual([q, value, count]);
        }
      }),
      { numRuns: 400 },
    );
  });
});
