/** Measures of the engine and of plain BM25 on judged queries over real records. */
import { readFileSync } from 'node:fs';
import { openEngine } from '../src/engine.ts';
import { SCHOOL_SYNONYMS } from '../src/analysis/school-synonyms.ts';
import { plainBm25 } from './plain.ts';
import { KINDS, RECORD_JUDGEMENTS, type Kind } from './records.ts';

type Line = { id: string; title: string; description?: string; keywords?: string[]; subjects?: string[]; language?: string };
type Finder = (query: string) => Promise<string[]>;

/** nDCG of the first ten, share of queries whose first hit is relevant, share of the relevant among the first fifty. */
export type Measures = { ndcg: number; success: number; recall: number };
type Verdict = { kind: Kind | 'all'; queries: number; own: Measures; plain: Measures };

/** Reads the file of records and asks both; a verdict for each kind of query, and one for all. */
export async function judge(file: string): Promise<Verdict[]> {
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const own = await ownFinder(lines);
  const plain = plainBm25(
    lines.map(({ id, title, description = '', keywords = [], subjects = [] }) => ({
      id,
      text: [title, description, ...keywords, ...subjects].join(' '),
    })),
  );
  const verdicts: Verdict[] = [];
  for (const kind of [...KINDS, 'all'] as const) {
    const asked = RECORD_JUDGEMENTS.filter(([each]) => kind === 'all' || each === kind);
    verdicts.push({
      kind,
      queries: asked.length,
      own: await measure(own.find, asked),
      plain: await measure(async (query) => plain(query), asked),
    });
  }
  await own.close();
  return verdicts;
}

const gain = (grades: readonly number[]): number =>
  grades.slice(0, 10).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);

async function measure(find: Finder, asked: typeof RECORD_JUDGEMENTS): Promise<Measures> {
  const sum = { ndcg: 0, success: 0, recall: 0 };
  for (const [, query, best, good] of asked) {
    const grades = new Map<string, number>(
      [best, good].flatMap((ids, i) =>
        ids
          .split(' ')
          .filter(Boolean)
          .map((id) => [id, 3 - i] as const),
      ),
    );
    const found = await find(query);
    sum.ndcg += gain(found.map((id) => grades.get(id) ?? 0)) / gain([...grades.values()].sort((a, b) => b - a));
    sum.success += grades.has(found[0] ?? '') ? 1 : 0;
    sum.recall += found.slice(0, 50).filter((id) => grades.has(id)).length / Math.min(50, grades.size);
  }
  return { ndcg: sum.ndcg / asked.length, success: sum.success / asked.length, recall: sum.recall / asked.length };
}

async function ownFinder(lines: readonly Line[]): Promise<{ find: Finder; close: () => Promise<void> }> {
  const engine = await openEngine({
    schema: {
      text: { title: { weight: 8, exact: true }, keywords: { weight: 4 }, subjects: { weight: 3 }, description: { weight: 2.5 } },
      values: {},
      numbers: {},
    },
    timeout: 60_000,
    synonyms: SCHOOL_SYNONYMS,
  });
  await engine.apply(
    lines.map(({ id, title, description = '', keywords = [], subjects = [], language = 'de' }, i) => {
      const text = { title, keywords, subjects, description };
      return { seq: i + 1, id, record: { id, language, text, values: {}, numbers: {}, visible: ['all'] } };
    }),
  );
  return {
    find: async (q) => (await engine.search({ q, visible: ['all'], limit: 50 })).hits.map((hit) => hit.id),
    close: () => engine.close(),
  };
}
