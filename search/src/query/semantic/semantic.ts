/**
 * AI search: merges the best records by words and by meaning among all records that the user can see (reciprocal rank fusion). Filters are applied to
 * the merged list, so that the facet count of a value equals the number of hits after filtering by it.
 */
import { fold } from '../../analysis/fold.ts';
import { tokenise } from '../../analysis/tokenise.ts';
import type { Query, SearchQuery, SemanticAnswer, SemanticQuery } from '../../api.ts';
import { has } from '../../index/bits.ts';
import { find, stringAt } from '../../index/dictionary.ts';
import type { LiveSegment, IndexView } from '../../index/index-view.ts';
import type { RankedRecord } from '../complete.ts';
import { MIN_COSINE, rankRecords } from '../complete.ts';
import { allowedRecords } from '../filter.ts';
import { highlightsOf } from '../highlight.ts';
import { checkSearch } from '../limits.ts';
import type { Execution } from '../match.ts';
import { matchTiers, requiredMatches } from '../match.ts';
import type { QueryMeaning } from '../meaning.ts';
import { nearWords, queryMeaning } from '../meaning.ts';
import { parse } from '../parse.ts';
import type { Clause, Context, Plan } from '../plan.ts';
import { makePlan } from '../plan.ts';
import { postingOf } from '../postings.ts';
import { reasonsOf } from '../reason.ts';
import { scoreMatches } from '../score.ts';
import { search } from '../search.ts';
import type { ScoredRecord } from '../top-hits.ts';
import { createTopHits, insert, sortedHits } from '../top-hits.ts';
import { WEIGHTS } from '../weights.ts';
import { nearestRecords } from './nearest.ts';

/** Maximum number of records retrieved by words. */
const MAX_BY_WORDS = 500;
/** Minimum score, as a share of the best score, of a record that is not similar in meaning. */
const MIN_SCORE_SHARE = 0.1;
const { fusion: FUSION, semantic: BONUS, title: TITLE } = WEIGHTS;

type FusedHit = ScoredRecord & { similarity: number };
type Retrieved = { hits: FusedHit[]; plan: Plan; meaning: QueryMeaning | null };

/** Returns a page of hits. `search` answers queries without words. Throws `bad_query` and `timeout` like `search`. */
export function semantic(query: SemanticQuery, execution: Execution): SemanticAnswer {
  const { context } = execution;
  const { view, fields } = context;
  const { offset, limit } = checkSearch(query, fields);
  const retrieved = retrieve(query, execution);
  if (retrieved === null) {
    const { corrected: _, ...answer } = search(query, execution);
    return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, similarity: 0, near: [] })), words: [], meaning: false };
  }
  const { plan, meaning } = retrieved;
  const filtered = applyFilters(retrieved.hits, query, plan, context);
  const page = sortHits(filtered, query, context).slice(offset, offset + limit);
  const highlight = query.highlight === undefined ? null : highlightsOf(plan, context, query.highlight);
  const reasonOf = query.reasons?.length ? reasonsOf(plan, context, query.highlight ?? [], query.reasons) : null;
  const near = new Map(meaning?.nearTerms.map(({ stem, cosine }) => [stem, cosine]));
  return {
    total: filtered.length,
    partialTotal: 0,
    hits: page.map((hit) => {
      const live = view.segments[hit.segmentIndex]!;
      const reason = reasonOf?.(hit);
      return {
        id: stringAt(live.segment.ids, hit.record),
        score: hit.score,
        partial: false,
        similarity: hit.similarity,
        near: near.size === 0 ? [] : nearWords(live, hit.record, fields.text.length, near),
        ...(highlight !== null && { highlight: highlight(hit) }),
        ...(reason && { reason }),
      };
    }),
    words: matchedWords(query.q, filtered, plan, view),
    meaning: meaning !== null,
  };
}

/**
 * Returns the retrieved records of each segment that pass the filters; `null` for a query without words. The filter on value field `except` is
 * ignored.
 */
export function retrievedRecords(query: Query & { vector?: Float32Array }, execution: Execution, except: number): Uint32Array[] | null {
  const retrieved = retrieve(query, execution);
  if (retrieved === null) return null;
  const filtered = applyFilters(retrieved.hits, query, retrieved.plan, execution.context, except);
  return recordsBySegment(filtered, execution.context.view.segments);
}

