/**
 * Finds the full matches of a query in two tiers. The first tier contains all words as typed. If its matches are few, the second tier allows typing
 * errors and compounds written as separate words. complete.ts then completes short lists.
 */
import type { Query } from '../api.ts';
import { add, listBits, subtract } from '../index/bits.ts';
import type { Segment } from '../index/segment.ts';
import { lowerBound } from '../index/sorted.ts';
import { allowedRecords } from './filter.ts';
import type { Pruning } from './impact-order.ts';
import { topByImpact } from './impact-order.ts';
import { checkTime, FEW_MATCHES, SCREENFUL } from './limits.ts';
import { parse } from './parse.ts';
import type { Context, PhraseTest, Plan } from './plan.ts';
import { makePlan } from './plan.ts';
import type { PostingList } from './postings.ts';
import { countPostings, materialise, phraseRecords, phraseTester, postingRanges, splitLongest } from './postings.ts';
import { relaxPlan } from './relax.ts';
import type { Scratch } from './scratch.ts';
import { ensureCapacity } from './scratch.ts';

export type Tier = 'exact' | 'relaxed';

/** Function that receives the matches of a tier in one segment, which are the first `count` records and scores in scratch memory. */
export type Collector = (tier: Tier, segmentIndex: number, count: number, plan: Plan) => void;

/** Context of a query. `deadline` is a value of `performance.now()` in milliseconds. */
export type Execution = { context: Context; scratch: Scratch; deadline: number };

export type Matches = {
  /** Number of exact matches. `relaxed` is the number of further matches of the relaxed plan. */
  exact: number;
  relaxed: number;
  plan: Plan;
  /** Relaxed plan; `null` if there are enough exact matches or no word can be relaxed. */
  relaxedPlan: Plan | null;
  /** Records of each segment that pass the filters, as a bitmap. */
  allowed: readonly Uint32Array[];
  /** Full matches of each segment in ascending order; incomplete if there are `SCREENFUL` or more. */
  records: Uint32Array[];
};

/**
 * Finds the full matches. With `pruning`, all matches are counted, but only candidates for the top hits are collected. The filter on value field
 * `except` is ignored.
 */
export function matchTiers(
  query: Query & { live?: boolean },
  { context, scratch, deadline }: Execution,
  collect: Collector,
  except = -1,
  pruning: Pruning | null = null,
): Matches {
  const { view, fields } = context;
  const { segments } = view;
  const parsed = parse(query.q, fields);
  const plan = makePlan(parsed, context, query.live === true);
  const allowed = segments.map((live) => allowedRecords(live, query.visible, query.filters, plan, fields, except));
  const records: Uint32Array[] = segments.map(() => new Uint32Array(0));
  const matches: Matches = { exact: 0, relaxed: 0, plan, relaxedPlan: null, allowed, records };
  segments.forEach(({ segment }, segmentIndex) => {
    checkTime(deadline);
    ensureCapacity(scratch, segment.size);
    const pruned = pruning === null ? null : topByImpact(plan, segment, allowed[segmentIndex]!, pruning, scratch);
    if (pruned !== null) {
      matches.exact += pruned.total;
      collect('exact', segmentIndex, pruned.count, plan);
      return;
    }
    const count = matchSegment(plan, segment, allowed[segmentIndex]!, scratch);
    matches.exact += count;
    if (matches.exact < SCREENFUL) records[segmentIndex] = scratch.records.slice(0, count);
    if (count > 0) collect('exact', segmentIndex, count, plan);
  });
  if (plan.noTerms || plan.clauses.length === 0 || matches.exact >= FEW_MATCHES) return matches;
  const relaxedPlan = relaxPlan(plan, context, deadline);
  if (relaxedPlan === null) return matches;
  matches.relaxedPlan = relaxedPlan;
  segments.forEach(({ segment }, segmentIndex) => {
    checkTime(deadline);
    if (segment.size === 0) return;
    const known = records[segmentIndex]!;
    const count = removeKnownMatches(known, matchSegment(relaxedPlan, segment, allowed[segmentIndex]!, scratch), scratch);
    matches.relaxed += count;
    records[segmentIndex] = Uint32Array.from([...known, ...scratch.records.subarray(0, count)]).sort();
    if (count > 0) collect('relaxed', segmentIndex, count, relaxedPlan);
  });
  return matches;
}

/** Removes known records from the matches in scratch memory and returns the number of the remaining ones. `known` must be ascending. */
function removeKnownMatches(known: Uint32Array, count: number, { records, scores }: Scratch): number {
  let size = 0;
  let k = 0;
  for (let i = 0; i < count; i++) {
    const record = records[i]!;
    while (k < known.length && known[k]! < record) k++;
    if (k < known.length && known[k] === record) continue;
    records[size] = record;
    scores[size++] = scores[i]!;
  }
  return size;
}

