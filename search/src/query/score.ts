/**
 * The order of records that need not have all words: BM25F over the words that are there, the words near to the query's in
 * meaning, and the record's own nearness of meaning. Of two that have the same words the one comes first in which they
 * stand together.
 */
import { add, has, listBits, unite } from '../index/bits.ts';
import type { LiveSegment } from '../index/index-view.ts';
import { lowerBound } from '../index/sorted.ts';
import type { QuantisedVector } from '../vectors/scan.ts';
import { cosinesOf, quantiseUnit } from '../vectors/scan.ts';
import { kinOf, SHARE } from './kin.ts';
import { checkTime } from './limits.ts';
import { materialise, postingRanges, scaled } from './match.ts';
import type { NearTerm, QueryMeaning } from './meaning.ts';
import type { Clause, Context } from './plan.ts';
import { FULL, weightOf } from './plan.ts';
import { proximityTester } from './proximity.ts';
import { ensureCapacity, meaningBuffer } from './scratch.ts';
import type { Execution } from './tiers.ts';
import type { ScoredRecord } from './top-hits.ts';
import { createTopHits, insert, minScore, sortedHits } from './top-hits.ts';

/** Weight of a near term, times its cosine (this and the next three tuned on the judged sets of relevance/). */
const NEAR_TERM = 0.2;
/** The share of the query's weight of a record that has only near terms. */
const MIN_SHARE = 0.05;
/** Weight of the cosine relative to the best record's words; less in a small catalogue, whose few dimensions are vague. */
const COSINE = 1;
const FULL_DIMENSIONS = 128;
/** Minimum cosine of a record without any of the words. */
export const NEAR = 0.4;
/** Number of records at the top that are looked at for how their words stand. */
const LOOKED_AT = 150;

export type Question = {
  /** Any of them is enough. */
  clauses: readonly Clause[];
  meaning: QueryMeaning | null;
  /** For each segment the records to choose from. */
  open: readonly Uint32Array[];
};

/** Why a record was taken: it has one of the words, one of their relatives, or only words near in meaning. */
export type Evidence = 'word' | 'kin' | 'near';
export type RankedRecord = ScoredRecord & { cosine: number; evidence: Evidence };

/** The candidates of a segment. */
type Candidates = { records: Uint32Array; sums: Float64Array; cosines: Float32Array; worded: Uint32Array; related: Uint32Array };

/** The best `wanted` records, best first. */
export function rankRecords({ clauses, meaning, open }: Question, execution: Execution, wanted: number): RankedRecord[] {
  const { context, deadline } = execution;
  const { segments } = context.view;
  const direction = meaning === null ? null : quantiseUnit(meaning.vector);
  const nearClauses = (meaning?.nearTerms ?? []).map((term) => nearClause(term, context));
  const kin = clauses.map((clause) => kinOf(clause, context));
  const weight = clauses.reduce((sum, clause) => sum + clause.weight, 0);
  const parts = segments.map((live, e) => {
    checkTime(deadline);
    return findCandidates(live, open[e]!, { clauses, kin, nearClauses, direction, weight }, execution);
  });
  const cosine = COSINE * Math.min(1, (meaning?.vector.length ?? 0) / FULL_DIMENSIONS);
  let most = 1;
  for (const { sums } of parts) for (const sum of sums) if (sum > most) most = sum;
  const top = createTopHits(Math.max(1, wanted, LOOKED_AT));
  parts.forEach(({ records, sums, cosines }, e) => {
    for (let i = 0; i < records.length; i++) {
      const score = sums[i]! / most + cosine * Math.max(0, cosines[i]!);
      if (score >= minScore(top)) insert(top, segments, e, records[i]!, score);
    }
  });
  checkTime(deadline);
  const proximity = proximityTester(clauses, context);
  const again = createTopHits(Math.max(1, wanted));
  for (const { segmentIndex, record, score } of sortedHits(top, segments)) {
    insert(again, segments, segmentIndex, record, score * (1 + proximity(segmentIndex, record) / weight));
  }
  return sortedHits(again, segments)
    .slice(0, wanted)
    .map((found) => {
      const part = parts[found.segmentIndex]!;
      return { ...found, cosine: cosineOf(part, found.record), evidence: evidenceOf(part, found.record) };
    });
}

