/** Completions in which what was typed begins a later word: `weltk` finds `Zweiter Weltkrieg`. */
import { has } from '../index/bits.ts';
import { prefixRange, stringAt } from '../index/dictionary.ts';
import type { LiveSegment } from '../index/index-view.ts';
import type { Segment, ValueIndex } from '../index/segment.ts';
import { checkTime } from './limits.ts';

/**
 * Keys with the number of a field, at most `most` for each segment and field, those first that stand in more visible records. Found by
 * the records in which the rarest of the words typed stands; nothing where it has more than `mostPostings`.
 */
export function innerMatches(
  typed: string,
  fields: readonly number[],
  lives: readonly LiveSegment[],
  visible: readonly Uint32Array[],
  { mostPostings, most, deadline }: { mostPostings: number; most: number; deadline: number },
): { f: number; key: string }[] {
  const ranges = lives.map(({ segment }) => rarestWord(typed, segment, mostPostings));
  if (ranges.reduce((sum, range) => sum + range.extent, 0) > mostPostings) return [];
  return lives.flatMap((live, e) => {
    checkTime(deadline);
    if (ranges[e]!.extent === 0) return [];
    return fields.flatMap((f) => {
      const index = live.segment.completions[f]!;
      return frequentCompletions(ranges[e]!.terms, f, live, visible[e]!, index, beginsInside(typed, index), most).map((key) => ({
        f,
        key,
      }));
    });
  });
}

/** How often each completion was met; all zero between uses. */
const metIn = new WeakMap<ValueIndex, Uint32Array>();

/** Completions of one field whose records have one of the stems there, the most frequent first. */
function frequentCompletions(
  terms: Iterable<number>,
  f: number,
  { segment, deleted }: LiveSegment,
  visible: Uint32Array,
  index: ValueIndex,
  keyOf: (completion: number) => string | null,
  most: number,
): string[] {
  const { start, records, masks } = segment.postings;
  const own = byRecord(index, segment.size);
  let met = metIn.get(index);
  if (met === undefined) metIn.set(index, (met = new Uint32Array(index.live.length)));
  const touched: number[] = [];
  for (const term of terms) {
    for (let p = start[term]!; p < start[term + 1]!; p++) {
      if (((masks[p]! >>> f) & 1) === 0) continue;
      const record = records[p]!;
      if (!has(visible, record) || has(deleted, record)) continue;
      for (let v = own.start[record]!; v < own.start[record + 1]!; v++) if (met[own.values[v]!]!++ === 0) touched.push(own.values[v]!);
    }
  }
  // Most stand in one record: only the others need sorting.
  const often = touched.filter((completion) => met[completion]! > 1).sort((a, b) => met[b]! - met[a]! || a - b);
  const keys: string[] = [];
  for (const list of [often, touched]) {
    for (const completion of list) {
      if (keys.length === most) break;
      if (list === touched && met[completion]! > 1) continue;
      const key = keyOf(completion);
      if (key !== null) keys.push(key);
    }
  }
  for (const completion of touched) met[completion] = 0;
  return keys;
}

/** The stems of the word typed that has the fewest postings; the last word may be unfinished. Counting ends beyond `most`. */
function rarestWord(typed: string, segment: Segment, most: number): { terms: Iterable<number>; extent: number } {
  const words = typed.split(' ');
  const finished = words.at(-1) === '';
  if (finished) words.pop();
  const { surfaces, surfaceLive, surfaceTerm, postings } = segment;
  const ranges = words.map((word, i) => {
    const unfinished = i === words.length - 1 && !finished;
    const [from, to] = prefixRange(surfaces, word);
    const terms = new Set<number>();
    let extent = 0;
    for (let s = from; s < to && extent <= most; s++) {
      const term = surfaceTerm[s]!;
      if (surfaceLive[s] === 0 || terms.has(term)) continue;
      // The word itself comes first among those that begin with it.
      if (!unfinished && stringAt(surfaces, s) !== word) break;
      terms.add(term);
      extent += postings.start[term + 1]! - postings.start[term]!;
    }
    return { terms, extent };
  });
  return ranges.reduce((a, b) => (b.extent < a.extent ? b : a));
}

type ByRecord = { start: Uint32Array; values: Uint32Array };

/** The completions of each record, computed when first needed. */
const completionsByRecord = new WeakMap<ValueIndex, ByRecord>();

function byRecord(index: ValueIndex, size: number): ByRecord {
  let list = completionsByRecord.get(index);
  if (list === undefined) completionsByRecord.set(index, (list = invertCompletions(index, size)));
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

/** A function that gives the key of a completion in which what was typed begins at a word, and not at the first. */
function beginsInside(typed: string, { dictionary }: ValueIndex): (completion: number) => string | null {
  return (completion) => {
    const key = stringAt(dictionary, completion);
    return key.includes(` ${typed}`) && !key.startsWith(typed) ? key : null;
  };
}
