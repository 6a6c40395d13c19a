/**
 * The engine against plain BM25 on `records.ts`: `node search/relevance/measure-records.ts RECORDS.jsonl`, a record a line with id, title,
 * description, keywords, subjects and language.
 */
import { judge } from './judge-records.ts';

const file = process.argv[2];
if (file === undefined) throw new Error('name a file of records');
const row = (name: string, values: readonly (string | number)[]): string =>
  name.padEnd(12) + values.map((value) => (typeof value === 'number' ? value.toFixed(3) : value).padStart(10)).join('');
process.stdout.write(`${row('', ['queries', 'nDCG@10', 'plain', 'success@1', 'plain', 'recall@50', 'plain'])}\n`);
for (const { kind, queries, own, plain } of await judge(file)) {
  const measures = [own.ndcg, plain.ndcg, own.success, plain.success, own.recall, plain.recall];
  process.stdout.write(`${row(kind, [String(queries), ...measures])}\n`);
}
