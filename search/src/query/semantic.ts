/**
 * Search by meaning and by words: two lists over everything visible to the person, fused by rank (reciprocal rank fusion).
 * Filters are applied to the fused list, so that a value's count is what filtering by it gives.
 */
import { fold } from '../analysis/fold.ts';
import { tokenise } from '../analysis/tokenise.ts';
import type { Query, SearchQuery, SemanticAnswer, SemanticQuery } from '../api.ts';
import { SearchError } from '../api.ts';
import { has } from '../index/bits.ts';
import { find, stringAt } from '../index/dictionary.ts';
import type { LiveSegment, IndexView } from '../index/index-view.ts';
import { nearestRecords } from './nearest.ts';
import type { QueryMeaning } from './meaning.ts';
import { queryMeaning, nearWords } from './meaning.ts';
import { allowedRecords } from './filter.ts';
import { highlightsOf } from './highlight.ts';
import { postingOf } from './phrases.ts';
import { parse } from './parse.ts';
import type { Context, Clause, Plan } from './plan.ts';
import { makePlan } from './plan.ts';
import { checkRanking, collectTop, TITLE_MATCH } from './rank.ts';
import { reasonsOf } from './reason.ts';
import type { Execution } from './tiers.ts';
import { collectTiers, requiredMatches } from './tiers.ts';
import { DEEPEST, LARGEST_PAGE, PAGE, requireInteger } from './limits.ts';
import type { RankedRecord } from './score.ts';
import { NEAR, rankRecords } from './score.ts';
import { search } from './search.ts';
import type { ScoredRecord } from './top-hits.ts';
import { createTopHits, insert, sortedHits } from './top-hits.ts';

/** Maximum number of records retrieved by words. */
const MAX_BY_WORDS = 500;
/** The constant of reciprocal rank fusion (Cormack et al. 2009), and what a rank by words counts beside one by meaning; tuned in relevance/meaning.ts. */
const RANK = 20;
const WORDS = 0.7;
/** What a record gains that has all words, and one whose title is the query; the best of the others has about 2. */
const ALL_WORDS = 0.3;
const WHOLE_TITLE = 10;
/** Minimum score, as a share of the best, of a record that is not near in meaning. */
const SHARE = 0.1;

type FusedHit = ScoredRecord & { similarity: number };
type Retrieved = { found: FusedHit[]; plan: Plan; meaning: QueryMeaning | null };

export function semantic(query: SemanticQuery, execution: Execution): SemanticAnswer {
  const offset = requireInteger('offset', query.offset ?? 0, DEEPEST);
  const limit = requireInteger('limit', query.limit ?? PAGE, LARGEST_PAGE);
  const { context } = execution;
  const { view, fields } = context;
  for (const name of [...(query.highlight ?? []), ...(query.reasons ?? [])]) {
    if (!fields.text.some((field) => field.name === name)) throw new SearchError('bad_query', `there is no text field ${name}`);
  }
  checkRanking(query, fields);
  const answered = retrieve(query, execution);
  if (answered === null) {
    const { corrected: _, ...answer } = search(query, execution);
    return { ...answer, hits: answer.hits.map((hit) => ({ ...hit, similarity: 0, near: [] })), words: [], meaning: false };
  }
  const { plan, meaning } = answered;
  const chosen = applyFilters(answered.found, query, plan, context);
  const page = sortHits(chosen, query, context).slice(offset, offset + limit);
  const marker = query.highlight === undefined ? null : highlightsOf(plan, context, query.highlight);
  const reasonOf = query.reasons?.length ? reasonsOf(plan, context, query.highlight ?? [], query.reasons) : null;
  const near = new Map(meaning?.nearTerms.map(({ stem, cosine }) => [stem, cosine]));
  return {
    total: chosen.length,
    partialTotal: 0,
    hits: page.map((found) => {
      const live = view.segments[found.segmentIndex]!;
      const reason = reasonOf?.(found);
      return {
        id: stringAt(live.segment.ids, found.record),
        score: found.score,
        partial: false,
        similarity: found.similarity,
        near: near.size === 0 ? [] : nearWords(live, found.record, fields.text.length, near),
        ...(marker !== null && { highlight: marker(found) }),
        ...(reason && { reason }),
      };
    }),
    words: matchedWords(query.q, chosen, plan, view),
    meaning: meaning !== null,
  };
}

