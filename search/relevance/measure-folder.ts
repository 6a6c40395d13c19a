/**
 * The engine on a judged set of one's own, by words alone and with meaning:
 * `node search/relevance/measure-folder.ts FOLDER`, a folder with `docs.jsonl`, `queries.tsv` (id, text) and `qrels.txt` (id, 0, document, grade).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../src/engine.ts';
import { SCHOOL_SYNONYMS } from '../src/analysis/school-synonyms.ts';
import type { Engine } from '../src/api.ts';

type Line = { id: string; title: string; description?: string; keywords?: string[]; subjects?: string[]; language?: string };

const folder = process.argv[2];
if (folder === undefined) throw new Error('name a folder');
const linesOf = (name: string): string[] => readFileSync(join(folder, name), 'utf8').trim().split('\n');
const records = linesOf('docs.jsonl').map((line) => JSON.parse(line) as Line);
const queries = linesOf('queries.tsv').map((line) => line.split('\t') as [string, string]);
const relevant = new Map<string, Map<string, number>>();
for (const line of linesOf('qrels.txt')) {
  const [query, , record, grade] = line.split(/\s+/) as [string, string, string, string];
  relevant.set(query, (relevant.get(query) ?? new Map<string, number>()).set(record, Number(grade)));
}

async function open(space?: string): Promise<Engine> {
  const engine = await openEngine({
    schema: {
      text: { title: { weight: 8, exact: true }, keywords: { weight: 4 }, subjects: { weight: 3 }, description: { weight: 2.5 } },
      values: {},
      numbers: {},
    },
    timeout: 60_000,
    synonyms: SCHOOL_SYNONYMS,
    ...(space !== undefined && { space }),
  });
  await engine.apply(
    records.map(({ id, title, description = '', keywords = [], subjects = [], language = 'de' }, i) => {
      const text = { title, keywords, subjects, description };
      return { seq: i + 1, id, record: { id, language, text, values: {}, numbers: {}, visible: ['all'] } };
    }),
  );
  return engine;
}

const gain = (grades: readonly number[]): number =>
  grades.slice(0, 10).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);

async function measure(name: string, engine: Engine, method: 'search' | 'semantic'): Promise<void> {
  const sum = { recall: 0, mrr: 0, ndcg: 0, precision: 0, ms: 0 };
  await engine[method]({ q: queries[0]![1], visible: ['all'] });
  for (const [id, q] of queries) {
    const grades = relevant.get(id)!;
    const begun = performance.now();
    const hits = (await engine[method]({ q, visible: ['all'], limit: 50 })).hits.map((hit) => hit.id);
    sum.ms += performance.now() - begun;
    const first = hits.slice(0, 10).findIndex((hit) => grades.has(hit));
    sum.recall += hits.filter((hit) => grades.has(hit)).length / Math.min(50, grades.size);
    sum.mrr += first < 0 ? 0 : 1 / (first + 1);
    sum.ndcg += gain(hits.map((hit) => grades.get(hit) ?? 0)) / gain([...grades.values()].sort((a, b) => b - a));
    sum.precision += hits.slice(0, 10).filter((hit) => grades.has(hit)).length / 10;
  }
  const mean = (value: number): string => (value / queries.length).toFixed(3);
  process.stdout.write(
    `${name.padEnd(14)} recall@50 ${mean(sum.recall)}  MRR@10 ${mean(sum.mrr)}  nDCG@10 ${mean(sum.ndcg)}  P@10 ${mean(sum.precision)}  ${mean(sum.ms)} ms\n`,
  );
  await engine.close();
}

await measure('words alone', await open('none'), 'search');
await measure('with meaning', await open(), 'search');
await measure('AI search', await open(), 'semantic');
