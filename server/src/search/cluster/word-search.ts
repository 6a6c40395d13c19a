/** Searches by words. Returns full matches, followed by records with some of the words. */
import type { SearchAnswer, SearchQuery } from '@fundus/search/api';
import type { Fields } from '@fundus/search/index/segment';
import type { Dsl, ClusterHit } from './client.ts';
import { highlightRequest, hitOf } from './highlights.ts';
import { buildAnyWordsQuery, buildFullMatchQuery, buildRankedQuery, parseQuestion, sortOf, type ParsedQuery } from './questions.ts';
import { checkQuery, type Searches } from './requests.ts';
import { correct, needsTolerance, spellingOf } from './spelling.ts';

/** Lists with fewer full matches are extended with partial matches up to this length. */
export const SCREENFUL = 50;

type Page = { from: number; size: number };
/** Returns the vector of a query, or `null` if semantic search is not available. */
export type VectorOf = (q: string, given?: Float32Array) => readonly number[] | null;

export function makeWordSearch(
  { searchOne, searchAll }: Searches,
  fields: Fields,
  vectorOf: VectorOf,
): (query: SearchQuery) => Promise<SearchAnswer> {
  /** Returns the partial matches of a list that is sorted by a value. The most relevant ones are selected first and then sorted. */
  const partialOf = async (
    question: ParsedQuery,
    { full, sort, size, marks }: { full: Dsl; sort: Dsl[]; size: number; marks: Dsl },
  ): Promise<ClusterHit[]> => {
    const others = { ...question, must_not: [...question.must_not, full] };
    const chosen = await searchOne({ query: buildAnyWordsQuery(others, fields), size, _source: false, track_total_hits: false });
    const ids = chosen.hits.hits.map(({ _id }) => _id);
    return (await searchOne({ query: { ids: { values: ids } }, size, sort, _source: false, ...marks })).hits.hits;
  };

  /** Returns the request for the hits of a page. */
  const pageOf = (query: SearchQuery, question: ParsedQuery, page: Page, { slips, marks }: { slips: boolean; marks: Dsl }): Dsl => {
    const sort = sortOf(query);
    if (sort) return { ...page, query: buildFullMatchQuery(question, slips), sort, _source: false, ...marks };
    const vector = question.plain === '' ? null : vectorOf(question.plain);
    return {
      ...page,
      ...buildRankedQuery(question, query, fields, { vector, slips }),
      _source: slips && page.size > 0 ? ['language', 'text'] : false,
      ...(question.plain === '' && { sort: ['_score', { id: 'asc' }] }),
      ...marks,
      track_total_hits: SCREENFUL,
    };
  };

  /** Returns the ranked hits and the exact number of full matches in a single request. */
  const listOf = async (
    query: SearchQuery,
    question: ParsedQuery,
    page: Page,
    slips: boolean,
  ): Promise<{ answer: SearchAnswer; repeat: boolean }> => {
    const marks = highlightRequest(query, question, slips);
    const full = buildFullMatchQuery(question, slips);
    const [list, counted] = await searchAll([
      pageOf(query, question, page, { slips, marks }),
      { size: 0, query: full, track_total_hits: true, ...(question.plain !== '' && spellingOf(question.plain)) },
    ]);
    const total = counted!.hits.total!.value;
    const goesOn = question.plain !== '' && total < SCREENFUL;
    const all = list!.hits.hits.map((hit, at) => hitOf(hit, goesOn && page.from + at >= total, query, question.words));
    const corrected = slips ? correct(query.q, counted!, list!.hits.hits) : undefined;
    const about = { total, ...(corrected !== undefined && { corrected }) };
    const repeat = needsTolerance(total, counted!);
    if (!goesOn) return { answer: { ...about, partialTotal: 0, hits: all }, repeat };
    const sort = sortOf(query);
    if (!sort) {
      const partialTotal = Math.max(0, Math.min(SCREENFUL, list!.hits.total!.value) - total);
      return { answer: { ...about, partialTotal, hits: all.slice(0, Math.max(0, SCREENFUL - page.from)) }, repeat };
    }
    const partial = await partialOf(question, { full, sort, size: SCREENFUL - total, marks });
    const rest = partial.map((hit) => hitOf(hit, true, query, question.words));
    const start = Math.max(0, page.from - total);
    const hits = [...all, ...rest.slice(start, start + page.size - all.length)];
    return { answer: { ...about, partialTotal: rest.length, hits }, repeat };
  };

  return async (query) => {
    const page = checkQuery(query, fields);
    const question = parseQuestion(query, fields);
    if (question.nothing) return { total: 0, partialTotal: 0, hits: [] };
    const { answer: exact, repeat } = await listOf(query, question, page, false);
    if (!repeat) return exact;
    const { answer: tolerant } = await listOf(query, question, page, true);
    return tolerant.total > exact.total ? tolerant : exact;
  };
}
