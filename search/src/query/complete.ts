/**
 * Completes short lists of hits with partial matches (docs/behaviour/search.md#words), and ranks matches of questions. The score combines BM25F of
 * the words that occur, similar words, the cosine of the record, and the proximity of the words.
 */
import type { SearchQuery } from '../api.ts';
import { add, has, listBits, unionBits } from '../index/bits.ts';
import type { LiveSegment } from '../index/index-view.ts';
import { lowerBound } from '../index/sorted.ts';
import type { QuantisedVector } from '../vectors/scan.ts';
import { cosinesOf, quantiseUnit } from '../vectors/scan.ts';
import { checkTime, SCREENFUL } from './limits.ts';
import type { Execution, Matches } from './match.ts';
import { requiredMatches } from './match.ts';
import type { NearTerm, QueryMeaning } from './meaning.ts';
import { queryMeaning } from './meaning.ts';
import type { Clause, Context, Plan } from './plan.ts';
import { EVERY_FIELD, weightOf } from './plan.ts';
import { materialise, postingRanges, scaled } from './postings.ts';
import { proximityTester } from './proximity.ts';
import { relatedStems } from './related-stems.ts';
import { splitCompounds } from './relax.ts';
import { scoreMatches } from './score.ts';
import { cosineBuffer, ensureCapacity } from './scratch.ts';
import type { ScoredRecord, TopHits } from './top-hits.ts';
import { createTopHits, insert, minScore, sortedHits } from './top-hits.ts';
import { WEIGHTS } from './weights.ts';

const WEIGHT = WEIGHTS.partial;

/** Minimum cosine of a record that contains none of the words. */
export const MIN_COSINE = 0.4;
/** Number of the best records for which the proximity of the words is computed. */
const MAX_PROXIMITY = 150;
/** Minimum score, as a share of the best score, of a partial match that is not similar in meaning. */
const MIN_SHARE: Record<Evidence, number> = { word: 0.25, related: 0.2, near: 0.8 };
/** Number of the best partial matches with a query word that are shown regardless of their score. */
const ALWAYS_SHOWN = 5;
/** Minimum cosine of a record that only contains a related word. For example, photos are not about photosynthesis. */
const MIN_RELATED_COSINE = 0.2;

/**
 * Returns the partial matches that follow the full matches, best first, up to a screenful in total. Returns none if every word is required. Boosts do
 * not affect which records are selected, because facets count the same records.
 */
export function partialMatches(matches: Matches, execution: Execution): ScoredRecord[] {
  const total = matches.exact + matches.relaxed;
  const plan = matches.relaxedPlan ?? matches.plan;
  if (total >= SCREENFUL || plan.noTerms || !plan.clauses.some((clause) => clause.optional)) return [];
  const { context, scratch } = execution;
  const candidates = context.view.segments.map(({ segment }, segmentIndex) => {
    const bits = requiredMatches(plan, segment, matches.allowed[segmentIndex]!, scratch);
    for (const record of matches.records[segmentIndex]!) bits[record >>> 5]! &= ~(1 << (record & 31));
    return bits;
  });
  const clauses = total === 0 ? splitCompounds(plan.clauses, context) : plan.clauses;
  const meaning = queryMeaning(plan, context.view, undefined);
  const ranked = rankRecords({ clauses, meaning, candidates }, execution, SCREENFUL - total);
  const isRelevant = ({ score, cosine, evidence }: RankedRecord, at: number): boolean =>
    cosine >= MIN_COSINE ||
    (evidence === 'word' && at < ALWAYS_SHOWN) ||
    (score >= MIN_SHARE[evidence] * ranked[0]!.score && (evidence !== 'related' || meaning === null || cosine >= MIN_RELATED_COSINE));
  return ranked.filter(isRelevant);
}

/** Minimum number of words in a question. A minimum of two had a lower P@10 on the judged real records. */
const MIN_QUESTION = 3;
/** Factor by which scores are multiplied, because scratch memory stores integers. */
const SCORE_SCALE = 1e6;

export const isQuestion = ({ clauses }: Plan): boolean => clauses.filter(({ optional }) => optional).length >= MIN_QUESTION;

