/** Completions in which what was typed begins a later word: `weltk` finds `Zweiter Weltkrieg`. */
import { has } from '../index/bits.ts';
import { prefixRange, stringAt } from '../index/dictionary.ts';
import type { Segment, ValueIndex } from '../index/segment.ts';
import { checkTime } from './run.ts';
import type { Candidate } from './suggest.ts';

/**
 * By the records in which the rarest of the words typed stands: their completions are looked through. Nothing where that
 * is more than `most` places of the index. `typed` as in the keys of completions; `fields` are numbers of text fields.
 */
export function innerMatches(
  typed: string,
  fields: readonly number[],
  segments: readonly Segment[],
  allowed: readonly Uint32Array[],
  most: number,
  deadline: number,
): Candidate[] {
  const ranges = segments.map((segment) => rarest(typed, segment));
  if (ranges.reduce((sum, range) => sum + range.extent, 0) > most) return [];
  const found = new Map<string, Candidate>();
  segments.forEach((segment, e) => {
    checkTime(deadline);
    const { start, records, masks } = segment.postings;
    if (ranges[e]!.extent === 0) return;
    const tests = fields.map((f) => {
      const index = segment.completions[f]!;
      return { f, index, own: byRecord(index, segment.size), holds: holder(typed, index), seen: new Set<number>() };
    });
    for (const term of ranges[e]!.terms) {
      for (let p = start[term]!; p < start[term + 1]!; p++) {
        const record = records[p]!;
        if (!has(allowed[e]!, record)) continue;
        for (const { f, index, own, holds, seen } of tests) {
          if (((masks[p]! >>> f) & 1) === 0 || seen.has(record)) continue;
          seen.add(record);
          for (let v = own.start[record]!; v < own.start[record + 1]!; v++) {
            const completion = own.values[v]!;
            if (!holds(completion)) continue;
            const key = stringAt(index.dictionary, completion);
            const id = `${f} ${key}`;
            const known = found.get(id);
            if (known === undefined) found.set(id, { key, f, count: 1, begins: false, entry: e, record });
            else known.count++;
          }
        }
      }
    }
  });
  return [...found.values()];
}

/** The stems of the word typed that stands in the fewest places; the last word may be unfinished. */
function rarest(typed: string, segment: Segment): { terms: Iterable<number>; extent: number } {
  const words = typed.split(' ');
  const finished = words.at(-1) === '';
  if (finished) words.pop();
  const ranges = words.map((word, i) => {
    const [from, to] = prefixRange(segment.surfaces, word);
    const terms = new Set<number>();
    for (let s = from; s < to; s++) {
      const unfinished = i === words.length - 1 && !finished;
      if (segment.surfaceLive[s]! > 0 && (unfinished || stringAt(segment.surfaces, s) === word)) terms.add(segment.surfaceTerm[s]!);
    }
    let extent = 0;
    for (const term of terms) extent += segment.postings.start[term + 1]! - segment.postings.start[term]!;
    return { terms, extent };
  });
  return ranges.reduce((a, b) => (b.extent < a.extent ? b : a));
}

type ByRecord = { start: Uint32Array; values: Uint32Array };

/** The completions of each record, worked out when they are first asked for. */
const turned = new WeakMap<ValueIndex, ByRecord>();

function byRecord(index: ValueIndex, size: number): ByRecord {
  let list = turned.get(index);
  if (list === undefined) turned.set(index, (list = turn(index, size)));
  return list;
}

function turn({ start: from, records, live }: ValueIndex, size: number): ByRecord {
  const start = new Uint32Array(size + 1);
  for (const record of records) start[record + 1]!++;
  for (let r = 0; r < size; r++) start[r + 1]! += start[r]!;
  const cursor = start.slice();
  const values = new Uint32Array(records.length);
  for (let v = 0; v < live.length; v++) for (let p = from[v]!; p < from[v + 1]!; p++) values[cursor[records[p]!]!++] = v;
  return { start, values };
}

/** Tells, once for each completion, whether what was typed begins at a word of it, and not at the first. */
function holder(typed: string, { dictionary }: ValueIndex): (completion: number) => boolean {
  const inside = (key: string): boolean => key.includes(` ${typed}`) && !key.startsWith(typed);
  const known = new Map<number, boolean>();
  return (completion) => {
    let holds = known.get(completion);
    if (holds === undefined) known.set(completion, (holds = inside(stringAt(dictionary, completion))));
    return holds;
  };
}
