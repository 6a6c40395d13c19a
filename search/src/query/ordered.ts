/**
 * A short way for a single frequent word: its records are kept in the order of their impact, so the best few are
 * found without looking at the rest, and counting is counting bits.
 */
import { bitWords, countCommon, has } from '../index/bits.ts';
import type { Segment } from '../index/segment.ts';
import { extent, materialise, slicesOf } from './match.ts';
import type { Group, Plan } from './plan.ts';
import type { Scratch } from './scratch.ts';
import { SCREENFUL } from './run.ts';
import { titlesWith } from './titles.ts';

/** What the asker needs: so many records; boosts multiply a score by at least `least` and at most `most`. */
export type Need = { count: number; least: number; most: number };

type Ordered = {
  bits: Uint32Array;
  /** By falling impact, then by number. */
  records: Uint32Array;
  impacts: Uint8Array;
};

/** Groups with fewer postings are not worth it. */
const FREQUENT = 1000;
/** Bytes kept per segment and thread. */
const MOST_BYTES = 24e6;

type Kept = { byKey: Map<string, Ordered>; bytes: number };
const keptBySegment = new WeakMap<Segment, Kept>();

/**
 * Leaves in working memory, ascending, records among which are the best `need.count`. Returns how many match and
 * how many were left; `null` where the long way must be gone.
 */
export function bestOf(
  plan: Plan,
  segment: Segment,
  allowed: Uint32Array,
  need: Need,
  scratch: Scratch,
): { total: number; count: number } | null {
  const group = frequentIn(plan, segment);
  if (group === null) return null;
  const ordered = orderedOf(group, segment, scratch);
  const total = countCommon(ordered.bits, allowed);
  if (total < SCREENFUL) return null;
  const { records, impacts } = ordered;
  let count = 0;
  let floor = 0;
  const found = new Set<number>();
  const pairs: number[] = [];
  for (let i = 0; i < records.length; i++) {
    const impact = impacts[i]!;
    if (count >= need.count && (need.most === need.least || impact * need.most < floor)) break;
    const record = records[i]!;
    if (!has(allowed, record)) continue;
    found.add(record);
    pairs.push(record * 256 + impact);
    if (++count === need.count) floor = impact * need.least;
  }
  for (const record of plan.title === null ? [] : titlesWith(segment, plan.title)) {
    if (found.has(record) || !has(allowed, record) || !has(ordered.bits, record)) continue;
    pairs.push(record * 256 + impacts[records.indexOf(record)]!);
  }
  const sorted = Float64Array.from(pairs).sort();
  sorted.forEach((pair, i) => {
    scratch.records[i] = Math.floor(pair / 256);
    scratch.scores[i] = (pair % 256) * group.weight;
  });
  return { total, count: sorted.length };
}

/** The allowed records of a single frequent word; `null` where the long way must be gone. */
export function commonIn(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array | null {
  const group = frequentIn(plan, segment);
  if (group === null) return null;
  const { bits } = orderedOf(group, segment, scratch);
  const common = new Uint32Array(bits.length);
  for (let w = 0; w < bits.length; w++) common[w] = bits[w]! & allowed[w]!;
  return common;
}

function frequentIn(plan: Plan, segment: Segment): Group | null {
  const group = plan.groups[0];
  if (plan.groups.length !== 1 || group === undefined || plan.phrases.length > 0 || plan.excluded.length > 0) return null;
  return extent(slicesOf(group, segment)) < FREQUENT ? null : group;
}

function orderedOf(group: Group, segment: Segment, scratch: Scratch): Ordered {
  let kept = keptBySegment.get(segment);
  if (kept === undefined) keptBySegment.set(segment, (kept = { byKey: new Map(), bytes: 0 }));
  const key = JSON.stringify([group.alternatives, group.whole, group.mask]);
  let ordered = kept.byKey.get(key);
  if (ordered !== undefined) {
    kept.byKey.delete(key);
  } else {
    ordered = order(group, segment, scratch);
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

function sizeOf({ bits, records, impacts }: Ordered): number {
  return bits.byteLength + records.byteLength + impacts.byteLength;
}

function order(group: Group, segment: Segment, scratch: Scratch): Ordered {
  const list = materialise(group, slicesOf(group, segment), segment, scratch);
  const size = list.to - list.from;
  const ordered: Ordered = { bits: new Uint32Array(bitWords(segment.size)), records: new Uint32Array(size), impacts: new Uint8Array(size) };
  const place = new Uint32Array(257);
  for (let i = list.from; i < list.to; i++) place[256 - list.impacts[i]!]!++;
  for (let level = 1; level <= 256; level++) place[level]! += place[level - 1]!;
  // `place[256 - impact - 1]` is now where the records with this impact begin.
  for (let i = list.from; i < list.to; i++) {
    const record = list.records[i]!;
    const impact = list.impacts[i]!;
    const at = place[255 - impact]!++;
    ordered.records[at] = record;
    ordered.impacts[at] = impact;
    ordered.bits[record >>> 5]! |= 1 << (record & 31);
  }
  return ordered;
}
