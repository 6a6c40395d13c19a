/** Words next to each other: which records have a phrase, and in which of their text fields. */
import { add, bitWords, has, intersect } from '../index/bits.ts';
import { readPositions } from '../index/positions.ts';
import type { Postings, Segment } from '../index/segment.ts';
import { lowerBound } from '../index/sorted.ts';
import { findTerm } from './known-terms.ts';
import type { PhraseTest } from './plan.ts';
import type { Scratch } from './scratch.ts';

/** All records of a segment that have the phrase. */
export function phraseRecords(phrase: PhraseTest, segment: Segment): number[] {
  const candidates = new Uint32Array(bitWords(segment.size)).fill(0xffffffff);
  for (const stems of phrase.words) {
    const bits = new Uint32Array(candidates.length);
    for (const stem of stems) {
      const term = findTerm(segment.terms, stem);
      if (term < 0) continue;
      for (let p = segment.postings.start[term]!; p < segment.postings.start[term + 1]!; p++) add(bits, segment.postings.records[p]!);
    }
    intersect(candidates, bits);
  }
  const test = phraseTester(phrase, segment);
  const found: number[] = [];
  for (let record = 0; record < segment.size; record++) if (has(candidates, record) && test(record) !== 0) found.push(record);
  return found;
}

/** Keeps those of the `count` matches that have the phrase; how many are left. */
export function filterByPhrase(phrase: PhraseTest, segment: Segment, count: number, scratch: Scratch): number {
  const test = phraseTester(phrase, segment);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (test(scratch.records[i]!) === 0) continue;
    scratch.records[kept] = scratch.records[i]!;
    scratch.scores[kept++] = scratch.scores[i]!;
  }
  return kept;
}

/** A function that gives the text fields (as bits) in which a record has the phrase. */
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
    let found = 0;
    for (const position of ends ?? []) found |= 1 << (position & 7);
    return found & phrase.mask;
  };
}

/** The posting of a stem for a record, or -1. */
export function postingOf(postings: Postings, term: number, record: number): number {
  const to = postings.start[term + 1]!;
  const at = lowerBound(postings.records, record, postings.start[term]!, to);
  return at < to && postings.records[at] === record ? at : -1;
}
