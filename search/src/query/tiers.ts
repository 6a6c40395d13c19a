/**
 * A query over all segments in three tiers: all words as typed; all words with typing errors and compounds written apart
 * allowed, when hits are few; some words missing, when hits are still less than a screenful or two.
 */
import type { Query } from '../api.ts';
import { add, has, listBits } from '../index/bits.ts';
import type { Segment } from '../index/segment.ts';
import { allowedRecords } from './filter.ts';
import { matchClauses, materialise, postingRanges } from './match.ts';
import { parse } from './parse.ts';
import type { Context, Plan } from './plan.ts';
import { makePlan } from './plan.ts';
import type { Pruning } from './impact-order.ts';
import { topByImpact } from './impact-order.ts';
import { relax, splitCompounds } from './relax.ts';
import type { Scratch } from './scratch.ts';
import { ensureCapacity } from './scratch.ts';
import { checkTime, SCREENFUL, FEW } from './limits.ts';

export type Tier = 'exact' | 'relaxed' | 'partial';

/** Called once for each tier and segment with matches, which are in scratch memory. */
export type Collector = (tier: Tier, entry: number, count: number, plan: Plan) => void;

export type TierCounts = { exact: number; relaxed: number; partial: number; plan: Plan; relaxedPlan: Plan | null };

/** `deadline` in milliseconds of `performance.now()`. */
export type Execution = { context: Context; scratch: Scratch; deadline: number };

/**
 * With `pruning` only candidates for the top hits are collected, but all matches are counted. `except` is a value field whose
 * filter is left out.
 */
export function collectTiers(
  query: Query & { live?: boolean },
  { context, scratch, deadline }: Execution,
  collect: Collector,
  except = -1,
  pruning: Pruning | null = null,
): TierCounts {
  const { generation, fields } = context;
  const { entries } = generation;
  const plan = makePlan(parse(query.q, fields), context, query.live === true);
  const allowed = entries.map((entry) => allowedRecords(entry, query.visible, query.filters, plan, fields, except));
  const counts: TierCounts = { exact: 0, relaxed: 0, partial: 0, plan, relaxedPlan: null };
  const found: Uint32Array[] = entries.map(() => new Uint32Array(0));
  entries.forEach((entry, e) => {
    checkTime(deadline);
    ensureCapacity(scratch, entry.segment.size);
    const short = pruning === null ? null : topByImpact(plan, entry.segment, allowed[e]!, pruning, scratch);
    if (short !== null) {
      counts.exact += short.total;
      collect('exact', e, short.count, plan);
      return;
    }
    const count = matchClauses(plan, entry.segment, allowed[e]!, scratch);
    counts.exact += count;
    if (counts.exact < SCREENFUL) found[e] = scratch.records.slice(0, count);
    if (count > 0) collect('exact', e, count, plan);
  });
  if (plan.noTerms || plan.clauses.length === 0 || counts.exact >= SCREENFUL) return counts;
  if (counts.exact < FEW) {
    const relaxed = relax(plan, context, deadline);
    if (relaxed !== null) {
      counts.relaxedPlan = relaxed;
      entries.forEach((entry, e) => {
        checkTime(deadline);
        if (entry.segment.size === 0) return;
        const count = dropKnown(found[e]!, matchClauses(relaxed, entry.segment, allowed[e]!, scratch), scratch);
        counts.relaxed += count;
        found[e] = Uint32Array.from([...found[e]!, ...scratch.records.subarray(0, count)]).sort();
        if (count > 0) collect('relaxed', e, count, relaxed);
      });
    }
  }
  if (counts.exact + counts.relaxed < SCREENFUL) collectPartial(counts, context, allowed, found, scratch, deadline, collect);
  return counts;
}

/** Removes the known records from the matches in scratch memory; returns how many are left. */
function dropKnown(known: Uint32Array, count: number, scratch: Scratch): number {
  let kept = 0;
  let k = 0;
  for (let i = 0; i < count; i++) {
    const record = scratch.records[i]!;
    while (k < known.length && known[k]! < record) k++;
    if (k < known.length && known[k] === record) continue;
    scratch.records[kept] = record;
    scratch.scores[kept++] = scratch.scores[i]!;
  }
  return kept;
}

/** Records in which words are missing: at least half of the query's weight, or the most there is. */
function collectPartial(
  counts: TierCounts,
  context: Context,
  allowed: readonly Uint32Array[],
  found: readonly Uint32Array[],
  scratch: Scratch,
  deadline: number,
  collect: Collector,
): void {
  const plan = counts.relaxedPlan ?? counts.plan;
  const { entries } = context.generation;
  const words = plan.clauses.filter((clause) => clause.optional);
  const optional = counts.exact + counts.relaxed === 0 ? splitCompounds(words, context) : words;
  if (optional.length < 2) return;
  const strict: Plan = { ...plan, clauses: plan.clauses.filter((clause) => !clause.optional), title: null, phraseOfAll: null };
  const totalWeight = optional.reduce((sum, clause) => sum + clause.weight, 0);
  let most = 0;
  const states = entries.map(({ segment }, e) => {
    const open = requiredMatches(strict, segment, allowed[e]!, scratch);
    for (const record of found[e]!) open[record >>> 5]! &= ~(1 << (record & 31));
    const touched = new Uint32Array(open.length);
    const { weights, sums } = scratch;
    for (const clause of optional) {
      checkTime(deadline);
      const list = materialise(clause, postingRanges(clause, segment), segment, scratch);
      for (let i = list.from; i < list.to; i++) {
        const record = list.records[i]!;
        if (!has(open, record)) continue;
        if (weights[record] === 0) add(touched, record);
        const weight = (weights[record]! += clause.weight);
        if (weight > most) most = weight;
        sums[record]! += list.impacts[i]! * clause.weight;
      }
    }
    const records = scratch.clauseRecords.slice(0, listBits(touched, scratch.clauseRecords));
    const state = {
      records,
      weights: Int32Array.from(records, (record) => weights[record]!),
      sums: Int32Array.from(records, (record) => sums[record]!),
    };
    // The words that must be there count too.
    if (strict.clauses.length > 0) {
      matchClauses(strict, segment, touched, scratch);
      for (let i = 0; i < records.length; i++) state.sums[i]! += scratch.scores[i]!;
    }
    for (const record of records) weights[record] = sums[record] = 0;
    return state;
  });
  if (most === 0) return;
  const least = 2 * most >= totalWeight ? totalWeight / 2 : most;
  states.forEach(({ records, weights, sums }, e) => {
    let count = 0;
    for (let i = 0; i < records.length; i++) {
      if (weights[i]! < least) continue;
      scratch.records[count] = records[i]!;
      scratch.scores[count++] = sums[i]!;
    }
    counts.partial += count;
    if (count > 0) collect('partial', e, count, strict);
  });
}

/** The records that satisfy every required clause. */
export function requiredMatches(strict: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array {
  ensureCapacity(scratch, segment.size);
  if (strict.clauses.length === 0 && strict.excluded.length === 0) return allowed.slice();
  const open = new Uint32Array(allowed.length);
  const count = matchClauses(strict, segment, allowed, scratch);
  for (let i = 0; i < count; i++) add(open, scratch.records[i]!);
  return open;
}
