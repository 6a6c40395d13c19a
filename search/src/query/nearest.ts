/**
 * The records nearest in meaning to a query, among those visible to a person. In the space of a language model the score is the
 * cosine. With a model learned from the catalogue the query is expanded by its near terms and scored by words, plus the cosine:
 * for short queries the vector alone is too vague.
 */
import { add, bitWords, has } from '../index/bits.ts';
import type { Generation } from '../index/generation.ts';
import { cosinesOf, quantiseUnit, scan } from '../vectors/scan.ts';
import type { QuantisedVector } from '../vectors/scan.ts';
import { allowedRecords } from './filter.ts';
import { materialise, scaled, postingRanges } from './match.ts';
import type { Clause, Plan } from './plan.ts';
import { FULL, weightOf } from './plan.ts';
import type { Execution } from './tiers.ts';
import { checkTime } from './limits.ts';
import { requiredMatches } from './tiers.ts';
import { ensureCapacity, meaningBuffer } from './scratch.ts';
import type { ScoredRecord } from './top-hits.ts';
import { createTopHits, minScore, insert, sortedHits } from './top-hits.ts';
import type { NearTerm } from './meaning.ts';

/** Maximum number of records retrieved by meaning. */
const MOST = 500;
/** Weight of a near term, times its cosine, and of a record's cosine relative to its words (tuned on relevance/meaning.ts). */
const NEAR_WORD = 0.5;
const COSINE = 0.4;
/** Minimum cosine of a record without any of the words. */
const NEAR = 0.4;
/** Minimum score as a share of the best, with a learned model. */
const SHARE = 0.3;
/** In the space of a language model all cosines are high: the minimum is this share of the way from the mean to the best. */
const WAY = 0.7;
/** Number of records the mean is taken of. */
const SAMPLE = 2_000;

type Question = { vector: Float32Array; nearTerms: readonly NearTerm[]; plan: Plan; visible: readonly string[] };
export type NearRecord = ScoredRecord & { cosine: number };

/** Best first. Required clauses (phrases, excluded words, fields) are required here too. */
export function nearestRecords({ vector, nearTerms, plan, visible }: Question, { context, scratch, deadline }: Execution): NearRecord[] {
  const { generation, fields } = context;
  const { entries } = generation;
  const direction = quantiseUnit(vector);
  const strict: Plan = { ...plan, clauses: plan.clauses.filter((clause) => !clause.optional), title: null, phraseOfAll: null };
  const learned = generation.model !== null;
  const nearClauses = nearTerms.map((each) => nearClause(each, generation));
  const all = entries.reduce((sum, { segment }) => sum + segment.size, 0);
  const room = meaningBuffer(scratch, 2 * all);
  let used = 0;
  let most = 1;
  const states = entries.map((entry) => {
    checkTime(deadline);
    const { segment, vectors } = entry;
    const { postings, size } = segment;
    ensureCapacity(scratch, size);
    const allowed = requiredMatches(strict, segment, allowedRecords(entry, visible, undefined, plan, fields), scratch);
    const cosines = room.subarray(used, used + size);
    const sums = room.subarray(all + used, all + used + (learned ? size : 0)).fill(0);
    used += size;
    if (vectors === undefined) cosines.fill(0);
    else cosinesOf(vectors, direction, allowed, cosines);
    if (!learned) return { allowed, cosines, sums };
    for (const clause of plan.clauses) {
      checkTime(deadline);
      const list = materialise(clause, postingRanges(clause, segment), segment, scratch);
      for (let i = list.from; i < list.to; i++) {
        const record = list.records[i]!;
        if (!has(allowed, record)) continue;
        const sum = (sums[record]! += list.impacts[i]! * clause.weight);
        if (sum > most) most = sum;
      }
    }
    // A near term is one stem: a range of the index as it is.
    for (const clause of nearClauses) {
      checkTime(deadline);
      for (const { from, to, factor } of postingRanges(clause, segment)) {
        for (let p = from; p < to; p++) {
          const record = postings.records[p]!;
          if (!has(allowed, record)) continue;
          const sum = (sums[record]! += scaled(postings.impacts[p]!, factor) * clause.weight);
          if (sum > most) most = sum;
        }
      }
    }
    return { allowed, cosines, sums };
  });
  const floor = learned ? 0 : meanCosine(direction, generation);
  const top = createTopHits(Math.min(MOST, Math.max(1, generation.records)));
  states.forEach(({ allowed, cosines, sums }, e) => {
    let enough = minScore(top);
    for (let record = 0; record < cosines.length; record++) {
      const cosine = cosines[record]!;
      if (learned ? sums[record] === 0 && cosine < NEAR : cosine <= floor) continue;
      const score = learned ? sums[record]! / most + COSINE * Math.max(0, cosine) : cosine;
      if (score < enough || !has(allowed, record)) continue;
      insert(top, entries, e, record, score);
      enough = minScore(top);
    }
  });
  const found = sortedHits(top, entries);
  const best = found[0]?.score ?? 0;
  const least = learned ? SHARE * best : floor + WAY * (best - floor);
  return found
    .filter(({ score }) => score >= least)
    .map((each) => ({ ...each, cosine: Math.max(0, states[each.entry]!.cosines[each.record]!) }));
}

/** The clause of a near term. */
function nearClause({ stem, cosine }: NearTerm, generation: Generation): Clause {
  const alternatives: Clause['alternatives'] = [{ kind: 'stem', stem, factor: Math.round(FULL * NEAR_WORD * cosine) }];
  return { alternatives, weight: weightOf(alternatives, generation), wordsOnly: false, mask: 0xff, optional: true, surface: '' };
}

/** The mean cosine of all records. */
function meanCosine(direction: QuantisedVector, { entries }: Generation): number {
  const size = entries.reduce((sum, { segment }) => sum + segment.size, 0);
  const step = Math.max(1, Math.floor(size / SAMPLE));
  let count = 0;
  let sum = 0;
  for (const { segment, vectors } of entries) {
    if (vectors === undefined) continue;
    const some = new Uint32Array(bitWords(segment.size));
    for (let record = 0; record < segment.size; record += step) add(some, record);
    scan(vectors, direction, some, (_, cosine) => {
      count++;
      sum += cosine;
    });
  }
  return count === 0 ? 1 : sum / count;
}
