/**
 * A query over all segments in three tiers: all words as typed; all words with typing errors and torn compounds
 * allowed, when hits are few; some words missing, when hits are still less than a screenful or two.
 */
import type { Query } from '../door.ts';
import { SearchError } from '../door.ts';
import { add, has, listBits } from '../index/bits.ts';
import type { Segment } from '../index/segment.ts';
import { allowedIn } from './filter.ts';
import { evaluate, materialise, slicesOf } from './match.ts';
import { parse } from './parse.ts';
import type { Context, Plan } from './plan.ts';
import { makePlan } from './plan.ts';
import type { Need } from './ordered.ts';
import { bestOf } from './ordered.ts';
import { relax, torn } from './relax.ts';
import type { Scratch } from './scratch.ts';
import { fit } from './scratch.ts';

export type Tier = 'exact' | 'relaxed' | 'partial';

/** With fewer hits than this, typing errors are allowed for words that hardly occur. */
export const FEW = 5;
/** With fewer hits than this, the list goes on with partial matches. */
export const SCREENFUL = 50;

/** Called once per tier and segment; the matches are in working memory. */
export type Visit = (tier: Tier, entry: number, count: number, plan: Plan) => void;

export type Outcome = { exact: number; relaxed: number; partial: number; plan: Plan; relaxedPlan: Plan | null };

/** `deadline` in milliseconds of `performance.now()`. */
export type Run = { context: Context; scratch: Scratch; deadline: number };

/**
 * With `need` only records among which are the best so many need be visited; the counts are those of all. `except`
 * is a value field whose filter is left out.
 */
export function run(
  query: Query & { live?: boolean },
  { context, scratch, deadline }: Run,
  visit: Visit,
  except = -1,
  need: Need | null = null,
): Outcome {
  const { generation, fields } = context;
  const { entries } = generation;
  const plan = makePlan(parse(query.q, fields), context, query.live === true);
  const allowed = entries.map((entry) => allowedIn(entry, query.visible, query.filters, plan, fields, except));
  const outcome: Outcome = { exact: 0, relaxed: 0, partial: 0, plan, relaxedPlan: null };
  const found: Uint32Array[] = entries.map(() => new Uint32Array(0));
  entries.forEach((entry, e) => {
    checkTime(deadline);
    fit(scratch, entry.segment.size);
    const short = need === null ? null : bestOf(plan, entry.segment, allowed[e]!, need, scratch);
    if (short !== null) {
      outcome.exact += short.total;
      visit('exact', e, short.count, plan);
      return;
    }
    const count = evaluate(plan, entry.segment, allowed[e]!, scratch);
    outcome.exact += count;
    if (outcome.exact < SCREENFUL) found[e] = scratch.records.slice(0, count);
    if (count > 0) visit('exact', e, count, plan);
  });
  if (plan.nothing || plan.groups.length === 0 || outcome.exact >= SCREENFUL) return outcome;
  if (outcome.exact < FEW) {
    const relaxed = relax(plan, context, deadline);
    if (relaxed !== null) {
      outcome.relaxedPlan = relaxed;
      entries.forEach((entry, e) => {
        checkTime(deadline);
        if (entry.segment.size === 0) return;
        const count = without(found[e]!, evaluate(relaxed, entry.segment, allowed[e]!, scratch), scratch);
        outcome.relaxed += count;
        found[e] = Uint32Array.from([...found[e]!, ...scratch.records.subarray(0, count)]).sort();
        if (count > 0) visit('relaxed', e, count, relaxed);
      });
    }
  }
  if (outcome.exact + outcome.relaxed < SCREENFUL) partial(outcome, context, allowed, found, scratch, deadline, visit);
  return outcome;
}

export function checkTime(deadline: number): void {
  if (performance.now() > deadline) throw new SearchError('timeout', 'the query took too long');
}

/** Takes the known records out of the matches in working memory; how many are left. */
function without(known: Uint32Array, count: number, scratch: Scratch): number {
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
function partial(
  outcome: Outcome,
  context: Context,
  allowed: readonly Uint32Array[],
  found: readonly Uint32Array[],
  scratch: Scratch,
  deadline: number,
  visit: Visit,
): void {
  const plan = outcome.relaxedPlan ?? outcome.plan;
  const { entries } = context.generation;
  const words = plan.groups.filter((group) => group.optional);
  const optional = outcome.exact + outcome.relaxed === 0 ? torn(words, context) : words;
  if (optional.length < 2) return;
  const strict: Plan = { ...plan, groups: plan.groups.filter((group) => !group.optional), title: null, row: null };
  const whole = optional.reduce((sum, group) => sum + group.weight, 0);
  let most = 0;
  const states = entries.map(({ segment }, e) => {
    const open = openFor(strict, segment, allowed[e]!, scratch);
    for (const record of found[e]!) open[record >>> 5]! &= ~(1 << (record & 31));
    const touched = new Uint32Array(open.length);
    const { weights, sums } = scratch;
    for (const group of optional) {
      checkTime(deadline);
      const list = materialise(group, slicesOf(group, segment), segment, scratch);
      for (let i = list.from; i < list.to; i++) {
        const record = list.records[i]!;
        if (!has(open, record)) continue;
        if (weights[record] === 0) add(touched, record);
        const weight = (weights[record]! += group.weight);
        if (weight > most) most = weight;
        sums[record]! += list.impacts[i]! * group.weight;
      }
    }
    const records = scratch.groupRecords.slice(0, listBits(touched, scratch.groupRecords));
    const state = {
      records,
      weights: Int32Array.from(records, (record) => weights[record]!),
      sums: Int32Array.from(records, (record) => sums[record]!),
    };
    // The words that must be there count too.
    if (strict.groups.length > 0) {
      evaluate(strict, segment, touched, scratch);
      for (let i = 0; i < records.length; i++) state.sums[i]! += scratch.scores[i]!;
    }
    for (const record of records) weights[record] = sums[record] = 0;
    return state;
  });
  if (most === 0) return;
  const least = 2 * most >= whole ? whole / 2 : most;
  states.forEach(({ records, weights, sums }, e) => {
    let count = 0;
    for (let i = 0; i < records.length; i++) {
      if (weights[i]! < least) continue;
      scratch.records[count] = records[i]!;
      scratch.scores[count++] = sums[i]!;
    }
    outcome.partial += count;
    if (count > 0) visit('partial', e, count, strict);
  });
}

/** The records in which everything holds that must. */
export function openFor(strict: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array {
  fit(scratch, segment.size);
  if (strict.groups.length === 0 && strict.excluded.length === 0) return allowed.slice();
  const open = new Uint32Array(allowed.length);
  const count = evaluate(strict, segment, allowed, scratch);
  for (let i = 0; i < count; i++) add(open, scratch.records[i]!);
  return open;
}
