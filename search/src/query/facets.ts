/** Facets: counting values over a result. */
import type { Engine, FacetCount } from '../api.ts';
import { SearchError } from '../api.ts';
import { add, complement, countCommon, has } from '../index/bits.ts';
import { compareStrings, find, prefixRange, sizeOf, stringAt } from '../index/dictionary.ts';
import type { IndexView } from '../index/index-view.ts';
import type { ValueIndex } from '../index/segment.ts';
import type { SegmentResult } from './facet-result.ts';
import { facetResult } from './facet-result.ts';
import type { Numbering } from './facet-values.ts';
import { numberingOf } from './facet-values.ts';
import type { Execution } from './tiers.ts';
import { requireInteger } from './limits.ts';

const MAX = 10_000;

export function facets(query: Parameters<Engine['facets']>[0], execution: Execution): FacetCount[] {
  const { view, fields } = execution.context;
  const field = fields.values.findIndex((value) => value.name === query.field);
  if (field < 0) throw new SearchError('bad_query', `there is no field ${query.field} to count`);
  const limit = requireInteger('limit', query.limit ?? MAX, MAX);
  if (limit === 0) return [];
  const { tree } = fields.values[field]!;
  const numbering = numberingOf(view, field);
  const counts = new Uint32Array(numbering.names.length);
  const extra = new Map<string, number>();
  for (const part of facetResult(query, field, execution)) {
    const index = view.segments[part.e]!.segment.values[field]!;
    const counted = countValues(index, part);
    const numbers = numbering.numbers[part.e];
    if (numbers) for (let v = 0; v < counted.length; v++) counts[numbers[v]!]! += counted[v]!;
    else for (let v = 0; v < counted.length; v++) counts[v]! += counted[v]!;
    if (!tree || view.segments.length < 2) continue;
    for (const code of missingAncestors(view, part.e, field)) {
      const below = countBelow(index, code, part.bits);
      if (below > 0) extra.set(code, (extra.get(code) ?? 0) + below);
    }
  }
  if (extra.size > 0) numbering.names.forEach((name, v) => (counts[v]! += extra.get(name) ?? 0));
  // A code above others counts only while a record that is not deleted carries it.
  if (tree) dropUnknownCodes(counts, view, field, numbering);
  return mostFrequent(counts, numbering, limit);
}

/** Sets the counts of codes to 0 that no record carries any more. */
function dropUnknownCodes(counts: Uint32Array, { segments }: IndexView, field: number, { numbers }: Numbering): void {
  const carried = new Uint8Array(counts.length);
  segments.forEach(({ segment }, e) => {
    const { live } = segment.values[field]!;
    const own = numbers[e];
    for (let v = 0; v < live.length; v++) if (live[v] !== 0) carried[own ? own[v]! : v] = 1;
  });
  for (let v = 0; v < counts.length; v++) if (carried[v] === 0) counts[v] = 0;
}

/** Sorted as numbers, the count above the number of the value; only values of later segments have to be sorted in. */
function mostFrequent(counts: Uint32Array, { names, sorted }: Numbering, limit: number): FacetCount[] {
  const values = counts.length;
  const order = new Float64Array(values);
  let found = 0;
  for (let v = 0; v < values; v++) if (counts[v] !== 0) order[found++] = v - counts[v]! * values;
  const keys = order.subarray(0, found).sort();
  const list: FacetCount[] = [];
  let unsorted = false;
  for (let i = 0; i < found; i++) {
    const count = Math.ceil(-keys[i]! / values);
    if (list.length >= limit && count < list[list.length - 1]!.count) break;
    const v = keys[i]! + count * values;
    if (v >= sorted) unsorted = true;
    list.push({ value: names[v]!, count });
  }
  if (unsorted) list.sort((a, b) => b.count - a.count || compareStrings(a.value, b.value));
  return list.length > limit ? list.slice(0, limit) : list;
}

