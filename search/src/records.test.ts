/** Tests judged queries on real records, which are not part of the project. `RELEVANCE_RECORDS` is the path of their file. */
import { expect, test } from 'vitest';
import { measureRecords } from '../relevance/measure-records.ts';
import { RECORD_JUDGEMENTS } from '../relevance/records.ts';

const file = process.env.RELEVANCE_RECORDS;
/** Kinds of queries for which unstemmed words are not sufficient. */
const HARD: readonly string[] = ['compound', 'variant', 'umlaut', 'typo'];

test('uses at least 120 different queries', () => {
  expect(new Set(RECORD_JUDGEMENTS.map(([, query]) => query)).size).toBe(RECORD_JUDGEMENTS.length);
  expect(RECORD_JUDGEMENTS.length).toBeGreaterThanOrEqual(120);
  expect(RECORD_JUDGEMENTS.filter(([, , best, good]) => `${best}${good}` === '')).toEqual([]);
});

test.skipIf(file === undefined)('ranks results of difficult queries better than plain BM25', async () => {
  for (const { kind, own, plain } of await measureRecords(file!)) {
    expect(own.ndcg, `${kind}: nDCG@10`).toBeGreaterThanOrEqual(plain.ndcg + (HARD.includes(kind) ? 0.1 : 0));
    expect(own.recall, `${kind}: recall@50`).toBeGreaterThanOrEqual(plain.recall - 0.02);
  }
});
