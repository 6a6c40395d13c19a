/** Reads the postings of a segment: records of a clause with their impacts, and records that contain a phrase. */
import { add, bitWords, has, intersect, listBits } from '../index/bits.ts';
import { findTerm, prefixRange } from '../index/dictionary.ts';
import { readPositions } from '../index/positions.ts';
import type { Postings, Segment } from '../index/segment.ts';
import { lowerBound } from '../index/sorted.ts';
import type { Alternative, Clause, PhraseTest } from './plan.ts';
import type { Scratch } from './scratch.ts';
import { WEIGHTS } from './weights.ts';

const { exact: EXACT } = WEIGHTS.alternative;

/** A range of postings. `factor` is the factor of their alternative in 256ths. */
export type PostingRange = { from: number; to: number; factor: number };

/** Records in ascending order with their impacts. The list starts at index `from` of both arrays and ends before `to`. */
export type PostingList = { records: Uint32Array; impacts: Uint8Array; from: number; to: number };

const NO_POSTINGS: PostingList = { records: new Uint32Array(0), impacts: new Uint8Array(0), from: 0, to: 0 };

/** Returns the posting ranges of a clause. Alternatives of several words have no range. */
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

/** Minimum ratio of lengths at which the longest range of a clause is kept separate instead of being copied into a union with the others. */
const MUCH_LONGER = 4;

/** Returns the records of a clause as two lists: the longest range without copying it, if it is much longer than the others, and the others. */
export function splitLongest(
  clause: Clause,
  ranges: readonly PostingRange[],
  segment: Segment,
  scratch: Scratch,
): { main: PostingList; rest: PostingList } {
  if (ranges.length > 1 && !clause.wordsOnly && hasSingleStems(clause)) {
    const longest = ranges.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
    const others = ranges.filter((range) => range !== longest);
    if (longest.factor === EXACT && longest.to - longest.from > MUCH_LONGER * countPostings(others)) {
      const { records, impacts } = segment.postings;
      return { main: { records, impacts, from: longest.from, to: longest.to }, rest: materialise(clause, others, segment, scratch) };
    }
  }
  return { main: materialise(clause, ranges, segment, scratch), rest: NO_POSTINGS };
}

/** Returns the records of a clause, if possible as a range of the index without copying, otherwise as a union in scratch memory. */
export function materialise(clause: Clause, ranges: readonly PostingRange[], segment: Segment, scratch: Scratch): PostingList {
  const { postings } = segment;
  const conjunctions = clause.alternatives.filter((alternative) => alternative.kind === 'all');
  const only = ranges[0];
  if (
    only !== undefined &&
    ranges.length === 1 &&
    conjunctions.length === 0 &&
    only.factor === EXACT &&
    !clause.wordsOnly &&
    hasSingleStems(clause)
  ) {
    return { records: postings.records, impacts: postings.impacts, from: only.from, to: only.to };
  }
  const { best, bits } = scratch;
  const mask = clause.wordsOnly ? clause.mask : 0;
  for (const { from, to, factor } of ranges) {
    for (let p = from; p < to; p++) {
      if (mask !== 0 && (postings.masks[p]! & mask) === 0) continue;
      const impact = factor === EXACT ? postings.impacts[p]! : scaled(postings.impacts[p]!, factor);
      const record = postings.records[p]!;
      const old = best[record]!;
      if (old >= impact) continue;
      if (old === 0) bits[record >>> 5]! |= 1 << (record & 31);
      best[record] = impact;
    }
  }
  for (const alternative of conjunctions) {
    const list = conjunction(alternative, segment);
    for (let i = list.from; i < list.to; i++) {
      const record = list.records[i]!;
      const impact = scaled(list.impacts[i]!, alternative.factor);
      if (best[record] === 0) add(bits, record);
      if (best[record]! < impact) best[record] = impact;
    }
  }
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

/** Returns an impact multiplied by a factor in 256ths, at least 1. */
export function scaled(impact: number, factor: number): number {
  return Math.max(1, (impact * factor) >> 8);
}

/** Returns whether every range of the clause belongs to a single stem. A range of several stems may contain a record twice. */
function hasSingleStems(clause: Clause): boolean {
  return clause.alternatives.every((alternative) => alternative.kind === 'stem');
}

/** Returns the records that contain all words of an alternative, with the lowest impact among the words. */
function conjunction(alternative: Extract<Alternative, { kind: 'all' }>, segment: Segment): PostingList {
  let matches: Map<number, number> | null = null;
  const { postings } = segment;
  for (const stems of alternative.words) {
    const next = new Map<number, number>();
    for (const stem of stems) {
      const term = findTerm(segment.terms, stem);
      if (term < 0) continue;
      for (let p = postings.start[term]!; p < postings.start[term + 1]!; p++) {
        const record = postings.records[p]!;
        const before: number | undefined = matches === null ? 255 : matches.get(record);
        if (before === undefined) continue;
        next.set(record, Math.max(next.get(record) ?? 0, Math.min(before, postings.impacts[p]!)));
      }
    }
    matches = next;
    if (matches.size === 0) return NO_POSTINGS;
  }
  if (matches === null) return NO_POSTINGS;
  const records = Uint32Array.from(matches.keys()).sort();
  const impacts = Uint8Array.from(records, (record) => matches.get(record)!);
  return { records, impacts, from: 0, to: records.length };
}

/** Returns the index of the posting of a stem in a record, or -1. */
export function postingOf(postings: Postings, term: number, record: number): number {
  const to = postings.start[term + 1]!;
  const at = lowerBound(postings.records, record, postings.start[term]!, to);
  return at < to && postings.records[at] === record ? at : -1;
}

/** Returns a function that returns a bitmap of the text fields in which a record contains the phrase. */
export function phraseTester(phrase: PhraseTest, segment: Segment): (record: number) => number {
  const { postings } = segment;
  const terms = phrase.words.map((stems) => stems.map((stem) => findTerm(segment.terms, stem)).filter((term) => term >= 0));
  const positions: number[] = [];
  return (record) => {
    let ends: Set<number> | null = null;
    for (const alternatives of terms) {
      const next = new Set<number>();
      for (const term of alternatives) {
        const posting = postingOf(postings, term, record);
        if (posting < 0 || (postings.masks[posting]! & phrase.mask) === 0) continue;
        const count = readPositions(postings, posting, positions);
        for (let i = 0; i < count; i++) if (ends === null || ends.has(positions[i]! - 8)) next.add(positions[i]!);
      }
      if (next.size === 0) return 0;
      ends = next;
    }
    let fields = 0;
    for (const position of ends ?? []) fields |= 1 << (position & 7);
    return fields & phrase.mask;
  };
}

/** Returns all records of a segment that contain the phrase, in ascending order. */
export function phraseRecords(phrase: PhraseTest, segment: Segment): number[] {
  const { postings } = segment;
  const candidates = new Uint32Array(bitWords(segment.size)).fill(0xffffffff);
  for (const stems of phrase.words) {
    const bits = new Uint32Array(candidates.length);
    for (const stem of stems) {
      const term = findTerm(segment.terms, stem);
      if (term < 0) continue;
      for (let p = postings.start[term]!; p < postings.start[term + 1]!; p++) add(bits, postings.records[p]!);
    }
    intersect(candidates, bits);
  }
  const hasPhrase = phraseTester(phrase, segment);
  const records: number[] = [];
  for (let record = 0; record < segment.size; record++) if (has(candidates, record) && hasPhrase(record) !== 0) records.push(record);
  return records;
}
