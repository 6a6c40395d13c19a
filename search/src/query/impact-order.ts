/**
 * Impact-ordered postings, for queries with a single frequent word. The top hits are found without reading all records, and matches are counted with
 * bitmaps.
 */
import { bitWords, countCommon, has } from '../index/bits.ts';
import type { Segment } from '../index/segment.ts';
import { SCREENFUL } from './limits.ts';
import type { Clause, Plan } from './plan.ts';
import type { PostingList } from './postings.ts';
import { countPostings, materialise, postingRanges } from './postings.ts';
import type { Scratch } from './scratch.ts';
import { equalTitles, titleFactors } from './titles.ts';

/** Bounds that allow stopping early: the required number of hits, and the range of the product of all boosts. */
export type Pruning = { count: number; minBoost: number; maxBoost: number };

type ImpactOrdered = {
  bits: Uint32Array;
  /** Records by descending impact, then by number. */
  records: Uint32Array;
  impacts: Uint8Array;
  near: NearTitleOrder;
};

/**
 * Records with a title near to the query. The titles of the first `equal` records equal the query. The other records are ordered by descending product
 * of impact and title factor, then by number.
 */
type NearTitleOrder = { equal: number; records: Uint32Array; impacts: Uint8Array; products: Float64Array };

/** Minimum number of postings for a word to count as frequent. */
const FREQUENT = 1000;
/** Maximum size in bytes of the cache per segment and thread. The least recently used words are evicted. */
const MAX_BYTES = 24e6;

type Cache = { byKey: Map<string, ImpactOrdered>; bytes: number };
const caches = new WeakMap<Segment, Cache>();

/**
 * Writes candidates that include the `pruning.count` best records to scratch memory in ascending order. Returns the numbers of matches and
 * candidates; `null` if the query is not a single frequent word or has fewer matches than a screenful.
 */
export function topByImpact(
  plan: Plan,
  segment: Segment,
  allowed: Uint32Array,
  pruning: Pruning,
  scratch: Scratch,
): { total: number; count: number } | null {
  const clause = frequentClause(plan, segment);
  if (clause === null) return null;
  const ordered = impactOrdered(plan, clause, segment, scratch);
  const total = countCommon(ordered.bits, allowed);
  if (total < SCREENFUL) return null;
  const taken = new Set<number>();
  const pairs: number[] = [];
  const take = (record: number, impact: number): void => {
    if (taken.has(record)) return;
    taken.add(record);
    pairs.push(record * 256 + impact);
  };
  const { records, impacts, near } = ordered;
  collectBest(records, impacts, impacts, 0, allowed, pruning, take);
  for (let i = 0; i < near.equal; i++) if (has(allowed, near.records[i]!)) take(near.records[i]!, near.impacts[i]!);
  collectBest(near.records, near.impacts, near.products, near.equal, allowed, pruning, take);
  const sorted = Float64Array.from(pairs).sort();
  sorted.forEach((pair, i) => {
    scratch.records[i] = Math.floor(pair / 256);
    scratch.scores[i] = (pair % 256) * clause.weight;
  });
  return { total, count: sorted.length };
}

/** Collects the allowed records that can be among the `pruning.count` best. `values` must descend. */
function collectBest(
  records: Uint32Array,
  impacts: Uint8Array,
  values: ArrayLike<number>,
  from: number,
  allowed: Uint32Array,
  { count, minBoost, maxBoost }: Pruning,
  take: (record: number, impact: number) => void,
): void {
  let taken = 0;
  let minScore = 0;
  for (let i = from; i < records.length; i++) {
    if (taken >= count && (maxBoost === minBoost || values[i]! * maxBoost < minScore)) return;
    if (!has(allowed, records[i]!)) continue;
    take(records[i]!, impacts[i]!);
    if (++taken === count) minScore = values[i]! * minBoost;
  }
}

