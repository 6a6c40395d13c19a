import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Engine, SearchRecord } from './api.ts';
import { SearchError } from './api.ts';
import { openEngine } from './engine.ts';

const LIMIT = 2_000;
let engine: Engine;

const odd = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.string({ unit: 'grapheme', maxLength: 80 }));
const typed = fc.oneof(
  odd,
  fc
    .array(fc.oneof(odd, fc.constantFrom('"', '-', '*', 'title:', 'subject:', ':', '-"', 'Bruch', '2. ', '-*', '😀', '\u0000', '\ud800')), {
      maxLength: 40,
    })
    .map((parts) => parts.join('')),
);

beforeAll(async () => {
  engine = await openEngine({
    schema: { text: { title: { weight: 2, exact: true }, text: { weight: 1 } }, values: { subject: { tree: true } }, numbers: {} },
  });
  const texts = fc.sample(typed, { numRuns: 300, seed: 7 });
  const records = texts.map((text, i): SearchRecord => ({
    id: `r${i} ${text.slice(0, 3)}`,
    text: { title: text, text: [text, 'Bruchrechnung'] },
    values: { subject: [text, '080'] },
    numbers: {},
    visible: ['all', text],
  }));
  await engine.apply(records.map((record, i) => ({ seq: i, id: record.id, record })));
  await engine.apply(records.slice(0, 100).map((record, i) => ({ seq: 1000 + i, id: record.id, record: i % 2 === 0 ? null : record })));
});

async function within(question: () => Promise<unknown>): Promise<void> {
  const before = process.threadCpuUsage();
  try {
    await question();
  } catch (error) {
    expect(error).toBeInstanceOf(SearchError);
  }
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(LIMIT);
}

it('executes random queries and filters before the timeout', async () => {
  await fc.assert(
    fc.asyncProperty(typed, odd, fc.boolean(), async (q, value, live) => {
      const visible = ['all', value];
      const filters = { subject: [value, `${value}*`] };
      await within(() => engine.search({ q, visible, live, highlight: ['title', 'text'] }));
      await within(() => engine.search({ q, visible, filters, sort: 'title' }));
      await within(() => engine.facets({ q, visible, filters, field: 'subject' }));
      await within(() => engine.suggest({ q, visible, fields: ['title', 'text'] }));
      await within(() => engine.similar({ id: value, visible }));
    }),
    { numRuns: 300 },
  );
});

it('executes a very long query before the timeout', async () => {
  for (const q of ['a '.repeat(100_000), 'Bruchrechnung '.repeat(10_000), '"'.repeat(50_000), '-'.repeat(50_000), 'a'.repeat(100_000)]) {
    await within(() => engine.search({ q, visible: ['all'] }));
    await within(() => engine.suggest({ q, visible: ['all'], fields: ['title'] }));
  }
});

it('returns highlights that together form the complete text', async () => {
  await fc.assert(
    fc.asyncProperty(typed, async (q) => {
      const { hits } = await engine.search({ q, visible: ['all'], highlight: ['text'] });
      for (const { highlight } of hits)
        if (highlight!.text) expect(highlight!.text.map((piece) => piece.text).join('')).toContain('Bruchrechnung');
    }),
    { numRuns: 100 },
  );
});
