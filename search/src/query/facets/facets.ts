/** Counts the values of a field in a result. */
import type { Engine, FacetCount } from '../../api.ts';
import { SearchError } from '../../api.ts';
import { add, complement, countCommon, has } from '../../index/bits.ts';
import { compareStrings, find, prefixRange, sizeOf, stringAt } from '../../index/dictionary.ts';
import type { IndexView } from '../../index/index-view.ts';
import type { ValueIndex } from '../../index/segment.ts';
import { requireInteger } from '../limits.ts';
import type { Execution } from '../match.ts';
import type { Numbering } from './numbering.ts';
import { numberingOf } from './numbering.ts';
import type { SegmentResult } from './result.ts';
import { facetResult } from './result.ts';

const MAX_VALUES = 10_000;

/**
 * Returns the values with their counts, most frequent first, then in code point order. Throws `bad_query` if the field is unknown or the limit is
 * invalid.
 */
export function facets(query: Parameters<Engine['facets']>[0], execution: Execution): FacetCount[] {
  const { view, fields } = execution.context;
  const field = fields.values.findIndex((value) => value.name === query.field);
  if (field < 0) throw new SearchError('bad_query', `unknown field ${query.field} for facets`);
  const limit = requireInteger('limit', query.limit ?? MAX_VALUES, MAX_VALUES);
  if (limit === 0) return [];
  const { tree } = fields.values[field]!;
  const numbering = numberingOf(view, field);
  const counts = new Uint32Array(numbering.names.length);
  const ancestorCounts = new Map<string, number>();
  for (const part of facetResult(query, field, execution)) {
    const index = view.segments[part.segmentIndex]!.segment.values[field]!;
    const counted = countValues(index, part);
    const numbers = numbering.numbers[part.segmentIndex];
    if (numbers) for (let v = 0; v < counted.length; v++) counts[numbers[v]!]! += counted[v]!;
    else for (let v = 0; v < counted.length; v++) counts[v]! += counted[v]!;
    if (!tree || view.segments.length < 2) continue;
    for (const code of missingAncestors(view, part.segmentIndex, field)) {
      const below = countBelow(index, code, part.bits);
      if (below > 0) ancestorCounts.set(code, (ancestorCounts.get(code) ?? 0) + below);
    }
  }
  if (ancestorCounts.size > 0) numbering.names.forEach((name, v) => (counts[v]! += ancestorCounts.get(name) ?? 0));
  // The index of a tree also contains ancestors of codes. They are returned only if a record that is not deleted has them.
  if (tree) clearUnknownCodes(counts, view, field, numbering);
  return mostFrequent(counts, numbering, limit);
}

/** Sets the counts of codes to 0 that occur only in deleted records. */
function clearUnknownCodes(counts: Uint32Array, { segments }: IndexView, field: number, { numbers }: Numbering): void {
  const isUsed = new Uint8Array(counts.length);
  segments.forEach(({ segment }, segmentIndex) => {
    const { live } = segment.values[field]!;
    const own = numbers[segmentIndex];
    for (let v = 0; v < live.length; v++) if (live[v] !== 0) isUsed[own ? own[v]! : v] = 1;
  });
  for (let v = 0; v < counts.length; v++) if (isUsed[v] === 0) counts[v] = 0;
}

/** Sorts by count and value with a single number per value: minus its count times the number of values, plus its own number. */
function mostFrequent(counts: Uint32Array, { names, sorted }: Numbering, limit: number): FacetCount[] {
  const values = counts.length;
  const order = new Float64Array(values);
  let size = 0;
  for (let v = 0; v < values; v++) if (counts[v] !== 0) order[size++] = v - counts[v]! * values;
  const keys = order.subarray(0, size).sort();
  const list: FacetCount[] = [];
  let unsorted = false;
  for (let i = 0; i < size; i++) {
    const count = Math.ceil(-keys[i]! / values);
    if (list.length >= limit && count < list[list.length - 1]!.count) break;
    const v = keys[i]! + count * values;
    // Values that the first segment lacks are not numbered in sorted order.
    if (v >= sorted) unsorted = true;
    list.push({ value: names[v]!, count });
  }
  if (unsorted) list.sort((a, b) => b.count - a.count || compareStrings(a.value, b.value));
  return list.length > limit ? list.slice(0, limit) : list;
}

/**
 * Returns the count of each value. For few values and large results, intersects bitmaps. Otherwise counts the records by combination of values, or
 * subtracts the other records from the stored totals.
 */