/** Returns the records of each segment in ascending order. */
export function recordsBySegment(hits: readonly ScoredRecord[], segments: readonly LiveSegment[]): Uint32Array[] {
  return segments.map((_, own) =>
    Uint32Array.from(
      hits.filter(({ segmentIndex }) => segmentIndex === own),
      ({ record }) => record,
    ).sort(),
  );
}

/** Last results by view, cached because a screen shows a page and several facets of the same query. */
const caches = new WeakMap<IndexView, Map<string, Retrieved | null>>();
const MAX_CACHED = 4;

/** Returns the cache key of a query vector. */
export const vectorKey = (vector: Float32Array | undefined): string =>
  vector === undefined ? '' : Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('latin1');

/** Returns the records retrieved from all that the user can see, best first; `null` for a query without words. */
function retrieve(query: Query & { vector?: Float32Array }, execution: Execution): Retrieved | null {
  const { view } = execution.context;
  const key = JSON.stringify([execution.context.synonyms.version, query.q, [...new Set(query.visible)].sort(), vectorKey(query.vector)]);
  let cache = caches.get(view);
  if (cache === undefined) caches.set(view, (cache = new Map()));
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const retrieved = retrieveBoth(query, execution);
  cache.set(key, retrieved);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
  return retrieved;
}

function retrieveBoth({ q, visible, vector }: Query & { vector?: Float32Array }, execution: Execution): Retrieved | null {
  const { context, scratch } = execution;
  const { view, fields } = context;
  const typed = makePlan(parse(q, fields), context, false);
  if (typed.clauses.length === 0) return null;
  const { full, plan } = retrieveFull({ q, visible }, execution);
  const meaning = queryMeaning(plan, view, vector);
  const candidates = view.segments.map((live) =>
    requiredMatches(plan, live.segment, allowedRecords(live, visible, undefined, plan, fields), scratch),
  );
  const hasModel = view.model !== null;
  const ranked = rankRecords({ clauses: plan.clauses, meaning: hasModel ? meaning : null, candidates }, execution, MAX_BY_WORDS);
  const good = ranked.filter(({ score, cosine }) => cosine >= MIN_COSINE || score >= MIN_SCORE_SHARE * ranked[0]!.score);
  if (hasModel) return { hits: raiseFull(good, full, context), plan: typed, meaning };
  const known = new Set(full.map(recordKey));
  const byWords = [...full, ...good.filter((each) => !known.has(recordKey(each)))];
  const byMeaning = meaning === null ? [] : nearestRecords(meaning.vector, candidates, execution);
  return { hits: fuse(byWords, byMeaning, context), plan: typed, meaning };
}

/** Adds a bonus to records that contain all words, and a larger bonus to records whose title equals the query. */
function raiseFull(ranked: readonly RankedRecord[], full: readonly ScoredRecord[], { view }: Context): FusedHit[] {
  const all = new Map<string, FusedHit>();
  for (const hit of ranked) all.set(recordKey(hit), { ...hit, similarity: hit.cosine });
  for (const hit of full) {
    const known = all.get(recordKey(hit)) ?? { ...hit, score: 0, similarity: 0 };
    all.set(recordKey(hit), { ...known, score: known.score + (hit.score >= TITLE.equal ? BONUS.equalTitle : BONUS.allWords) });
  }
  return byScore(all, view.segments);
}

function applyFilters(hits: FusedHit[], { visible, filters }: Query, plan: Plan, { view, fields }: Context, except = -1): FusedHit[] {
  if (Object.keys(filters ?? {}).length === 0) return hits;
  const allowed = view.segments.map((live) => allowedRecords(live, visible, filters, plan, fields, except));
  return hits.filter(({ segmentIndex, record }) => has(allowed[segmentIndex]!, record));
}

