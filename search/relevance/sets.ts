/** Judged sets: records, and queries with their relevant records. They are part of the project or read from files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change, Engine, Schema } from '../src/api.ts';
import { openEngine } from '../src/engine.ts';
import { SCHOOL_SYNONYMS } from '../src/analysis/school-synonyms.ts';
import { CATALOGUE } from './catalogue.ts';
import { JUDGEMENTS } from './judgements.ts';
import { MEANING_JUDGEMENTS } from './meaning.ts';
import type { Finder, Judged } from './measure.ts';
import { plainBm25 } from './plain.ts';
import { RECORD_JUDGEMENTS } from './records.ts';

export type JudgedRecord = {
  id: string;
  title: string;
  description?: string;
  keywords?: string[];
  subjects?: string[];
  language?: string;
};
export type JudgedSet = { name: string; records: readonly JudgedRecord[]; judged: readonly Judged[] };

/** Returns the judged set of the small catalogue. */
export function smallSet(): JudgedSet {
  return {
    name: 'small catalogue',
    records: CATALOGUE.map(([id, title, keywords, description]) => ({ id, title, keywords: keywords.split(', '), description })),
    judged: JUDGEMENTS.map(([q, relevant]) => ({ q, grades: new Map(Object.entries(relevant)) })),
  };
}

export const gradesOf = (best: string, good: string): Map<string, number> =>
  new Map(
    [best, good].flatMap((ids, i) =>
      ids
        .split(' ')
        .filter(Boolean)
        .map((id) => [id, 3 - i] as const),
    ),
  );

/** Returns two sets over a file with one record per line: queries, and questions that share no words with their results. */
export function realSets(file: string): JudgedSet[] {
  const records = readRecords(file);
  return [
    {
      name: 'real records',
      records,
      judged: RECORD_JUDGEMENTS.map(([, q, best, good]) => ({ q, grades: gradesOf(best, good) })),
    },
    {
      name: 'real records, other words',
      records,
      judged: MEANING_JUDGEMENTS.map(([q, relevant]) => ({ q, grades: new Map(Object.entries(relevant)) })),
    },
  ];
}

/** Reads a judged set from a folder with `docs.jsonl`, `queries.tsv` (identifier, text) and `qrels.txt` (query, 0, record, grade). */
export function folderSet(folder: string): JudgedSet {
  const linesOf = (name: string): string[] => readFileSync(join(folder, name), 'utf8').trim().split('\n');
  const grades = new Map<string, Map<string, number>>();
  for (const line of linesOf('qrels.txt')) {
    const [query, , record, grade] = line.split(/\s+/) as [string, string, string, string];
    if (Number(grade) > 0) grades.set(query, (grades.get(query) ?? new Map<string, number>()).set(record, Number(grade)));
  }
  const judged = linesOf('queries.tsv').flatMap((line) => {
    const [id, q] = line.split('\t') as [string, string];
    const found = grades.get(id);
    return found === undefined ? [] : [{ q, grades: found }];
  });
  return { name: folder.split('/').findLast(Boolean)!, records: readRecords(join(folder, 'docs.jsonl')), judged };
}

const readRecords = (file: string): JudgedRecord[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JudgedRecord);

/** Returns a search function with plain BM25 over all texts of the records. */
export const plainFinder = (records: readonly JudgedRecord[]): Finder =>
  plainBm25(
    records.map(({ id, title, description = '', keywords = [], subjects = [] }) => ({
      id,
      text: [title, description, ...keywords, ...subjects].join(' '),
    })),
  );

type EngineOptions = {
  /** Disables semantic search, so that no model is trained. */
  wordsAlone?: boolean;
  synonyms?: readonly (readonly string[])[];
};

/** Opens an engine over the records with the portal's field weights. */
export async function openEvaluationEngine(
  records: readonly JudgedRecord[],
  { wordsAlone = false, synonyms = SCHOOL_SYNONYMS }: EngineOptions = {},
): Promise<Engine> {
  const engine = await openEngine({
    schema: JUDGED_SCHEMA,
    timeout: 60_000,
    synonyms,
    vocabulary: vocabularyOf(records),
    ...(wordsAlone && { space: 'none' }),
  });
  await engine.apply(changesOf(records));
  return engine;
}

export const JUDGED_SCHEMA: Schema = {
  text: { title: { weight: 8, exact: true }, keywords: { weight: 4 }, subjects: { weight: 3 }, description: { weight: 2.5 } },
  values: {},
  numbers: {},
};

/** Returns the vocabulary that a portal would supply: the keywords of a small catalogue, nothing for a large one. */
export const vocabularyOf = (records: readonly JudgedRecord[]): string[] =>
  records.length < 1000 ? records.flatMap(({ keywords = [] }) => keywords) : [];

export const changesOf = (records: readonly JudgedRecord[]): Change[] =>
  records.map(({ id, title, description = '', keywords = [], subjects = [], language = 'de' }, i) => {
    const text = { title, keywords, subjects, description };
    return { seq: i + 1, id, record: { id, language, text, values: {}, numbers: {}, visible: ['all'] } };
  });

export const finderOf =
  (engine: Pick<Engine, 'search' | 'semantic'>, method: 'search' | 'semantic' = 'search'): Finder =>
  async (q) =>
    (await engine[method]({ q, visible: ['all'], limit: 50 })).hits.map((hit) => hit.id);
