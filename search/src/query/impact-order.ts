/**
 * Impact-ordered postings for a single frequent word: the top hits are found without looking at the rest, and counting is
 * counting bits.
 */
import { bitWords, countCommon, has } from '../index/bits.ts';
import type { Segment } from '../index/segment.ts';
import { countPostings, materialise, postingRanges } from './match.ts';
import type { Clause, Plan } from './plan.ts';
import type { Scratch } from './scratch.ts';
import { SCREENFUL } from './limits.ts';
import { NEAR_TITLE } from './title-match.ts';
import { titlesWith } from './titles.ts';

/** What allows to stop early: the number of hits needed, and the least and the most by which boosts multiply a score. */
export type Pruning = { count: number; least: number; most: number };

type ImpactOrdered = {
  bits: Uint32Array;
  /** By falling impact, then by number. */
  records: Uint32Array;
  impacts: Uint8Array;
};

/** Groups with fewer postings are not worth it. */
const FREQUENT = 1000;
/** Bytes kept per segment and thread. */
const MOST_BYTES = 24e6;

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
  const ordered = impactOrdered(clause, segment, scratch);
  const total = countCommon(ordered.bits, allowed);
  if (total < SCREENFUL) return null;
  const { records, impacts } = ordered;
  const most = pruning.most * (plan.begins === null ? 1 : NEAR_TITLE);
  let count = 0;
  let floor = 0;
  const found = new Set<number>();
  const pairs: number[] = [];
  for (let i = 0; i < records.length; i++) {
    const impact = impacts[i]!;
    if (count >= pruning.count && (most === pruning.least || impact * most < floor)) break;
    const record = records[i]!;
    if (!has(allowed, record)) continue;
    found.add(record);
    pairs.push(record * 256 + impact);
    if (++count === pruning.count) floor = impact * pruning.least;
  }
  for (const record of plan.title === null ? [] : titlesWith(segment, plan.title)) {
    if (found.has(record) || !has(allowed, record) || !has(ordered.bits, record)) continue;
    pairs.push(record * 256 + impacts[records.indexOf(record)]!);
  }
  const sorted = Float64Array.from(pairs).sort();
  sorted.forEach((pair, i) => {
    scratch.records[i] = Math.floor(pair / 256);
    scratch.scores[i] = (pair % 256) * clause.weight;
  });
  return { total, count: sorted.length };
}

/** The allowed records of a single frequent word; `null` where all clauses must be matched. */
export function matchesByImpact(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array | null {
  const clause = frequentIn(plan, segment);
  if (clause === null) return null;
  const { bits } = impactOrdered(clause, segment, scratch);
  const common = new Uint32Array(bits.length);
  for (let w = 0; w < bits.length; w++) common[w] = bits[w]! & allowed[w]!;
  return common;
}

function frequentIn(plan: Plan, segment: Segment): Clause | null {
  const clause = plan.clauses[0];
  if (plan.clauses.length !== 1 || clause === undefined || plan.phrases.length > 0 || plan.excluded.length > 0) return null;
  return countPostings(postingRanges(clause, segment)) < FREQUENT ? null : clause;
}

function impactOrdered(clause: Clause, segment: Segment, scratch: Scratch): ImpactOrdered {
  let kept = keptBySegment.get(segment);
  if (kept === undefined) keptBySegment.set(segment, (kept = { byKey: new Map(), bytes: 0 }));
  const key = JSON.stringify([clause.alternatives, clause.wordsOnly, clause.mask]);
  let ordered = kept.byKey.get(key);
  if (ordered !== undefined) {
    kept.byKey.delete(key);
  } else {
    ordered = order(clause, segment, scratch);
    kept.bytes += sizeOf(ordered);
  }
  kept.byKey.set(key, ordered);
  for (const [old, value] of kept.byKey) {
    if (kept.bytes <= MOST_BYTES || old === key) break;
    kept.byKey.delete(old);
    kept.bytes -= sizeOf(value);
  }
  return ordered;
}

function sizeOf({ bits, records, impacts }: ImpactOrdered): number {
  return bits.byteLength + records.byteLength + impacts.byteLength;
}

function order(clause: Clause, segment: Segment, scratch: Scratch): ImpactOrdered {
  const list = materialise(clause, postingRanges(clause, segment), segment, scratch);
  const size = list.to - list.from;
  const ordered: ImpactOrdered = {
    bits: new Uint32Array(bitWords(segment.size)),
    records: new Uint32Array(size),
    impacts: new Uint8Array(size),
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
