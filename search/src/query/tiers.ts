/**
 * The full matches of a query over all segments in two tiers: all words as typed; when these are few, all words with typing errors
 * and compounds written apart allowed. How a short list goes on is in partial.ts.
 */
import type { Query } from '../api.ts';
import { add } from '../index/bits.ts';
import type { Segment } from '../index/segment.ts';
import { allowedRecords } from './filter.ts';
import { matchClauses } from './match.ts';
import { parse } from './parse.ts';
import type { Context, Plan } from './plan.ts';
import { makePlan } from './plan.ts';
import type { Pruning } from './impact-order.ts';
import { topByImpact } from './impact-order.ts';
import { relax } from './relax.ts';
import type { Scratch } from './scratch.ts';
import { ensureCapacity } from './scratch.ts';
import { checkTime, SCREENFUL, FEW } from './limits.ts';

export type Tier = 'exact' | 'relaxed';

/** Called once for each tier and segment with matches, which are in scratch memory. */
export type Collector = (tier: Tier, segmentIndex: number, count: number, plan: Plan) => void;

export type Tiers = {
  exact: number;
  relaxed: number;
  plan: Plan;
  relaxedPlan: Plan | null;
  /** For each segment the records that pass the filters. */
  allowed: readonly Uint32Array[];
  /** For each segment the full matches, ascending, where there are fewer than a screenful. */
  found: Uint32Array[];
};

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
): Tiers {
  const { view, fields } = context;
  const { segments } = view;
  const plan = makePlan(parse(query.q, fields), context, query.live === true);
  const allowed = segments.map((live) => allowedRecords(live, query.visible, query.filters, plan, fields, except));
  const found: Uint32Array[] = segments.map(() => new Uint32Array(0));
  const counts: Tiers = { exact: 0, relaxed: 0, plan, relaxedPlan: null, allowed, found };
  segments.forEach((live, e) => {
    checkTime(deadline);
    ensureCapacity(scratch, live.segment.size);
    const short = pruning === null ? null : topByImpact(plan, live.segment, allowed[e]!, pruning, scratch);
    if (short !== null) {
      counts.exact += short.total;
      collect('exact', e, short.count, plan);
      return;
    }
    const count = matchClauses(plan, live.segment, allowed[e]!, scratch);
    counts.exact += count;
    if (counts.exact < SCREENFUL) found[e] = scratch.records.slice(0, count);
    if (count > 0) collect('exact', e, count, plan);
  });
  if (plan.noTerms || plan.clauses.length === 0 || counts.exact >= FEW) return counts;
  const relaxed = relax(plan, context, deadline);
  if (relaxed === null) return counts;
  counts.relaxedPlan = relaxed;
  segments.forEach((live, e) => {
    checkTime(deadline);
    if (live.segment.size === 0) return;
    const count = dropKnown(found[e]!, matchClauses(relaxed, live.segment, allowed[e]!, scratch), scratch);
    counts.relaxed += count;
    found[e] = Uint32Array.from([...found[e]!, ...scratch.records.subarray(0, count)]).sort();
    if (count > 0) collect('relaxed', e, count, relaxed);
  });
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

/** The records that satisfy every required clause. */
export function requiredMatches(strict: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array {
  ensureCapacity(scratch, segment.size);
  if (strict.clauses.length === 0 && strict.excluded.length === 0) return allowed.slice();
  const open = new Uint32Array(allowed.length);
  const count = matchClauses(strict, segment, allowed, scratch);
  for (let i = 0; i < count; i++) add(open, scratch.records[i]!);
  return open;
}