/** Returns the full matches, best first, and the plan with which they were found. */
function retrieveFull(query: Query, execution: Execution): { full: ScoredRecord[]; plan: Plan } {
  const { context, scratch } = execution;
  const { segments } = context.view;
  const tops = { exact: createTopHits(MAX_BY_WORDS), relaxed: createTopHits(MAX_BY_WORDS) };
  const { plan, relaxedPlan } = matchTiers(query, execution, (tier, segmentIndex, count, tierPlan) =>
    scoreMatches(query, tierPlan, context, segmentIndex, count, scratch, tops[tier]),
  );
  const full = [...sortedHits(tops.exact, segments), ...sortedHits(tops.relaxed, segments)].slice(0, MAX_BY_WORDS);
  return { full, plan: relaxedPlan ?? plan };
}

const recordKey = ({ segmentIndex, record }: ScoredRecord): string => `${segmentIndex} ${record}`;

/** Merges two ranked lists with reciprocal rank fusion. */
function fuse(byWords: readonly ScoredRecord[], byMeaning: readonly RankedRecord[], { view }: Context): FusedHit[] {
  const all = new Map<string, FusedHit>();
  const add = (hit: ScoredRecord, score: number, similarity: number): void => {
    const known = all.get(recordKey(hit));
    if (known === undefined) all.set(recordKey(hit), { ...hit, score, similarity });
    else all.set(recordKey(hit), { ...known, score: known.score + score, similarity: Math.max(known.similarity, similarity) });
  };
  byWords.forEach((hit, at) => add(hit, FUSION.words / (FUSION.rank + at + 1), 0));
  byMeaning.forEach((hit, at) => add(hit, 1 / (FUSION.rank + at + 1), hit.cosine));
  return byScore(all, view.segments);
}

/** Returns the hits sorted by score, then by identifier. */
function byScore(all: ReadonlyMap<string, FusedHit>, segments: readonly LiveSegment[]): FusedHit[] {
  const top = createTopHits(Math.max(1, all.size));
  for (const { segmentIndex, record, score } of all.values()) insert(top, segments, segmentIndex, record, score);
  return sortedHits(top, segments).map((hit) => all.get(recordKey(hit))!);
}

/** Returns the hits in the sort order of the query. Hits with equal keys stay in order of relevance. */
function sortHits(hits: FusedHit[], { sort = 'relevance' }: SearchQuery, { view, fields }: Context): FusedHit[] {
  if (sort === 'relevance') return hits;
  const segmentOf = ({ segmentIndex }: FusedHit) => view.segments[segmentIndex]!.segment;
  if (sort === 'title') {
    const keyOf = (hit: FusedHit): Uint8Array => {
      const { bytes, offsets } = segmentOf(hit).titleKeys;
      return bytes.subarray(offsets[hit.record]!, offsets[hit.record + 1]!);
    };
    return hits.toSorted((a, b) => Buffer.compare(keyOf(a), keyOf(b)));
  }
  const field = fields.numbers.indexOf(sort.number);
  const keyOf = (hit: FusedHit): number => {
    const value = segmentOf(hit).numbers[field]![hit.record]!;
    return Number.isNaN(value) ? -Infinity : sort.order === 'desc' ? value : -value;
  };
  return hits.toSorted((a, b) => (keyOf(a) === keyOf(b) ? 0 : keyOf(b) - keyOf(a)));
}

/** Returns the words of the query, as typed, that occur in at least one of the hits. */
function matchedWords(q: string, hits: readonly FusedHit[], plan: Plan, view: IndexView): string[] {
  const occurs = (clause: Clause): boolean =>
    clause.alternatives.some(
      (alternative) =>
        alternative.kind === 'stem' &&
        hits.some(({ segmentIndex, record }) => {
          const { terms, postings } = view.segments[segmentIndex]!.segment;
          const term = find(terms, alternative.stem);
          return term >= 0 && postingOf(postings, term, record) >= 0;
        }),
    );
  const matched = new Set(plan.clauses.filter((clause) => clause.surface !== '' && occurs(clause)).map((clause) => clause.surface));
  const words = new Map<string, string>();
  tokenise(q, (raw) => {
    const surface = fold(raw.endsWith('.') ? raw.slice(0, -1) : raw);
    if (matched.has(surface) && !words.has(surface)) words.set(surface, raw);
  });
  return [...words.values()];
}
