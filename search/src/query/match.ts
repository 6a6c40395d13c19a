/** Which records of a segment match a plan, and with what score. */
import { add, listBits, subtract, bitWords } from '../index/bits.ts';
import { prefixRange } from '../index/dictionary.ts';
import type { Segment } from '../index/segment.ts';
import { lowerBound } from '../index/sorted.ts';
import { findTerm } from './known-terms.ts';
import type { Alternative, Clause, Plan } from './plan.ts';
import { FULL } from './plan.ts';
import type { Scratch } from './scratch.ts';
import { ensureCapacity } from './scratch.ts';
import { phraseRecords, filterByPhrase } from './phrases.ts';

/** A range of postings and the factor they count, in 256ths. */
type PostingRange = { from: number; to: number; factor: number };

/** Records ascending with their impacts, between two indexes of two arrays. */
export type PostingList = { records: Uint32Array; impacts: Uint8Array; from: number; to: number };

const NO_POSTINGS: PostingList = { records: new Uint32Array(0), impacts: new Uint8Array(0), from: 0, to: 0 };

/** A range this many times as long as the other ranges of its clause is not copied into a union with them. */
const MUCH_LONGER = 4;

/**
 * Leaves the matching records of `allowed` in `scratch.records`, ascending, and their scores in `scratch.scores`;
 * returns how many. Without words every allowed record matches with score 1.
 */