type Terms = {
  clauses: readonly Clause[];
  kin: readonly (Clause | null)[];
  nearClauses: readonly Clause[];
  direction: QuantisedVector | null;
  weight: number;
};

/** The records of a segment with any of the words or near terms, or near in meaning. */
function findCandidates({ segment, vectors }: LiveSegment, open: Uint32Array, terms: Terms, { scratch, deadline }: Execution): Candidates {
  const { clauses, kin, nearClauses, direction, weight } = terms;
  const { postings, size } = segment;
  ensureCapacity(scratch, size);
  const { weights, sums } = scratch;
  const touched = new Uint32Array(open.length);
  const worded = new Uint32Array(open.length);
  const related = new Uint32Array(open.length);
  for (const [c, clause] of clauses.entries()) {
    checkTime(deadline);
    const list = materialise(clause, postingRanges(clause, segment), segment, scratch);
    const having = new Uint32Array(open.length);
    for (let i = list.from; i < list.to; i++) {
      const record = list.records[i]!;
      if (!has(open, record)) continue;
      add(having, record);
      weights[record]! += clause.weight;
      sums[record]! += list.impacts[i]! * clause.weight;
    }
    unite(touched, having);
    unite(worded, having);
    const instead = kin[c];
    if (!instead) continue;
    const others = materialise(instead, postingRanges(instead, segment), segment, scratch);
    const share = Math.round(clause.weight * SHARE);
    for (let i = others.from; i < others.to; i++) {
      const record = others.records[i]!;
      if (!has(open, record) || has(having, record)) continue;
      add(touched, record);
      add(related, record);
      weights[record]! += share;
      sums[record]! += others.impacts[i]! * clause.weight;
    }
  }
  // A near term is one stem: a range of the index as it is.
  for (const clause of nearClauses) {
    checkTime(deadline);
    for (const { from, to, factor } of postingRanges(clause, segment)) {
      for (let p = from; p < to; p++) {
        const record = postings.records[p]!;
        if (!has(open, record)) continue;
        add(touched, record);
        sums[record]! += scaled(postings.impacts[p]!, factor) * clause.weight;
      }
    }
  }
  let cosines: Float32Array | null = null;
  if (direction !== null && vectors !== undefined) {
    cosines = meaningBuffer(scratch, size).subarray(0, size);
    cosinesOf(vectors, direction, open, cosines);
    for (let record = 0; record < size; record++) if (cosines[record]! >= NEAR && has(open, record)) add(touched, record);
  }
  const records = scratch.clauseRecords.slice(0, listBits(touched, scratch.clauseRecords));
  const found: Candidates = { records, sums: new Float64Array(records.length), cosines: new Float32Array(records.length), worded, related };
  for (let i = 0; i < records.length; i++) {
    const record = records[i]!;
    found.sums[i] = sums[record]! * coordination(weights[record]! / weight);
    found.cosines[i] = cosines === null ? 0 : cosines[record]!;
    weights[record] = sums[record] = 0;
  }
  return found;
}

/** What a record keeps that has a share of the query's weight. */
const coordination = (share: number): number => Math.max(MIN_SHARE, share) ** 0.8;

/** The clause of a near term. */
function nearClause({ stem, cosine }: NearTerm, { view }: Context): Clause {
  const alternatives: Clause['alternatives'] = [{ kind: 'stem', stem, factor: Math.round(FULL * NEAR_TERM * cosine) }];
  return { alternatives, weight: weightOf(alternatives, view), wordsOnly: false, mask: 0xff, optional: true, surface: '' };
}

const evidenceOf = ({ worded, related }: Candidates, record: number): Evidence =>
  has(worded, record) ? 'word' : has(related, record) ? 'kin' : 'near';

function cosineOf({ records, cosines }: Candidates, record: number): number {
  return Math.max(0, cosines[lowerBound(records, record)]!);
}
