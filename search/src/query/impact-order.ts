/**
 * Impact-ordered postings for a single frequent word: the top hits are found without looking at the rest, and counting is
 * counting bits.
 */
import { bitWords, countCommon, has } from '../index/bits.ts';
import type { Segment } from '../index/segment.ts';
import type { PostingList } from './match.ts';
import { countPostings, materialise, postingRanges } from './match.ts';
import { titleFactors } from './near-titles.ts';
import type { Clause, Plan } from './plan.ts';
import type { Scratch } from './scratch.ts';
import { SCREENFUL } from './limits.ts';
import { titlesWith } from './titles.ts';

/** What allows to stop early: the number of hits needed, and the least and the most by which boosts multiply a score. */
export type Pruning = { count: number; least: number; most: number };

type ImpactOrdered = {
  bits: Uint32Array;
  /** By falling impact, then by number. */
  records: Uint32Array;
  impacts: Uint8Array;
  near: NearFirst;
};

/** Those with a near title: first the `exact` ones whose title is the query, then by falling product of impact and factor of the title, then by number. */
type NearFirst = { exact: number; records: Uint32Array; impacts: Uint8Array; products: Float64Array };

/** Groups with fewer postings are not worth it. */
const FREQUENT = 1000;
/** Bytes kept per segment and thread. */
const MAX_BYTES = 24e6;

type Kept = { byKey: Map<string, ImpactOrdered>; bytes: number };
const keptBySegment = new WeakMap<Segment, Kept>();

/**
 * Leaves in scratch memory, ascending, candidates that include the best `pruning.count`. Returns the number of matches and of
 * candidates; `null` where all clauses must be matched.
 */
export function topByImpact(
  plan: Plan,
  segment: Segment,
  allowed: Uint32Array,
  pruning: Pruning,
  scratch: Scratch,
): { total: number; count: number } | null {
  const clause = frequentIn(plan, segment);
  if (clause === null) return null;
  const ordered = impactOrdered(plan, clause, segment, scratch);
  const total = countCommon(ordered.bits, allowed);
  if (total < SCREENFUL) return null;
  const found = new Set<number>();
  const pairs: number[] = [];
  const take = (record: number, impact: number): void => {
    if (found.has(record)) return;
    found.add(record);
    pairs.push(record * 256 + impact);
  };
  const { records, impacts, near } = ordered;
  takeBest(records, impacts, impacts, 0, allowed, pruning, take);
  for (let i = 0; i < near.exact; i++) if (has(allowed, near.records[i]!)) take(near.records[i]!, near.impacts[i]!);
  takeBest(near.records, near.impacts, near.products, near.exact, allowed, pruning, take);
  const sorted = Float64Array.from(pairs).sort();
  sorted.forEach((pair, i) => {
    scratch.records[i] = Math.floor(pair / 256);
    scratch.scores[i] = (pair % 256) * clause.weight;
  });
  return { total, count: sorted.length };
}

/** Takes the allowed records whose values, which fall, can be among the best `pruning.count`. */
function takeBest(
  records: Uint32Array,
  impacts: Uint8Array,
  values: ArrayLike<number>,
  from: number,
  allowed: Uint32Array,
  { count, least, most }: Pruning,
  take: (record: number, impact: number) => void,
): void {
  let taken = 0;
  let floor = 0;
  for (let i = from; i < records.length; i++) {
    if (taken >= count && (most === least || values[i]! * most < floor)) return;
    if (!has(allowed, records[i]!)) continue;
    take(records[i]!, impacts[i]!);
    if (++taken === count) floor = values[i]! * least;
  }
}

/** The allowed records of a single frequent word; `null` where all clauses must be matched. */
export function matchesByImpact(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array | null {
  const clause = frequentIn(plan, segment);
  if (clause === null) return null;
  const { bits } = impactOrdered(plan, clause, segment, scratch);
  const common = new Uint32Array(bits.length);
  for (let w = 0; w < bits.length; w++) common[w] = bits[w]! & allowed[w]!;
  return common;
}

function frequentIn(plan: Plan, segment: Segment): Clause | null {
  const clause = plan.clauses[0];
  if (plan.clauses.length !== 1 || clause === undefined || plan.phrases.length > 0 || plan.excluded.length > 0) return null;
  return countPostings(postingRanges(clause, segment)) < FREQUENT ? null : clause;
}

function impactOrdered(plan: Plan, clause: Clause, segment: Segment, scratch: Scratch): ImpactOrdered {
  let kept = keptBySegment.get(segment);
  if (kept === undefined) keptBySegment.set(segment, (kept = { byKey: new Map(), bytes: 0 }));
  const key = JSON.stringify([clause.alternatives, clause.wordsOnly, clause.mask, plan.begins, plan.title]);
  let ordered = kept.byKey.get(key);
  if (ordered !== undefined) {
    kept.byKey.delete(key);
  } else {
    ordered = order(plan, clause, segment, scratch);
    kept.bytes += sizeOf(ordered);
  }
  kept.byKey.set(key, ordered);
  for (const [old, value] of kept.byKey) {
    if (kept.bytes <= MAX_BYTES || old === key) break;
    kept.byKey.delete(old);
    kept.bytes -= sizeOf(value);
  }
  return ordered;
}

function sizeOf({ bits, records, impacts, near }: ImpactOrdered): number {
  return bits.byteLength + records.byteLength + impacts.byteLength + near.records.byteLength * 4;
}

function order(plan: Plan, clause: Clause, segment: Segment, scratch: Scratch): ImpactOrdered {
  const list = materialise(clause, postingRanges(clause, segment), segment, scratch);
  const size = list.to - list.from;
  const ordered: ImpactOrdered = {
    bits: new Uint32Array(bitWords(segment.size)),
    records: new Uint32Array(size),
    impacts: new Uint8Array(size),
    near: nearFirst(plan, list, segment),
  };
  const levelStart = new Uint32Array(257);
  for (let i = list.from; i < list.to; i++) levelStart[256 - list.impacts[i]!]!++;
  for (let level = 1; level <= 256; level++) levelStart[level]! += levelStart[level - 1]!;
  // `levelStart[256 - impact - 1]` is now where the records with this impact begin.
  for (let i = list.from; i < list.to; i++) {
    const record = list.records[i]!;
    const impact = list.impacts[i]!;
    const at = levelStart[255 - impact]!++;
    ordered.records[at] = record;
    ordered.impacts[at] = impact;
    ordered.bits[record >>> 5]! |= 1 << (record & 31);
  }
  return ordered;
}

/** Of the records of a clause those whose title is the query, near to it or begins with it. */
function nearFirst({ begins, title }: Plan, list: PostingList, segment: Segment): NearFirst {
  const exact = new Set(title === null ? [] : titlesWith(segment, title));
  const factor = titleFactors(segment, begins, false);
  const found: { record: number; impact: number; product: number; exact: boolean }[] = [];
  for (let i = list.from; i < list.to; i++) {
    const record = list.records[i]!;
    const impact = list.impacts[i]!;
    const times = factor.of(record);
    if (times > 1 || exact.has(record)) found.push({ record, impact, product: impact * times, exact: exact.has(record) });
  }
  found.sort((a, b) => Number(b.exact) - Number(a.exact) || b.product - a.product || a.record - b.record);
  return {
    exact: exact.size === 0 ? 0 : found.filter((each) => each.exact).length,
    records: Uint32Array.from(found, ({ record }) => record),
    impacts: Uint8Array.from(found, ({ impact }) => impact),
    products: Float64Array.from(found, ({ product }) => product),
  };
}