export function matchClauses(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): number {
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

export function postingRanges(clause: Clause, segment: Segment): PostingRange[] {
  const ranges: PostingRange[] = [];
  const { start } = segment.postings;
  const take = (from: number, to: number, factor: number): void => {
    if (start[to]! > start[from]!) ranges.push({ from: start[from]!, to: start[to]!, factor });
  };
  for (const alternative of clause.alternatives) {
    if (alternative.kind === 'stem') {
      const term = findTerm(segment.terms, alternative.stem);
      if (term >= 0) take(term, term + 1, alternative.factor);
    } else if (alternative.kind === 'prefix') {
      const [from, to] = prefixRange(segment.terms, alternative.text);
      take(from, to, alternative.factor);
      for (const stem of alternative.irregular) {
        const term = findTerm(segment.terms, stem);
        if (term >= 0) take(term, term + 1, alternative.factor);
      }
    }
  }
  return ranges;
}

export function countPostings(ranges: readonly PostingRange[]): number {
  let sum = 0;
  for (const range of ranges) sum += range.to - range.from;
  return sum;
}

/** The records of a clause as one long range of the index and the rest, where that pays; `rest` may name records of `main`. */
function splitLongest(
  clause: Clause,
  ranges: readonly PostingRange[],
  segment: Segment,
  scratch: Scratch,
): { main: PostingList; rest: PostingList } {
  if (ranges.length > 1 && !clause.wordsOnly && isOneTerm(clause)) {
    const longest = ranges.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
    const others = ranges.filter((range) => range !== longest);
    if (longest.factor === FULL && longest.to - longest.from > MUCH_LONGER * countPostings(others)) {
      const { records, impacts } = segment.postings;
      return { main: { records, impacts, from: longest.from, to: longest.to }, rest: materialise(clause, others, segment, scratch) };
    }
  }
  return { main: materialise(clause, ranges, segment, scratch), rest: NO_POSTINGS };
}

/** The records of a clause: a range of the index itself where possible, otherwise the union in scratch memory. */
export function materialise(clause: Clause, ranges: readonly PostingRange[], segment: Segment, scratch: Scratch): PostingList {
  const { postings } = segment;
  const conjunctions = clause.alternatives.filter((alternative) => alternative.kind === 'all');
  const only = ranges[0];
  if (
    only !== undefined &&
    ranges.length === 1 &&
    conjunctions.length === 0 &&
    only.factor === FULL &&
    !clause.wordsOnly &&
    isOneTerm(clause)
  ) {
    return { records: postings.records, impacts: postings.impacts, from: only.from, to: only.to };
  }
  const extra = conjunctions.map((alternative) => ({ factor: alternative.factor, list: conjunction(alternative, segment) }));
  const { best, bits } = scratch;
  const raise = (record: number, impact: number): void => {
    if (best[record] === 0) add(bits, record);
    if (best[record]! < impact) best[record] = impact;
  };
  const mask = clause.wordsOnly ? clause.mask : 0;
  for (const { from, to, factor } of ranges) {
    for (let p = from; p < to; p++) {
      if (mask !== 0 && (postings.masks[p]! & mask) === 0) continue;
      const impact = factor === FULL ? postings.impacts[p]! : scaled(postings.impacts[p]!, factor);
      const record = postings.records[p]!;
      const old = best[record]!;
      if (old >= impact) continue;
      if (old === 0) bits[record >>> 5]! |= 1 << (record & 31);
      best[record] = impact;
    }
  }
  for (const { list, factor } of extra) for (let i = list.from; i < list.to; i++) raise(list.records[i]!, scaled(list.impacts[i]!, factor));
  const used = bits.subarray(0, bitWords(segment.size));
  const count = listBits(used, scratch.clauseRecords);
  used.fill(0);
  for (let i = 0; i < count; i++) {
    const record = scratch.clauseRecords[i]!;
    scratch.clauseImpacts[i] = best[record]!;
    best[record] = 0;
  }
  return { records: scratch.clauseRecords, impacts: scratch.clauseImpacts, from: 0, to: count };
}

export function scaled(impact: number, factor: number): number {
  return Math.max(1, (impact * factor) >> 8);
}

/** A range over several stems can name a record twice. */
function isOneTerm(clause: Clause): boolean {
  return clause.alternatives.every((alternative) => alternative.kind === 'stem');
}

/** The records that contain every word of an alternative, with the least of the words' impacts. */
function conjunction(alternative: Extract<Alternative, { kind: 'all' }>, segment: Segment): PostingList {
  let found: Map<number, number> | null = null;
  const { postings } = segment;
  for (const stems of alternative.words) {
    const next = new Map<number, number>();
    for (const stem of stems) {
      const term = findTerm(segment.terms, stem);
      if (term < 0) continue;
      for (let p = postings.start[term]!; p < postings.start[term + 1]!; p++) {
        const record = postings.records[p]!;
        const before: number | undefined = found === null ? 255 : found.get(record);
        if (before === undefined) continue;
        next.set(record, Math.max(next.get(record) ?? 0, Math.min(before, postings.impacts[p]!)));
      }
    }
    found = next;
    if (found.size === 0) return NO_POSTINGS;
  }
  if (found === null) return NO_POSTINGS;
  const records = Uint32Array.from(found.keys()).sort();
  const impacts = Uint8Array.from(records, (record) => found.get(record)!);
  return { records, impacts, from: 0, to: records.length };
}

/** The allowed records of the first clause become the candidates. */
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

/** Writes first and counts then, without a branch: whether a record is allowed cannot be predicted, and a misprediction costs more. */
function appendAllowed(
  list: PostingList,
  from: number,
  to: number,
  weight: number,
  allowed: Uint32Array,
  scratch: Scratch,
  start: number,
): number {
  const { records, impacts } = list;
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

/** Keeps the candidates that a further clause matches too. */
function intersectCandidates(main: PostingList, rest: PostingList, weight: number, count: number, scratch: Scratch): number {
  const { records, scores } = scratch;
  let kept = 0;
  let at = main.from;
  let other = rest.from;
  const halve = main.to - main.from > 12 * count;
  for (let i = 0; i < count; i++) {
    const record = records[i]!;
    if (halve) at = lowerBound(main.records, record, at, Math.min(main.to, gallop(main, record, at)));
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

/** Galloping search: an upper bound, found in doubling steps, for the index of the record. */
function gallop(list: PostingList, record: number, from: number): number {
  let step = 8;
  while (from + step < list.to && list.records[from + step]! < record) step *= 2;
  return from + step + 1;
}

function withoutExcluded(plan: Plan, segment: Segment, allowed: Uint32Array, scratch: Scratch): Uint32Array {
  const within = allowed.slice();
  const out = new Uint32Array(within.length);
  for (const { clause, phrase } of plan.excluded) {
    if (clause !== null) {
      const list = materialise(clause, postingRanges(clause, segment), segment, scratch);
      for (let i = list.from; i < list.to; i++) add(out, list.records[i]!);
    }
    if (phrase !== null) for (const record of phraseRecords(phrase, segment)) add(out, record);
  }
  subtract(within, out);
  return within;
}
