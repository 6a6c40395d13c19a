/** Finds completions by a later word: `weltk` finds `Zweiter Weltkrieg`. */
import { has } from '../../index/bits.ts';
import { prefixRange, stringAt } from '../../index/dictionary.ts';
import type { LiveSegment } from '../../index/index-view.ts';
import type { Segment, ValueIndex } from '../../index/segment.ts';
import { checkTime } from '../limits.ts';

/**
 * Returns the keys of completions in which the typed text starts at a word other than the first: the `max` most frequent ones for each segment and
 * field. Candidates are the records with the rarest typed word. Returns none if that word has more than `maxPostings` postings.
 */
export function innerMatches(
  typed: string,
  fields: readonly number[],
  lives: readonly LiveSegment[],
  visible: readonly Uint32Array[],
  { maxPostings, max, deadline }: { maxPostings: number; max: number; deadline: number },
): { f: number; key: string }[] {
  const ranges = lives.map(({ segment }) => rarestWord(typed, segment, maxPostings));
  if (ranges.reduce((sum, range) => sum + range.extent, 0) > maxPostings) return [];
  return lives.flatMap((live, segmentIndex) => {
    checkTime(deadline);
    if (ranges[segmentIndex]!.extent === 0) return [];
    return fields.flatMap((f) => {
      const index = live.segment.completions[f]!;
      const keyOf = innerKeyOf(typed, index);
      const keys = frequentCompletions(ranges[segmentIndex]!.terms, f, live, visible[segmentIndex]!, index, keyOf, max);
      return keys.map((key) => ({ f, key }));
    });
  });
}

/** Reused counters by completion; all zero between uses. */
const counters = new WeakMap<ValueIndex, Uint32Array>();

/** Returns the keys of a field's completions whose records contain one of the stems, most frequent first. */
function frequentCompletions(
  terms: Iterable<number>,
  f: number,
  { segment, deleted }: LiveSegment,
  visible: Uint32Array,
  index: ValueIndex,
  keyOf: (completion: number) => string | null,
  max: number,
): string[] {
  const { start, records, masks } = segment.postings;
  const own = byRecord(index, segment.size);
  let counts = counters.get(index);
  if (counts === undefined) counters.set(index, (counts = new Uint32Array(index.live.length)));
  const touched: number[] = [];
  for (const term of terms) {
    for (let p = start[term]!; p < start[term + 1]!; p++) {
      if (((masks[p]! >>> f) & 1) === 0) continue;
      const record = records[p]!;
      if (!has(visible, record) || has(deleted, record)) continue;
      for (let v = own.start[record]!; v < own.start[record + 1]!; v++) if (counts[own.values[v]!]!++ === 0) touched.push(own.values[v]!);
    }
  }
  // Sorts only completions with several records, because most have only one.
  const often = touched.filter((completion) => counts[completion]! > 1).sort((a, b) => counts[b]! - counts[a]! || a - b);
  const keys: string[] = [];
  for (const list of [often, touched]) {
    for (const completion of list) {
      if (keys.length === max) break;
      if (list === touched && counts[completion]! > 1) continue;
      const key = keyOf(completion);
      if (key !== null) keys.push(key);
    }
  }
  for (const completion of touched) counts[completion] = 0;
  return keys;
}

/** Returns the stems of the typed word that has the fewest postings. The last word may be unfinished. Counting stops above `max`. */
function rarestWord(typed: string, segment: Segment, max: number): { terms: Iterable<number>; extent: number } {
  const words = typed.split(' ');
  const finished = words.at(-1) === '';
  if (finished) words.pop();
  const { surfaces, surfaceLive, surfaceTerm, postings } = segment;
  const ranges = words.map((word, i) => {
    const unfinished = i === words.length - 1 && !finished;
    const [from, to] = prefixRange(surfaces, word);
    const terms = new Set<number>();
    let extent = 0;
    for (let s = from; s < to && extent <= max; s++) {
      const term = surfaceTerm[s]!;
      if (surfaceLive[s] === 0 || terms.has(term)) continue;
      // The complete word sorts before the words that begin with it.
      if (!unfinished && stringAt(surfaces, s) !== word) break;
      terms.add(term);
      extent += postings.start[term + 1]! - postings.start[term]!;
    }
    return { terms, extent };
  });
  return ranges.reduce((a, b) => (b.extent < a.extent ? b : a));
}

type ByRecord = { start: Uint32Array; values: Uint32Array };

/** Cached completions by record. */
const recordCaches = new WeakMap<ValueIndex, ByRecord>();

function byRecord(index: ValueIndex, size: number): ByRecord {
  let list = recordCaches.get(index);
  if (list === undefined) recordCaches.set(index, (list = invertCompletions(index, size)));
  return list;
}

function invertCompletions({ start: from, records, live }: ValueIndex, size: number): ByRecord {
  const start = new Uint32Array(size + 1);
  for (const record of records) start[record + 1]!++;
  for (let r = 0; r < size; r++) start[r + 1]! += start[r]!;
  const cursor = start.slice();
  const values = new Uint32Array(records.length);
  for (let v = 0; v < live.length; v++) for (let p = from[v]!; p < from[v + 1]!; p++) values[cursor[records[p]!]!++] = v;
  return { start, values };
}

/** Returns a function that returns the key of a completion; `null` unless the typed text starts at a word other than the first. */
function innerKeyOf(typed: string, { dictionary }: ValueIndex): (completion: number) => string | null {
  return (completion) => {
    const key = stringAt(dictionary, completion);
    return key.includes(` ${typed}`) && !key.startsWith(typed) ? key : null;
  };
}