/** Returns the allowed matches as a bitmap; `null` if the query is not a single frequent word. */
export function matchesByImpact(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array | null {
  const clause = frequentClause(plan, segment);
  if (clause === null) return null;
  const { bits } = impactOrdered(plan, clause, segment, scratch);
  const common = new Uint32Array(bits.length);
  for (let w = 0; w < bits.length; w++) common[w] = bits[w]! & allowed[w]!;
  return common;
}

/** Returns the only clause of a plan if it is frequent in the segment and there are no other conditions. */
function frequentClause(plan: Plan, segment: Segment): Clause | null {
  const clause = plan.clauses[0];
  if (plan.clauses.length !== 1 || clause === undefined || plan.phrases.length > 0 || plan.excluded.length > 0) return null;
  return countPostings(postingRanges(clause, segment)) < FREQUENT ? null : clause;
}

function impactOrdered(plan: Plan, clause: Clause, segment: Segment, scratch: Scratch): ImpactOrdered {
  let cache = caches.get(segment);
  if (cache === undefined) caches.set(segment, (cache = { byKey: new Map(), bytes: 0 }));
  const key = JSON.stringify([clause.alternatives, clause.wordsOnly, clause.mask, plan.titleKey, plan.titleHash]);
  let ordered = cache.byKey.get(key);
  if (ordered !== undefined) {
    cache.byKey.delete(key);
  } else {
    ordered = orderByImpact(plan, clause, segment, scratch);
    cache.bytes += sizeOf(ordered);
  }
  cache.byKey.set(key, ordered);
  for (const [old, value] of cache.byKey) {
    if (cache.bytes <= MAX_BYTES || old === key) break;
    cache.byKey.delete(old);
    cache.bytes -= sizeOf(value);
  }
  return ordered;
}

function sizeOf({ bits, records, impacts, near }: ImpactOrdered): number {
  return bits.byteLength + records.byteLength + impacts.byteLength + near.records.byteLength * 4;
}

/** Sorts the records of a clause by impact with a counting sort. */
function orderByImpact(plan: Plan, clause: Clause, segment: Segment, scratch: Scratch): ImpactOrdered {
  const list = materialise(clause, postingRanges(clause, segment), segment, scratch);
  const size = list.to - list.from;
  const ordered: ImpactOrdered = {
    bits: new Uint32Array(bitWords(segment.size)),
    records: new Uint32Array(size),
    impacts: new Uint8Array(size),
    near: orderNearTitles(plan, list, segment),
  };
  const levelStart = new Uint32Array(257);
  for (let i = list.from; i < list.to; i++) levelStart[256 - list.impacts[i]!]!++;
  for (let level = 1; level <= 256; level++) levelStart[level]! += levelStart[level - 1]!;
  // `levelStart[255 - impact]` is the next free position for records with this impact.
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

/** Returns the records of a clause whose title equals the query, is similar to it or begins with it. */
function orderNearTitles({ titleKey, titleHash }: Plan, list: PostingList, segment: Segment): NearTitleOrder {
  const equal = new Set(equalTitles(segment, titleHash));
  const titleFactor = titleFactors(segment, titleKey, false);
  const near: { record: number; impact: number; product: number; isEqual: boolean }[] = [];
  for (let i = list.from; i < list.to; i++) {
    const record = list.records[i]!;
    const impact = list.impacts[i]!;
    const factor = titleFactor.of(record);
    if (factor > 1 || equal.has(record)) near.push({ record, impact, product: impact * factor, isEqual: equal.has(record) });
  }
  near.sort((a, b) => Number(b.isEqual) - Number(a.isEqual) || b.product - a.product || a.record - b.record);
  return {
    equal: equal.size === 0 ? 0 : near.filter(({ isEqual }) => isEqual).length,
    records: Uint32Array.from(near, ({ record }) => record),
    impacts: Uint8Array.from(near, ({ impact }) => impact),
    products: Float64Array.from(near, ({ product }) => product),
  };
}
