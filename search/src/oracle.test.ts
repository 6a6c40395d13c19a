import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from './analysis/fold.ts';
import { isStopWord } from './analysis/stop-words.ts';
import type { Change, Hit, Schema, SearchQuery, SearchRecord } from './api.ts';
import { fieldsOf } from './index/segment.ts';
import { loadSnapshot, saveSnapshot } from './writer/snapshot.ts';
import { runMerge } from './writer/run-merge.ts';
import { Writer } from './writer/writer.ts';
import { execute } from './query/execute.ts';
import { createScratch } from './query/scratch.ts';
import { synonymsOf } from './query/synonyms.ts';
import { Oracle } from './testing/oracle.ts';

const schema: Schema = {
  text: { title: { weight: 10, exact: true }, keywords: { weight: 4 }, text: { weight: 1 } },
  values: { subject: { tree: true }, type: {} },
  numbers: { year: {} },
};
const fields = fieldsOf(schema);
const synonyms = synonymsOf([
  ['Film', 'Video', 'bewegtes Bild'],
  ['Krieg', 'Konflikt'],
  ['Haus', 'house', 'Ort der Welt'],
  ['2. Krieg', 'Straße'],
]);
const vocabulary = ['Krieg', 'Welt', 'Film', 'Bild'];

const WORDS =
  `Krieg Kriege Kriegen Welt Weltkrieg Weltkriegs Weltkriegsfilm Film Filme Filmen Video Bild Bilder Bildern bewegtes Konflikt der die und 2. II. zweiter zweiten 2
 Photosynthese Fotosynthese Fotosynthesen Schifffahrt Schiffahrt Apfel Äpfel Aepfel aktuell neue house houses studies study learning Straße Strasse Kreigsfilm Wetl Bildstraße Filmwelt война войны войну історія історії الحرب حرب 😀 мир مكتبة e`.split(
    /\s+/,
  );
const word = fc.constantFrom(...WORDS);
const sentence = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
/** Few and frequent, as keywords are. */
const short = fc.constantFrom('Film', 'Krieg und Film', 'Welt Film', 'Filme der Welt', 'Film Film');
const subject = fc.constantFrom('0', '08', '080', '0801', '08010', '0802', '10', '100');
const visible = fc.subarray(['all', 'school:1', 'school:2']);

const content = fc.record({
  language: fc.constantFrom('de', 'de', 'de', 'en', 'fr', undefined),
  text: fc.record(
    { title: sentence, keywords: fc.array(fc.oneof(sentence, short), { maxLength: 3 }), text: sentence },
    { requiredKeys: [] },
  ),
  values: fc.record(
    { subject: fc.array(subject, { maxLength: 2 }), type: fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 2 }) },
    { requiredKeys: [] },
  ),
  numbers: fc.record({ year: fc.integer({ min: 2000, max: 2003 }) }, { requiredKeys: [] }),
  visible,
});
const id = fc.integer({ min: 0, max: 30 }).map((n) => `r${n}`);
const change: fc.Arbitrary<{ id: string; record: SearchRecord | null }> = fc
  .tuple(id, fc.option(content, { freq: 5 }))
  .map(([name, found]) => ({ id: name, record: found === null ? null : ({ id: name, ...found } as SearchRecord) }));

const term = fc.oneof(
  { weight: 6, arbitrary: word },
  {
    weight: 3,
    arbitrary: fc.constantFrom('Welt Krieg', 'Bild Straße', 'Film-Welt', 'bewegte Bilder', 'Ort der Welt', '2. Krieg', 'Konflikt Film'),
  },
  { weight: 1, arbitrary: word.map((w) => `-${w}`) },
  { weight: 1, arbitrary: word.map((w) => `title:${w}`) },
  { weight: 1, arbitrary: word.map((w) => `${w.slice(0, 3)}*`) },
  { weight: 1, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(' ')}"`) },
  { weight: 1, arbitrary: fc.constantFrom('subject:080', 'type:a*', '-type:b', '-"Welt Krieg"', 'text:"der Film"') },
);
const query: fc.Arbitrary<SearchQuery & { field: string }> = fc.record(
  {
    q: fc.array(term, { maxLength: 4 }).map((terms) => terms.join(' ')),
    filters: fc.record(
      { subject: fc.array(fc.constantFrom('08*', '080', '10', '*'), { maxLength: 2 }), type: fc.subarray(['a', 'b', 'a*']) },
      { requiredKeys: [] },
    ),
    visible,
    offset: fc.constantFrom(0, 0, 3),
    limit: fc.constantFrom(0, 5, 24, 50),
    sort: fc.constantFrom(
      'relevance' as const,
      'relevance' as const,
      'title' as const,
      { number: 'year', order: 'desc' as const },
      { number: 'year', order: 'asc' as const },
    ),
    live: fc.boolean(),
    boosts: fc.subarray([
      { field: 'type', value: 'a', factor: 1.3 },
      { token: 'school:1', factor: 1.5 },
      { number: 'year', min: 2002, factor: 1.1 },
    ]),
    field: fc.constantFrom('subject', 'type'),
    highlight: fc.constant(['title', 'keywords']),
  },
  { requiredKeys: ['q', 'visible', 'field'] },
);