/** By the sets of the values where these are few and the result is large, otherwise by the values of the records, or of those that are not in it. */
function countValues(index: ValueIndex, { bits, count }: SegmentResult): Uint32Array {
  const values = index.live.length;
  const { forward, forwardStart, combination } = index;
  const others = combination.length - count;
  const most = count > others;
  if (values <= MAX_SETS && values * bits.length < (most ? others : count) * PER_RECORD) {
    const sets = setsOf(index, bits.length);
    return Uint32Array.from({ length: values }, (_, v) => countCommon(sets[v]!, bits));
  }
  const counted = new Uint32Array(values);
  const together = most ? totalsOf(index).slice() : new Uint32Array(forwardStart.length - 1);
  if (most) countCombinations(complement(bits, combination.length), combination, together, -1);
  else countCombinations(bits, combination, together, 1);
  for (let c = 0; c < together.length; c++) {
    if (together[c] === 0) continue;
    for (let p = forwardStart[c]!; p < forwardStart[c + 1]!; p++) counted[forward[p]!]! += together[c]!;
  }
  return counted;
}

/** Adds `step` to the count of each combination once for each record. */
function countCombinations(bits: Uint32Array, combination: Uint32Array, together: Uint32Array, step: 1 | -1): void {
  for (let w = 0; w < bits.length; w++) {
    for (let word = bits[w]!; word !== 0; word &= word - 1) together[combination[(w << 5) + 31 - Math.clz32(word & -word)]!]! += step;
  }
}

/** How many records have each combination of values, deleted ones too. */
const totals = new WeakMap<ValueIndex, Uint32Array>();

function totalsOf(index: ValueIndex): Uint32Array {
  let together = totals.get(index);
  if (together === undefined) {
    totals.set(index, (together = new Uint32Array(index.forwardStart.length - 1)));
    for (const combination of index.combination) together[combination]!++;
  }
  return together;
}

/** Values of a field that has more than this are counted record by record. */
const MAX_SETS = 128;
/** Number of 32-bit words that are compared in the time it takes to count one record. */
const PER_RECORD = 2;

/** For each value the records that carry it, in a tree those of the values below too. */
const sets = new WeakMap<ValueIndex, Uint32Array[]>();

function setsOf(index: ValueIndex, words: number): Uint32Array[] {
  const known = sets.get(index);
  if (known !== undefined) return known;
  const list = Array.from(index.live, () => new Uint32Array(words));
  index.combination.forEach((combination, record) => {
    for (let p = index.forwardStart[combination]!; p < index.forwardStart[combination + 1]!; p++) add(list[index.forward[p]!]!, record);
  });
  sets.set(index, list);
  return list;
}

/** A code is known when a record that is not deleted carries it. */
function isKnown(view: IndexView, field: number, code: string): boolean {
  return view.segments.some(({ segment }) => {
    const at = find(segment.values[field]!.dictionary, code);
    return at >= 0 && segment.values[field]!.live[at]! > 0;
  });
}

/** Codes this segment does not have although other segments do and it has codes below them. */
function missingAncestors(view: IndexView, e: number, field: number): string[] {
  let kept = missing.get(view);
  if (kept === undefined) missing.set(view, (kept = new Map()));
  const key = `${e} ${field}`;
  let codes = kept.get(key);
  if (codes === undefined) kept.set(key, (codes = findMissing(view, e, field)));
  return codes;
}

const missing = new WeakMap<IndexView, Map<string, string[]>>();

function findMissing(view: IndexView, e: number, field: number): string[] {
  const own = view.segments[e]!.segment.values[field]!;
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
      if (other !== e) for (let v = 0; v < index.live.length; v++) if (index.live[v]! > 0) candidates.add(stringAt(index.dictionary, v));
    }
  }
  return [...candidates].filter((code) => {
    if (find(own.dictionary, code) >= 0) return false;
    const [from, to] = prefixRange(own.dictionary, code);
    return to > from && isKnown(view, field, code);
  });
}

function countBelow(index: ValueIndex, code: string, result: Uint32Array): number {
  const [from, to] = prefixRange(index.dictionary, code);
  const seen = new Set<number>();
  for (let p = index.start[from]!; p < index.start[to]!; p++) if (has(result, index.records[p]!)) seen.add(index.records[p]!);
  return seen.size;
}
