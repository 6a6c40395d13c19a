/** Semantic search. Combines records with similar words and records with similar meaning by reciprocal rank fusion. */
import { tokenise } from '@fundus/search/analysis/tokenise';
import type { SearchAnswer, SearchQuery, SemanticAnswer, SemanticQuery } from '@fundus/search/api';
import type { Fields } from '@fundus/search/index/segment';
import { wordsOf } from '@fundus/search/query/parse';
import type { ClusterHit } from './client.ts';
import { highlightRequest, hitOf } from './highlights.ts';
import {
  buildFilterConditions,
  isFullMatchScore,
  buildNearestQuery,
  buildRankedQuery,
  parseQuestion,
  sortOf,
  type ParsedQuery,
} from './questions.ts';
import { checkQuery, type Searches } from './requests.ts';
import type { VectorOf } from './word-search.ts';

/** Number of hits in each list, maximum number of combined hits, and constants of reciprocal rank fusion. */
const RETRIEVED = 150;
const MAX_FUSED = 200;
const RANK = 20;
const BY_WORDS = 0.7;

type Near = { id: string; score: number; similarity: number };
/** Result of a search. `meaning` is false if the records were found only by their words. */
type Retrieved = { found: Near[]; meaning: boolean; question: ParsedQuery };

/** Returns a function that finds records with similar words or meaning. The function returns `null` for a query without words. */
export function makeRetriever({ searchAll }: Searches, fields: Fields, vectorOf: VectorOf) {
  return async ({ q, visible, vector }: SemanticQuery): Promise<Retrieved | null> => {
    const question = parseQuestion({ q, visible }, fields);
    if (question.plain === '') return null;
    const direction = vectorOf(question.plain, vector);
    const page = { size: RETRIEVED, _source: false, track_total_hits: false };
    const [byWords, byMeaning] = await searchAll([
      { ...page, ...buildRankedQuery(question, {}, fields) },
      ...(direction ? [{ ...page, query: buildNearestQuery(question, direction, RETRIEVED) }] : []),
    ]);
    return { found: fuse(byWords!.hits.hits, byMeaning?.hits.hits ?? []), meaning: direction !== null, question };
  };
}

/** Combines both lists and returns the best records. Records that contain all words of the query precede all others. */
function fuse(byWords: readonly ClusterHit[], byMeaning: readonly ClusterHit[]): Near[] {
  const found = new Map<string, Near>();
  const add = (id: string, score: number, similarity: number): void => {
    const known = found.get(id) ?? { id, score: 0, similarity: 0 };
    found.set(id, { id, score: known.score + score, similarity: Math.max(known.similarity, similarity) });
  };
  byWords.forEach(({ _id, _score }, at) => add(_id, BY_WORDS / (RANK + at + 1) + (isFullMatchScore(_score) ? 1 / RANK : 0), 0));
  byMeaning.forEach(({ _id, _score }, at) => add(_id, 1 / (RANK + at + 1), 2 * _score! - 1));
  return [...found.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, MAX_FUSED);
}

export function makeMeaningSearch(
  { searchOne }: Searches,
  fields: Fields,
  retrieve: (query: SemanticQuery) => Promise<Retrieved | null>,
  search: (query: SearchQuery) => Promise<SearchAnswer>,
): (query: SemanticQuery) => Promise<SemanticAnswer> {
  /** Returns the identifiers of records that pass the filters, in the order of the query. */
  const passing = async (query: SemanticQuery, ids: string[]): Promise<string[]> => {
    const filter = [{ ids: { values: ids } }, ...buildFilterConditions(query.filters)];
    const sort = sortOf(query);
    if (!sort && filter.length === 1) return ids;
    const { hits } = await searchOne({ query: { bool: { filter } }, size: ids.length, _source: false, ...(sort && { sort }) });
    const passed = hits.hits.map(({ _id }) => _id);
    return sort ? passed : ids.filter((id) => passed.includes(id));
  };

  return async (query) => {
    const { from, size } = checkQuery(query, fields);
    const retrieved = await retrieve(query);
    if (retrieved === null) {
      const { corrected: _, ...answer } = await search(query);
      return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, similarity: 0, near: [] })), words: [], meaning: false };
    }
    const { found, meaning, question } = retrieved;
    const about = new Map(found.map((each) => [each.id, each]));
    const ids = await passing(query, [...about.keys()]);
    const page = ids.slice(from, from + size);
    const words = question.plain.split(' ');
    const reply = await searchOne({
      query: { ids: { values: ids } },
      post_filter: { ids: { values: page } },
      ...{ size: page.length, _source: false, track_total_hits: false },
      ...highlightRequest(query, question, false),
      aggs: Object.fromEntries(words.map((word, at) => [`word${at}`, { filter: { match: { all: word } } }])),
    });
    const hits = new Map(reply.hits.hits.map((hit) => [hit._id, hit]));
    const occurs = new Set(words.filter((_, at) => reply.aggregations![`word${at}`]!.doc_count! > 0));
    return {
      total: ids.length,
      partialTotal: 0,
      hits: page.flatMap((id) => {
        const hit = hits.get(id);
        const { score, similarity } = about.get(id)!;
        return hit ? [{ ...hitOf(hit, false, query, question.words), score, similarity, near: [] }] : [];
      }),
      words: writtenWords(query.q, occurs),
      meaning,
    };
  };
}

/** Returns the words of a query, as the user typed them, whose folded form is in the set. */
function writtenWords(q: string, folded: ReadonlySet<string>): string[] {
  const written = new Map<string, string>();
  tokenise(q, (raw) => {
    const [word] = wordsOf(raw);
    if (word && folded.has(word.surface) && !written.has(word.surface)) written.set(word.surface, raw);
  });
  return [...written.values()];
}