function countValues(index: ValueIndex, { bits, count }: SegmentResult): Uint32Array {
  const values = index.live.length;
  const { forward, forwardStart, combination } = index;
  const others = combination.length - count;
  const isLarge = count > others;
  if (values <= MAX_BITMAPS && values * bits.length < (isLarge ? others : count) * WORDS_PER_RECORD) {
    const bitmaps = bitmapsOf(index, bits.length);
    return Uint32Array.from({ length: values }, (_, v) => countCommon(bitmaps[v]!, bits));
  }
  const counted = new Uint32Array(values);
  const combinationCounts = isLarge ? totalsOf(index).slice() : new Uint32Array(forwardStart.length - 1);
  if (isLarge) countCombinations(complement(bits, combination.length), combination, combinationCounts, -1);
  else countCombinations(bits, combination, combinationCounts, 1);
  for (let c = 0; c < combinationCounts.length; c++) {
    if (combinationCounts[c] === 0) continue;
    for (let p = forwardStart[c]!; p < forwardStart[c + 1]!; p++) counted[forward[p]!]! += combinationCounts[c]!;
  }
  return counted;
}

/** Adds `step` to the count of each record's combination of values. */
function countCombinations(bits: Uint32Array, combination: Uint32Array, combinationCounts: Uint32Array, step: 1 | -1): void {
  for (let w = 0; w < bits.length; w++) {
    for (let word = bits[w]!; word !== 0; word &= word - 1)
      combinationCounts[combination[(w << 5) + 31 - Math.clz32(word & -word)]!]! += step;
  }
}

/** Cached number of records, including deleted ones, for each combination of values. */
const totalCaches = new WeakMap<ValueIndex, Uint32Array>();

function totalsOf(index: ValueIndex): Uint32Array {
  let combinationCounts = totalCaches.get(index);
  if (combinationCounts === undefined) {
    totalCaches.set(index, (combinationCounts = new Uint32Array(index.forwardStart.length - 1)));
    for (const combination of index.combination) combinationCounts[combination]!++;
  }
  return combinationCounts;
}

/** Maximum number of values in a field that are counted by intersecting bitmaps. */
const MAX_BITMAPS = 128;
/** Number of 32-bit words that can be intersected in the time needed to count one record. */
const WORDS_PER_RECORD = 2;

/** Cached bitmaps of the records with each value. In a tree, they include the records of descendants. */
const bitmapCaches = new WeakMap<ValueIndex, Uint32Array[]>();

function bitmapsOf(index: ValueIndex, words: number): Uint32Array[] {
  const known = bitmapCaches.get(index);
  if (known !== undefined) return known;
  const list = Array.from(index.live, () => new Uint32Array(words));
  index.combination.forEach((combination, record) => {
    for (let p = index.forwardStart[combination]!; p < index.forwardStart[combination + 1]!; p++) add(list[index.forward[p]!]!, record);
  });
  bitmapCaches.set(index, list);
  return list;
}

/** Returns whether a record that is not deleted has the code. */
function isKnown(view: IndexView, field: number, code: string): boolean {
  return view.segments.some(({ segment }) => {
    const at = find(segment.values[field]!.dictionary, code);
    return at >= 0 && segment.values[field]!.live[at]! > 0;
  });
}

/** Returns codes that other segments contain and this one lacks, although it contains descendants of them. */
function missingAncestors(view: IndexView, segmentIndex: number, field: number): string[] {
  let cache = ancestorCaches.get(view);
  if (cache === undefined) ancestorCaches.set(view, (cache = new Map()));
  const key = `${segmentIndex} ${field}`;
  let codes = cache.get(key);
  if (codes === undefined) cache.set(key, (codes = findMissingAncestors(view, segmentIndex, field)));
  return codes;
}

const ancestorCaches = new WeakMap<IndexView, Map<string, string[]>>();

function findMissingAncestors(view: IndexView, segmentIndex: number, field: number): string[] {
  const own = view.segments[segmentIndex]!.segment.values[field]!;
  const candidates = new Set<string>();
  const count = sizeOf(own.dictionary);
  if (count < 200) {
    for (let v = 0; v < count; v++) {
      const code = stringAt(own.dictionary, v);
      for (let length = 1; length < code.length; length++) candidates.add(code.slice(0, length));
    }
  } else {
    for (const [other, { segment }] of view.segments.entries()) {
      const index = segment.values[field]!;
      if (other !== segmentIndex)
        for (let v = 0; v < index.live.length; v++) if (index.live[v]! > 0) candidates.add(stringAt(index.dictionary, v));
    }
  }
  return [...candidates].filter((code) => {
    if (find(own.dictionary, code) >= 0) return false;
    const [from, to] = prefixRange(own.dictionary, code);
    return to > from && isKnown(view, field, code);
  });
}

/** Returns the number of records in the result that have a descendant of the code. */
function countBelow(index: ValueIndex, code: string, result: Uint32Array): number {
  const [from, to] = prefixRange(index.dictionary, code);
  const seen = new Set<number>();
  for (let p = index.start[from]!; p < index.start[to]!; p++) if (has(result, index.records[p]!)) seen.add(index.records[p]!);
  return seen.size;
}
