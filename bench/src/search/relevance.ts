/**
 * Compares the relevance of the search with plain BM25 on judged queries: the project's own ones, those in given folders, and on an OpenSearch
 * cluster if BENCH_OPENSEARCH_URL is set. `npm run bench -- relevance [--records FILE] [--set FOLDER]…`
 */
import { SearchError } from '@fundus/search/api';
import type { Finder, Measures } from '@fundus/search/relevance/measure';
import { measure } from '@fundus/search/relevance/measure';
import type { JudgedRecord, JudgedSet } from '@fundus/search/relevance/sets';
import { SCHOOL_SYNONYMS } from '@fundus/search/analysis/school-synonyms';
import {
  changesOf,
  finderOf,
  folderSet,
  JUDGED_SCHEMA,
  openEvaluationEngine,
  plainFinder,
  realSets,
  smallSet,
  vocabularyOf,
} from '@fundus/search/relevance/sets';
import { openClusterIndex } from '@fundus/server/search/cluster/cluster-index';
import type { SearchIndex } from '@fundus/server/search/search-index';
import { printTable } from '../measure/table.ts';

export type RelevanceOptions = {
  /** JSON Lines file of real records that the judged queries refer to. */
  records?: string;
  /** Folders of evaluation sets, each with `docs.jsonl`, `queries.tsv` and `qrels.txt`. */
  folders: readonly string[];
  cluster: string | undefined;
};

/** Prints the relevance tables without storing them, because the data sets may not be published. */
export async function relevanceBench({ records, folders, cluster }: RelevanceOptions): Promise<void> {
  const sets = [smallSet(), ...(records === undefined ? [] : realSets(records)), ...folders.map(folderSet)];
  for (const set of sets) {
    printTable({
      title: `${set.name}: ${set.judged.length.toLocaleString('en')} queries, ${set.records.length.toLocaleString('en')} records`,
      head: ['', 'recall@50', 'MRR@10', 'nDCG@10', 'success@1', 'P@10', 'ms a query'],
      rows: await rowsOf(set, cluster),
    });
  }
}

async function rowsOf({ records, judged }: JudgedSet, cluster: string | undefined): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  const take = async (name: string, find: Finder): Promise<void> => {
    await find(judged[0]!.q);
    const start = performance.now();
    const measured = await measure(find, judged);
    rows.push([name, ...columns(measured), (performance.now() - start) / judged.length]);
  };
  await take('plain BM25', plainFinder(records));
  const words = await openEvaluationEngine(records, { wordsAlone: true });
  await take('words alone', finderOf(words));
  await words.close();
  const engine = await openEvaluationEngine(records);
  await take('with meaning', finderOf(engine));
  await take('AI search', finderOf(engine, 'semantic'));
  await engine.close();
  if (cluster === undefined) return rows;
  const index = await openOnCluster(cluster, records);
  await take('plain query to the node', plainQuery(cluster));
  await take('cluster, with meaning', patient(finderOf(index)));
  await take('cluster, AI search', patient(finderOf(index, 'semantic')));
  await index.close();
  return rows;
}

/** Returns a standard query without our driver: records that match all words first, then those that match some. */
const plainQuery =
  (url: string): Finder =>
  async (q) => {
    const fields = Object.entries(JUDGED_SCHEMA.text).map(([name, { weight }]) => `text.${name}^${weight}`);
    const matching = (operator: string) => ({ multi_match: { query: q, type: 'cross_fields', operator, fields } });
    const should = [{ constant_score: { filter: matching('and'), boost: 1_000 } }];
    const query = { bool: { must: [matching('or')], should, filter: [{ term: { visible: 'all' } }] } };
    const body = JSON.stringify({ query, size: 50, _source: false, track_total_hits: 1_000 });
    const reply = await fetch(`${url}/judged-media/_search`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const { hits } = (await reply.json()) as { hits: { hits: { _id: string }[] } };
    return hits.hits.map(({ _id }) => _id);
  };

/** Retries after timeouts, because this benchmark measures relevance, not speed. */
const patient =
  (find: Finder): Finder =>
  async (q) => {
    for (;;) {
      try {
        return await find(q);
      } catch (error) {
        if (!(error instanceof SearchError) || error.code !== 'timeout') throw error;
      }
    }
  };

/** Builds the same index on an OpenSearch cluster. */
async function openOnCluster(url: string, records: readonly JudgedRecord[]): Promise<SearchIndex> {
  const settings = { url: `${url}/judged`, user: undefined, password: undefined, ca: undefined };
  const index = await openClusterIndex(settings, {
    schema: JUDGED_SCHEMA,
    edition: 1,
    vocabulary: vocabularyOf(records),
    space: undefined,
    synonyms: SCHOOL_SYNONYMS,
  });
  await index.renew();
  await index.apply(changesOf(records));
  await index.save();
  return index;
}

const columns = ({ recall, mrr, ndcg, success, precision }: Measures): string[] =>
  [recall, mrr, ndcg, success, precision].map((value) => value.toFixed(3));