const suggestion = fc.record({
  q: fc
    .tuple(fc.array(word, { maxLength: 1 }), word, fc.constantFrom(1, 2, 4, 20), fc.constantFrom('', '', ' '))
    .map(([before, last, letters, end]) => [...before, last.slice(0, letters)].join(' ') + end),
  visible,
  fields: fc.subarray(['title', 'keywords', 'text'], { minLength: 1 }),
  limit: fc.constantFrom(1, 3, 10),
});

const step = fc.record({
  changes: fc.array(change, { maxLength: 12 }),
  unite: fc.boolean(),
  reload: fc.constantFrom(false, false, false, true),
  queries: fc.array(query, { minLength: 1, maxLength: 6 }),
  suggestions: fc.array(suggestion, { maxLength: 4 }),
});

/** The fragments together are the text; words of the query are marked, and no others where the query is a single word. */
function checkMarks({ highlight }: Hit, { q }: SearchQuery, { text }: SearchRecord): void {
  for (const name of highlight === undefined ? [] : ['title', 'keywords']) {
    const written = [text[name] ?? []]
      .flat()
      .filter((element) => element !== '')
      .join(', ');
    const pieces = highlight![name]!;
    expect(pieces.map((piece) => piece.text).join('')).toBe(written);
    const marked = new Set(pieces.filter(({ mark }) => mark).map((piece) => piece.text));
    if (!/^[\p{L}]+$/u.test(q) || isStopWord(fold(q))) continue;
    for (const each of written.split(/[ ,]+/)) if (fold(each) === fold(q)) expect(marked, `${q} in ${written}`).toContain(each);
    for (const { text: piece, mark } of pieces) if (mark) expect(/[\p{L}\p{N}]/u.test(piece)).toBe(true);
  }
}

function unite(writer: Writer): void {
  for (let plan = writer.nextMerge(null); plan !== null; plan = writer.nextMerge(null))
    writer.applyMerge(plan, runMerge(plan.segments, plan, fields, vocabulary));
}

it('answers so on a larger catalogue too, where short ways are taken', () => {
  const scratch = createScratch();
  const writer = new Writer(fields, vocabulary);
  const oracle = new Oracle(fields, synonyms);
  const contents = fc.sample(content, { numRuns: 3000, seed: 11 });
  const records = contents.map((found, i) => ({ id: `r${(i * 7919) % 2600}`, ...found }) as SearchRecord);
  for (const [from, to] of [
    [0, 1900],
    [1900, 3000],
  ]) {
    writer.apply(records.slice(from, to).map((record, i) => ({ seq: i, id: record.id, record })));
    for (const record of records.slice(from, to)) oracle.records.set(record.id, record);
  }
  const view = writer.view();
  oracle.look(view);
  for (const each of [
    ...fc.sample(query, { numRuns: 40, seed: 12 }),
    ...WORDS.slice(0, 16).map((q) => ({ q, visible: ['all'], field: 'subject', boosts: [{ field: 'type', value: 'a', factor: 1.2 }] })),
  ]) {
    const { total, partialTotal, hits } = execute('search', each, { view, fields, synonyms }, scratch);
    const expected = oracle.search(each);
    expect([each.q, total, partialTotal, hits.map((hit) => hit.id)]).toEqual([
      each.q,
      expected.total,
      expected.partialTotal,
      expected.hits.map((hit) => hit.id),
    ]);
    expect(execute('facets', each, { view, fields, synonyms }, scratch)).toEqual(oracle.facets(each));
  }
}, 120_000);

it('answers as a look at every record does', () => {
  let asked = 0;
  const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
  const file = join(folder, 'index');
  const scratch = createScratch();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
      let writer = new Writer(fields, vocabulary);
      const oracle = new Oracle(fields, synonyms);
      let seq = 0;
      for (const { changes, unite: uniting, reload, queries, suggestions } of steps) {
        const list: Change[] = changes.map((each) => ({ seq: ++seq, ...each }));
        writer.apply(list);
        for (const each of list) {
          if (each.record === null) oracle.records.delete(each.id);
          else oracle.records.set(each.id, each.record);
        }
        if (uniting) unite(writer);
        if (reload) {
          saveSnapshot(file, writer.view(), 'schema');
          writer = new Writer(fields, vocabulary, loadSnapshot(file, 'schema'));
        }
        const view = writer.view();
        expect(view.records).toBe(oracle.records.size);
        oracle.look(view);
        const context = { view, fields, synonyms };
        for (const each of queries) {
          const { total, partialTotal, hits } = execute('search', each, context, scratch);
          const expected = oracle.search(each);
          const scored = each.sort === undefined || each.sort === 'relevance';
          const bare = (hit: Hit): Hit => ({ id: hit.id, partial: hit.partial, score: scored ? hit.score : 0 });
          expect({ total, partialTotal, hits: hits.map(bare) }).toEqual({ ...expected, hits: expected.hits.map(bare) });
          for (const hit of hits) checkMarks(hit, each, oracle.records.get(hit.id)!);
          expect(execute('facets', each, context, scratch)).toEqual(oracle.facets(each));
          asked++;
        }
        for (const each of suggestions) {
          expect([each.q, execute('suggest', each, context, scratch)]).toEqual([each.q, oracle.suggest(each)]);
          asked++;
        }
      }
    }),
    { numRuns: 240 },
  );
  expect(asked).toBeGreaterThan(2000);
  rmSync(folder, { recursive: true });
}, 120_000);