/** The retrieved records of each segment that pass the filters, except that of the value field `except`; `null` for a query without clauses. */
export function retrievedRecords(query: Query & { vector?: Float32Array }, execution: Execution, except: number): Uint32Array[] | null {
  const answered = retrieve(query, execution);
  if (answered === null) return null;
  const chosen = applyFilters(answered.found, query, answered.plan, execution.context, except);
  return recordsBySegment(chosen, execution.context.view.segments);
}

/** For each segment the records found in it, ascending. */
export function recordsBySegment(found: readonly ScoredRecord[], segments: readonly LiveSegment[]): Uint32Array[] {
  return segments.map((_, e) =>
    Uint32Array.from(
      found.filter(({ segmentIndex }) => segmentIndex === e),
      ({ record }) => record,
    ).sort(),
  );
}

/** The last queries: a screen needs a page and several facets of the same. */
const answers = new WeakMap<IndexView, Map<string, Retrieved | null>>();
const MAX_ANSWERS = 4;

/** A key for caches. */
export const keyOf = (vector: Float32Array | undefined): string =>
  vector === undefined ? '' : Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('latin1');

/** The records retrieved from all that is visible to the person, best first; `null` for a query without clauses. */
function retrieve(query: Query & { vector?: Float32Array }, execution: Execution): Retrieved | null {
  const { view } = execution.context;
  const key = JSON.stringify([execution.context.synonyms.version, query.q, [...new Set(query.visible)].sort(), keyOf(query.vector)]);
  let kept = answers.get(view);
  if (kept === undefined) answers.set(view, (kept = new Map()));
  const before = kept.get(key);
  if (before !== undefined) return before;
  const answered = retrieveBoth(query, execution);
  kept.set(key, answered);
  if (kept.size > MAX_ANSWERS) kept.delete(kept.keys().next().value!);
  return answered;
}

function retrieveBoth({ q, visible, vector }: Query & { vector?: Float32Array }, execution: Execution): Retrieved | null {
  const { context, scratch } = execution;
  const { view, fields } = context;
  const typed = makePlan(parse(q, fields), context, false);
  if (typed.clauses.length === 0) return null;
  const { full, plan } = retrieveFull({ q, visible }, execution);
  const meaning = queryMeaning(plan, view, vector);
  const strict: Plan = {
    ...plan,
    clauses: plan.clauses.filter((clause) => !clause.optional),
    title: null,
    begins: null,
    phraseOfAll: null,
  };
  const open = view.segments.map((live) =>
    requiredMatches(strict, live.segment, allowedRecords(live, visible, undefined, plan, fields), scratch),
  );
  const learned = view.model !== null;
  const ranked = rankRecords({ clauses: plan.clauses, meaning: learned ? meaning : null, open }, execution, MAX_BY_WORDS);
  const good = ranked.filter(({ score, cosine }) => cosine >= NEAR || score >= SHARE * ranked[0]!.score);
  if (learned) return { found: raiseFull(good, full, context), plan: typed, meaning };
  const known = new Set(full.map(keyOfRecord));
  const byWords = [...full, ...good.filter((each) => !known.has(keyOfRecord(each)))];
  const byMeaning = meaning === null ? [] : nearestRecords(meaning.vector, open, execution);
  return { found: fuse(byWords, byMeaning, context), plan: typed, meaning };
}

/** Records with all words gain, those whose title is the query come first. */
function raiseFull(ranked: readonly RankedRecord[], full: readonly ScoredRecord[], { view }: Context): FusedHit[] {
  const all = new Map<string, FusedHit>();
  for (const found of ranked) all.set(keyOfRecord(found), { ...found, similarity: found.cosine });
  for (const found of full) {
    const known = all.get(keyOfRecord(found)) ?? { ...found, score: 0, similarity: 0 };
    all.set(keyOfRecord(found), { ...known, score: known.score + (found.score >= TITLE_MATCH ? WHOLE_TITLE : ALL_WORDS) });
  }
  return byScore(all, view.segments);
}

