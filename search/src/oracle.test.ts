import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fold } from './analysis/fold.ts';
import { isStopWord } from './analysis/stop-words.ts';
import type { Change, Hit, SearchQuery, SearchRecord } from './api.ts';
import { fieldsOf } from './index/segment.ts';
import { loadSnapshot, saveSnapshot } from './writer/snapshot.ts';
import { runMerge } from './writer/run-merge.ts';
import { Writer } from './writer/writer.ts';
import { execute } from './query/execute.ts';
import { createScratch } from './query/scratch.ts';
import { synonymsOf } from './query/synonyms.ts';
import { content, query, schema, suggestion, synonymGroups, vocabulary, WORDS } from './testing/oracle-sets.ts';
import { Oracle } from './testing/oracle.ts';

const fields = fieldsOf(schema);
const synonyms = synonymsOf(synonymGroups);

const id = fc.integer({ min: 0, max: 30 }).map((n) => `r${n}`);
const change: fc.Arbitrary<{ id: string; record: SearchRecord | null }> = fc
  .tuple(id, fc.option(content, { freq: 5 }))
  .map(([name, found]) => ({ id: name, record: found === null ? null : ({ id: name, ...found } as SearchRecord) }));

const step = fc.record({
  changes: fc.array(change, { maxLength: 12 }),
  unite: fc.boolean(),
  reload: fc.constantFrom(false, false, false, true),
  queries: fc.array(query, { minLength: 1, maxLength: 6 }),
  suggestions: fc.array(suggestion, { maxLength: 4 }),
});

/** Checks that the fragments form the complete text, and that exactly the word of a single-word query is marked. */
function checkMarks({ highlight }: Hit, { q }: SearchQuery, { text }: SearchRecord): void {
  for (const name of highlight === undefined ? [] : ['title', 'keywords']) {
    const written = [text[name] ?? []]
      .flat()
      .filter((element) => element !== '')
      .join(', ');
    const pieces = highlight![name] ?? [{ text: written, mark: false }];
    expect(pieces.some(({ mark }) => mark)).toBe(name in highlight!);
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

it('returns the same results as a full scan for a large catalogue', () => {
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
});

it('returns the same results as a full scan for random catalogues', () => {
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
});