/** Matches of a tier in one segment. */
export type SegmentMatches = { segmentIndex: number; records: Uint32Array };

/**
 * Adds the matches of a tier, fewer than a screenful, to `top`. They are ranked with the score of partial matches, because a record that contains all
 * words of a question is not necessarily about them.
 */
export function rankQuestion(matches: readonly SegmentMatches[], plan: Plan, query: SearchQuery, execution: Execution, top: TopHits): void {
  const { context, scratch } = execution;
  const candidates = context.view.segments.map(({ deleted }) => new Uint32Array(deleted.length));
  for (const { segmentIndex, records } of matches) for (const record of records) add(candidates[segmentIndex]!, record);
  const meaning = queryMeaning(plan, context.view, undefined);
  const ranked = rankRecords({ clauses: plan.clauses, meaning, candidates }, execution, SCREENFUL);
  for (const { segmentIndex } of matches) {
    const own = ranked.filter((each) => each.segmentIndex === segmentIndex).sort((a, b) => a.record - b.record);
    own.forEach(({ record, score }, i) => {
      scratch.records[i] = record;
      scratch.scores[i] = Math.round(score * SCORE_SCALE);
    });
    scoreMatches(query, plan, context, segmentIndex, own.length, scratch, top);
  }
}

export type Ranking = {
  /** Clauses of which any may be missing. */
  clauses: readonly Clause[];
  meaning: QueryMeaning | null;
  /** Candidate records of each segment as a bitmap. */
  candidates: readonly Uint32Array[];
};

/** The strongest reason for a match: a query word, a related word, or only words of similar meaning. */
export type Evidence = 'word' | 'related' | 'near';
export type RankedRecord = ScoredRecord & { cosine: number; evidence: Evidence };

/** Returns the `count` best candidates, best first. */
export function rankRecords({ clauses, meaning, candidates }: Ranking, execution: Execution, count: number): RankedRecord[] {
  const { context, deadline } = execution;
  const { segments } = context.view;
  const weight = clauses.reduce((sum, clause) => sum + clause.weight, 0);
  const terms: Terms = {
    clauses,
    related: clauses.map((clause) => relatedStems(clause, context)),
    nearClauses: (meaning?.nearTerms ?? []).map((term) => nearClause(term, context)),
    direction: meaning === null ? null : quantiseUnit(meaning.vector),
    weight,
  };
  const sums = segments.map((live, segmentIndex) => {
    checkTime(deadline);
    return sumSegment(live, candidates[segmentIndex]!, terms, execution);
  });
  let maxSum = 1;
  for (const { words } of sums) for (const sum of words) if (sum > maxSum) maxSum = sum;
  const cosineWeight = WEIGHT.cosine * Math.min(1, (meaning?.vector.length ?? 0) / WEIGHT.dimensions);
  const best = createTopHits(Math.max(1, count, MAX_PROXIMITY));
  sums.forEach(({ records, words, cosines }, segmentIndex) => {
    for (let i = 0; i < records.length; i++) {
      const score = words[i]! / maxSum + cosineWeight * Math.max(0, cosines[i]!);
      if (score >= minScore(best)) insert(best, segments, segmentIndex, records[i]!, score);
    }
  });
  checkTime(deadline);
  const proximity = proximityTester(clauses, context);
  const top = createTopHits(Math.max(1, count));
  for (const { segmentIndex, record, score } of sortedHits(best, segments)) {
    insert(top, segments, segmentIndex, record, score * (1 + proximity(segmentIndex, record) / weight));
  }
  return sortedHits(top, segments)
    .slice(0, count)
    .map((hit) => {
      const { records, cosines, withWord, withRelated } = sums[hit.segmentIndex]!;
      const evidence = has(withWord, hit.record) ? 'word' : has(withRelated, hit.record) ? 'related' : 'near';
      return { ...hit, cosine: Math.max(0, cosines[lowerBound(records, hit.record)]!), evidence };
    });
}

