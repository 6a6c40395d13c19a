/** The judged queries over real records, which are not part of the project: RELEVANCE_RECORDS names the file. */
import { expect, test } from 'vitest';
import { judge } from '../relevance/judge-records.ts';
import { RECORD_JUDGEMENTS } from '../relevance/records.ts';

const file = process.env.RELEVANCE_RECORDS;
/** Where words as they are written are not enough. */
const HARD: readonly string[] = ['compound', 'variant', 'umlaut', 'typo'];

test('at least 120 queries are judged, each once', () => {
  expect(new Set(RECORD_JUDGEMENTS.map(([, query]) => query)).size).toBe(RECORD_JUDGEMENTS.length);
  expect(RECORD_JUDGEMENTS.length).toBeGreaterThanOrEqual(120);
  expect(RECORD_JUDGEMENTS.filter(([, , best, good]) => `${best}${good}` === '')).toEqual([]);
});

test.skipIf(file === undefined)(
  'real records: clearly better than plain BM25 where words are not enough, nowhere worse',
  { timeout: 120_000 },
  async () => {
    for (const { kind, own, plain } of await judge(file!)) {
      expect(own.ndcg, `${kind}: nDCG@10`).toBeGreaterThanOrEqual(plain.ndcg + (HARD.includes(kind) ? 0.1 : 0));
      expect(own.recall, `${kind}: recall@50`).toBeGreaterThanOrEqual(plain.recall - 0.02);
    }
  },
);