/** Returns a new bitmap of the allowed records that match all required clauses of the plan. */
export function requiredMatches(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array {
  ensureCapacity(scratch, segment.size);
  const clauses = plan.clauses.filter((clause) => !clause.optional);
  if (clauses.length === 0 && plan.excluded.length === 0) return allowed.slice();
  const matching = new Uint32Array(allowed.length);
  const count = matchSegment({ ...plan, clauses }, segment, allowed, scratch);
  for (let i = 0; i < count; i++) add(matching, scratch.records[i]!);
  return matching;
}

/**
 * Writes the allowed records that match the plan to `scratch.records` in ascending order and their scores to `scratch.scores`. Returns their number.
 * The score is the sum of impact times weight over all clauses. Without clauses, every allowed record matches with score 1.
 */
export function matchSegment(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): number {
  ensureCapacity(scratch, segment.size);
  if (plan.noTerms) return 0;
  const within = plan.excluded.length > 0 ? withoutExcluded(plan, segment, allowed, scratch) : allowed;
  if (plan.clauses.length === 0) {
    const count = listBits(within, scratch.records);
    scratch.scores.fill(1, 0, count);
    return count;
  }
  const resolved = plan.clauses.map((clause) => ({ clause, ranges: postingRanges(clause, segment) }));
  for (const { clause, ranges } of resolved) if (ranges.length === 0 && !clause.alternatives.some((a) => a.kind === 'all')) return 0;
  resolved.sort((a, b) => countPostings(a.ranges) - countPostings(b.ranges));
  let count = -1;
  for (const { clause, ranges } of resolved) {
    const { main, rest } = splitLongest(clause, ranges, segment, scratch);
    count =
      count < 0
        ? startCandidates(main, rest, clause.weight, within, scratch)
        : intersectCandidates(main, rest, clause.weight, count, scratch);
    if (count === 0) return 0;
  }
  for (const phrase of plan.phrases) count = filterByPhrase(phrase, segment, count, scratch);
  return count;
}

function withoutExcluded({ excluded }: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array {
  const within = allowed.slice();
  const matching = new Uint32Array(within.length);
  for (const { clause, phrase } of excluded) {
    if (clause !== null) {
      const list = materialise(clause, postingRanges(clause, segment), segment, scratch);
      for (let i = list.from; i < list.to; i++) add(matching, list.records[i]!);
    }
    if (phrase !== null) for (const record of phraseRecords(phrase, segment)) add(matching, record);
  }
  subtract(within, matching);
  return within;
}

/** Uses the allowed records of the first clause as candidates and returns their number. */
function startCandidates(main: PostingList, rest: PostingList, weight: number, allowed: Uint32Array, scratch: Scratch): number {
  let count = 0;
  let at = main.from;
  for (let r = rest.from; r < rest.to; r++) {
    const record = rest.records[r]!;
    const stop = lowerBound(main.records, record, at, main.to);
    count = appendAllowed(main, at, stop, weight, allowed, scratch, count);
    at = stop;
    let impact = rest.impacts[r]!;
    if (at < main.to && main.records[at] === record) impact = Math.max(impact, main.impacts[at++]!);
    scratch.records[count] = record;
    scratch.scores[count] = impact * weight;
    count += (allowed[record >>> 5]! >>> (record & 31)) & 1;
  }
  return appendAllowed(main, at, main.to, weight, allowed, scratch, count);
}

/** Appends the allowed records. Each record is written before it is checked, because a mispredicted branch would cost more than the write. */
function appendAllowed(
  { records, impacts }: PostingList,
  from: number,
  to: number,
  weight: number,
  allowed: Uint32Array,
  scratch: Scratch,
  start: number,
): number {
  const { records: candidates, scores } = scratch;
  let count = start;
  for (let i = from; i < to; i++) {
    const record = records[i]!;
    candidates[count] = record;
    scores[count] = impacts[i]! * weight;
    count += (allowed[record >>> 5]! >>> (record & 31)) & 1;
  }
  return count;
}

/** Removes candidates that do not match a further clause and returns the number of the remaining ones. */
function intersectCandidates(main: PostingList, rest: PostingList, weight: number, count: number, { records, scores }: Scratch): number {
  let kept = 0;
  let at = main.from;
  let other = rest.from;
  const isSparse = main.to - main.from > 12 * count;
  for (let i = 0; i < count; i++) {
    const record = records[i]!;
    if (isSparse) at = lowerBound(main.records, record, at, Math.min(main.to, gallop(main, record, at)));
    else while (at < main.to && main.records[at]! < record) at++;
    while (other < rest.to && rest.records[other]! < record) other++;
    let impact = at < main.to && main.records[at] === record ? main.impacts[at]! : 0;
    if (other < rest.to && rest.records[other] === record && rest.impacts[other]! > impact) impact = rest.impacts[other]!;
    records[kept] = record;
    scores[kept] = scores[i]! + impact * weight;
    if (impact > 0) kept++;
  }
  return kept;
}

/** Returns an upper bound for the index of a record, found with galloping search in doubling steps. */
function gallop(list: PostingList, record: number, from: number): number {
  let step = 8;
  while (from + step < list.to && list.records[from + step]! < record) step *= 2;
  return from + step + 1;
}

/** Removes matches without the phrase from scratch memory and returns the number of the remaining ones. */
function filterByPhrase(phrase: PhraseTest, segment: Segment, count: number, { records, scores }: Scratch): number {
  const hasPhrase = phraseTester(phrase, segment);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (hasPhrase(records[i]!) === 0) continue;
    records[kept] = records[i]!;
    scores[kept++] = scores[i]!;
  }
  return kept;
}
