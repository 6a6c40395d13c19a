/**
 * What searching by meaning gains over searching by words on `meaning.ts`:
 * `node search/relevance/measure-meaning.ts RECORDS.jsonl`, a record a line with id, title, description, keywords, subjects and language.
 */
import { readFileSync } from 'node:fs';
import { openEngine } from '../src/engine.ts';
import { MEANING_JUDGEMENTS } from './meaning.ts';

type Line = { id: string; title: string; description?: string; keywords?: string[]; subjects?: string[]; language?: string };

const file = process.argv[2];
if (file === undefined) throw new Error('name a file of records');
const lines = readFileSync(file, 'utf8').trim().split('\n');
const engine = await openEngine({
  schema: {
    text: { title: { weight: 8, exact: true }, keywords: { weight: 4 }, subjects: { weight: 3 }, description: { weight: 2.5 } },
    values: {},
    numbers: {},
  },
  timeout: 60_000,
});
await engine.apply(
  lines.map((line, i) => {
    const { id, title, description = '', keywords = [], subjects = [], language = 'de' } = JSON.parse(line) as Line;
    const text = { title, keywords, subjects, description };
    return { seq: i + 1, id, record: { id, language, text, values: {}, numbers: {}, visible: ['all'] } };
  }),
);

const gain = (grades: readonly number[]): number =>
  grades.slice(0, 10).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);

const begun = performance.now();
await engine.semantic({ q: 'Wasser', visible: ['all'] });
process.stdout.write(`learned from ${engine.status().records} records in ${Math.round(performance.now() - begun)} ms\n`);
for (const method of ['search', 'semantic'] as const) {
  const sum = { ndcg: 0, success: 0, recall: 0, ms: 0 };
  for (const [q, relevant] of MEANING_JUDGEMENTS) {
    const started = performance.now();
    const { hits } = await engine[method]({ q, visible: ['all'], limit: 50 });
    sum.ms += performance.now() - started;
    const grades = Object.values(relevant).sort((a, b) => b - a);
    sum.ndcg += gain(hits.map((hit) => relevant[hit.id] ?? 0)) / gain(grades);
    sum.success += hits[0] !== undefined && relevant[hits[0].id] !== undefined ? 1 : 0;
    sum.recall += hits.filter((hit) => relevant[hit.id] !== undefined).length / grades.length;
  }
  const mean = (value: number): string => (value / MEANING_JUDGEMENTS.length).toFixed(3);
  process.stdout.write(
    `${method.padEnd(9)} nDCG@10 ${mean(sum.ndcg)}  success@1 ${mean(sum.success)}  recall@50 ${mean(sum.recall)}  ${mean(sum.ms)} ms\n`,
  );
}
await engine.close();
