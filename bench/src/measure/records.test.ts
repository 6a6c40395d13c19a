import { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { expect, test } from 'vitest';
import { generatedQueries, generatedRecords } from './records.ts';

test('generates the same valid records for the same seed', () => {
  const records = [...generatedRecords(300)];
  for (const record of records) expect(MediaRecord.safeParse(record).error?.issues ?? []).toEqual([]);
  expect(new Set(records.map(({ identifier }) => identifier)).size).toBe(300);
  expect([...generatedRecords(300)]).toEqual(records);
  expect([...generatedRecords(300, 7)]).not.toEqual(records);
});

test('generates words with a long-tailed frequency distribution', () => {
  const counts = new Map<string, number>();
  for (const { fn_text } of generatedRecords(300))
    for (const word of (fn_text ?? '').split(/\W+/)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts.values()].sort((a, b) => b - a);
  expect(sorted[0]).toBeGreaterThan(100 * (sorted[Math.floor(sorted.length / 2)] as number));
});

test('generates queries that match words of the records', () => {
  const texts = [...generatedRecords(300)].map((record) => `${record.fn_titel} ${record.fn_text}`).join(' ');
  const found = generatedQueries(100).filter((query) => texts.includes(query));
  expect(found.length).toBeGreaterThan(30);
});