type Terms = {
  clauses: readonly Clause[];
  /** Related stems by clause, which count if the clause itself does not match. */
  related: readonly (Clause | null)[];
  nearClauses: readonly Clause[];
  direction: QuantisedVector | null;
  /** Sum of the weights of all clauses. */
  weight: number;
};

/**
 * Records that contain a word or a similar term or are similar in meaning, with the sum of their words and their cosine. `withWord` and `withRelated`
 * are bitmaps of the records with a query word or a related word.
 */
type SegmentSums = {
  records: Uint32Array;
  words: Float64Array;
  cosines: Float32Array;
  withWord: Uint32Array;
  withRelated: Uint32Array;
};

function sumSegment(
  { segment, vectors }: LiveSegment,
  candidates: Uint32Array,
  terms: Terms,
  { scratch, deadline }: Execution,
): SegmentSums {
  const { clauses, related, nearClauses, direction, weight } = terms;
  const { postings, size } = segment;
  ensureCapacity(scratch, size);
  const { weights, sums } = scratch;
  const touched = new Uint32Array(candidates.length);
  const withWord = new Uint32Array(candidates.length);
  const withRelated = new Uint32Array(candidates.length);
  for (const [c, clause] of clauses.entries()) {
    checkTime(deadline);
    const list = materialise(clause, postingRanges(clause, segment), segment, scratch);
    const matching = new Uint32Array(candidates.length);
    for (let i = list.from; i < list.to; i++) {
      const record = list.records[i]!;
      if (!has(candidates, record)) continue;
      add(matching, record);
      weights[record]! += clause.weight;
      sums[record]! += list.impacts[i]! * clause.weight;
    }
    unionBits(touched, matching);
    unionBits(withWord, matching);
    const substitute = related[c];
    if (!substitute) continue;
    const others = materialise(substitute, postingRanges(substitute, segment), segment, scratch);
    const share = Math.round(clause.weight * WEIGHT.relatedShare);
    for (let i = others.from; i < others.to; i++) {
      const record = others.records[i]!;
      if (!has(candidates, record) || has(matching, record)) continue;
      add(touched, record);
      add(withRelated, record);
      weights[record]! += share;
      sums[record]! += others.impacts[i]! * clause.weight;
    }
  }
  // Reads the postings directly, because a near term has only a single stem.
  for (const clause of nearClauses) {
    checkTime(deadline);
    for (const { from, to, factor } of postingRanges(clause, segment)) {
      for (let p = from; p < to; p++) {
        const record = postings.records[p]!;
        if (!has(candidates, record)) continue;
        add(touched, record);
        sums[record]! += scaled(postings.impacts[p]!, factor) * clause.weight;
      }
    }
  }
  let cosines: Float32Array | null = null;
  if (direction !== null && vectors !== undefined) {
    cosines = cosineBuffer(scratch, size).subarray(0, size);
    cosinesOf(vectors, direction, candidates, cosines);
    for (let record = 0; record < size; record++) if (cosines[record]! >= MIN_COSINE && has(candidates, record)) add(touched, record);
  }
  const records = scratch.clauseRecords.slice(0, listBits(touched, scratch.clauseRecords));
  const [words, ownCosines] = [new Float64Array(records.length), new Float32Array(records.length)];
  for (let i = 0; i < records.length; i++) {
    const record = records[i]!;
    words[i] = sums[record]! * coordination(weights[record]! / weight);
    ownCosines[i] = cosines === null ? 0 : cosines[record]!;
    weights[record] = sums[record] = 0;
  }
  return { records, words, cosines: ownCosines, withWord, withRelated };
}

/** Returns the coordination factor of a record that contains words with the given share of the query's weight. */
const coordination = (share: number): number => Math.max(WEIGHT.minShare, share) ** WEIGHT.shareExponent;

function nearClause({ stem, cosine }: NearTerm, { view }: Context): Clause {
  const factor = Math.round(WEIGHTS.alternative.exact * WEIGHT.nearTerm * cosine);
  const alternatives: Clause['alternatives'] = [{ kind: 'stem', stem, factor }];
  return { alternatives, weight: weightOf(alternatives, view), wordsOnly: false, mask: EVERY_FIELD, optional: true, surface: '' };
}