function applyFilters(found: FusedHit[], { visible, filters }: Query, plan: Plan, { view, fields }: Context, except = -1): FusedHit[] {
  if (Object.keys(filters ?? {}).length === 0) return found;
  const allowed = view.segments.map((live) => allowedRecords(live, visible, filters, plan, fields, except));
  return found.filter(({ segmentIndex, record }) => has(allowed[segmentIndex]!, record));
}

/** Best first: the records with all words; and the plan, with slips allowed for where they were. */
function retrieveFull(query: Query, execution: Execution): { full: ScoredRecord[]; plan: Plan } {
  const { segments } = execution.context.view;
  const tops = { exact: createTopHits(MAX_BY_WORDS), relaxed: createTopHits(MAX_BY_WORDS) };
  const { plan, relaxedPlan } = collectTiers(query, execution, (tier, e, count, own) =>
    collectTop(query, own, segments, e, count, execution.scratch, tops[tier], execution.context.fields),
  );
  const full = [...sortedHits(tops.exact, segments), ...sortedHits(tops.relaxed, segments)].slice(0, MAX_BY_WORDS);
  return { full, plan: relaxedPlan ?? plan };
}

const keyOfRecord = ({ segmentIndex, record }: ScoredRecord): string => `${segmentIndex} ${record}`;

function fuse(byWords: readonly ScoredRecord[], byMeaning: readonly RankedRecord[], { view }: Context): FusedHit[] {
  const all = new Map<string, FusedHit>();
  const add = (found: ScoredRecord, score: number, similarity: number): void => {
    const known = all.get(keyOfRecord(found));
    if (known === undefined) all.set(keyOfRecord(found), { ...found, score, similarity });
    else all.set(keyOfRecord(found), { ...known, score: known.score + score, similarity: Math.max(known.similarity, similarity) });
  };
  byWords.forEach((found, at) => add(found, WORDS / (RANK + at + 1), 0));
  byMeaning.forEach((found, at) => add(found, 1 / (RANK + at + 1), found.cosine));
  return byScore(all, view.segments);
}

/** Best first; equal ones in the order of their ids. */
function byScore(all: ReadonlyMap<string, FusedHit>, segments: readonly LiveSegment[]): FusedHit[] {
  const top = createTopHits(Math.max(1, all.size));
  for (const { segmentIndex, record, score } of all.values()) insert(top, segments, segmentIndex, record, score);
  return sortedHits(top, segments).map((found) => all.get(keyOfRecord(found))!);
}

/** Sorts hits; equal ones stay in the order of relevance. */
function sortHits(found: FusedHit[], { sort = 'relevance' }: SearchQuery, { view, fields }: Context): FusedHit[] {
  if (sort === 'relevance') return found;
  const segmentOf = ({ segmentIndex }: FusedHit) => view.segments[segmentIndex]!.segment;
  if (sort === 'title') {
    const key = (each: FusedHit): Uint8Array => {
      const { bytes, offsets } = segmentOf(each).titleKeys;
      return bytes.subarray(offsets[each.record]!, offsets[each.record + 1]!);
    };
    return found.toSorted((a, b) => Buffer.compare(key(a), key(b)));
  }
  const field = fields.numbers.indexOf(sort.number);
  const number = (each: FusedHit): number => {
    const value = segmentOf(each).numbers[field]![each.record]!;
    return Number.isNaN(value) ? -Infinity : sort.order === 'desc' ? value : -value;
  };
  return found.toSorted((a, b) => (number(a) === number(b) ? 0 : number(b) - number(a)));
}

/** The words as typed that occur in one of the records. */
function matchedWords(q: string, found: readonly FusedHit[], plan: Plan, view: IndexView): string[] {
  const occurs = (clause: Clause): boolean =>
    clause.alternatives.some(
      (alternative) =>
        alternative.kind === 'stem' &&
        found.some(({ segmentIndex, record }) => {
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
