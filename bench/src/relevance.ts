/** How good the answers are on judged queries, beside plain BM25: the project's own, and those of folders. `npm run bench -- relevance [--records FILE] [--set FOLDER]…` */
import type { Finder, Measures } from '@fundus/search/relevance/measure';
import { measure } from '@fundus/search/relevance/measure';
import type { JudgedSet } from '@fundus/search/relevance/sets';
import { finderOf, folderSet, openJudged, plainFinder, realSets, smallSet } from '@fundus/search/relevance/sets';
import { print } from './table.ts';

export type RelevanceOptions = {
  /** A file of real records, one a line, for the queries judged on them. */
  records?: string;
  /** Folders with `docs.jsonl`, `queries.tsv` and `qrels.txt`. */
  folders: readonly string[];
};

/** The tables are printed and not kept: what the sets hold is not the project's. */
export async function relevanceBench({ records, folders }: RelevanceOptions): Promise<void> {
  const sets = [smallSet(), ...(records === undefined ? [] : realSets(records)), ...folders.map(folderSet)];
  for (const set of sets) {
    print({
      title: `${set.name}: ${set.judged.length.toLocaleString('en')} queries, ${set.records.length.toLocaleString('en')} records`,
      head: ['', 'recall@50', 'MRR@10', 'nDCG@10', 'success@1', 'P@10', 'ms a query'],
      rows: await rowsOf(set),
    });
  }
}

async function rowsOf({ records, judged }: JudgedSet): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  const take = async (name: string, find: Finder): Promise<void> => {
    await find(judged[0]!.q);
    const start = performance.now();
    const measured = await measure(find, judged);
    rows.push([name, ...columns(measured), (performance.now() - start) / judged.length]);
  };
  await take('plain BM25', plainFinder(records));
  const words = await openJudged(records, { wordsAlone: true });
  await take('words alone', finderOf(words));
  await words.close();
  const engine = await openJudged(records);
  await take('with meaning', finderOf(engine));
  await take('AI search', finderOf(engine, 'semantic'));
  await engine.close();
  return rows;
}

const columns = ({ recall, mrr, ndcg, success, precision }: Measures): string[] =>
  [recall, mrr, ndcg, success, precision].map((value) => value.toFixed(3));
