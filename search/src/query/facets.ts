/** Counting values over a result. */
import type { Engine, FacetCount, Query } from '../door.ts';
import { SearchError } from '../door.ts';
import { add, bitWords, countCommon, has } from '../index/bits.ts';
import { allStrings, compareStrings, find, prefixRange, sizeOf, stringAt } from '../index/dictionary.ts';
import type { Generation } from '../index/generation.ts';
import type { ValueIndex } from '../index/segment.ts';
import type { Run } from './run.ts';
import { keyOf, takenRecords } from './semantic.ts';
import { run } from './run.ts';
import { whole } from './search.ts';

const MOST = 10_000;

export function facets(query: Parameters<Engine['facets']>[0], job: Run): FacetCount[] {
  const { generation, fields } = job.context;
  const field = fields.values.findIndex((value) => value.name === query.field);
  if (field < 0) throw new SearchError('bad_query', `there is no field ${query.field} to count`);
  const limit = whole('limit', query.limit ?? MOST, MOST);
  const result = resultOf(query, field, job);
  const counts = new Map<string, number>();
  const carried = new Set<string>();
  for (const { e, records, bits } of result) {
    const { segment } = generation.entries[e]!;
    const index = segment.values[field]!;
    const counted = countValues(index, records, bits);
    const texts = namesOf(index);
    for (let v = 0; v < counted.length; v++) {
      if (counted[v] === 0) continue;
      more(counts, texts[v]!, counted[v]!);
      if (index.live[v]! > 0) carried.add(texts[v]!);
    }
    if (!fields.values[field]!.tree || generation.entries.length < 2) continue;
    for (const code of missingAncestors(generation, e, field)) {
      const below = countBelow(index, code, bits);
      if (below > 0) more(counts, code, below);
    }
  }
  const list = Array.from(counts, ([value, count]) => ({ value, count }));
  const known = fields.values[field]!.tree ? list.filter(({ value }) => carried.has(value) || isKnown(generation, field, value)) : list;
  return known.sort((a, b) => b.count - a.count || compareStrings(a.value, b.value)).slice(0, limit);
}

/** The records of a result in one segment, as a list and as bits. */
type Part = { e: number; records: Uint32Array; bits: Uint32Array };

/** The last results: a screen asks for several fields of the same. */
const results = new WeakMap<Generation, Map<string, Part[]>>();
const MOST_RESULTS = 4;

/** All words; where no record has them all, the partial matches. */
function resultOf(query: Query & { semantic?: boolean; vector?: Float32Array }, field: number, job: Run): Part[] {
  const { generation, fields } = job.context;
  const filters = Object.entries(query.filters ?? {}).filter(([name]) => name !== fields.values[field]!.name);
  const key = JSON.stringify([query.semantic === true, keyOf(query.vector), query.q, [...query.visible].sort(), filters]);
  let kept = results.get(generation);
  if (kept === undefined) results.set(generation, (kept = new Map()));
  const before = kept.get(key);
  if (before !== undefined) return before;
  const part = (e: number, records: Uint32Array): Part => {
    const bits = new Uint32Array(bitWords(generation.entries[e]!.segment.size));
    for (const record of records) add(bits, record);
    return { e, records, bits };
  };
  const full: Part[] = [];
  const some: Part[] = [];
  const taken = query.semantic === true ? takenRecords(query, job, field) : null;
  if (taken !== null) {
    taken.forEach((records, e) => {
      if (records.length > 0) full.push(part(e, records));
    });
  } else {
    run(
      query,
      job,
      (tier, e, count) => {
        (tier === 'partial' ? some : full).push(part(e, job.scratch.records.slice(0, count)));
      },
      field,
    );
  }
  const result = full.length > 0 ? full : some;
  kept.set(key, result);
  if (kept.size > MOST_RESULTS) kept.delete(kept.keys().next().value!);
  return result;
}

/** The values of an index as strings, decoded once. */
const names = new WeakMap<ValueIndex, string[]>();

function namesOf(index: ValueIndex): string[] {
  let list = names.get(index);
  if (list === undefined) names.set(index, (list = allStrings(index.dictionary)));
  return list;
}

function more(counts: Map<string, number>, value: string, count: number): void {
  counts.set(value, (counts.get(value) ?? 0) + count);
}

/** By the sets of the values where these are few and the result is large, otherwise by the values of the records. */
function countValues(index: ValueIndex, records: Uint32Array, bits: Uint32Array): Uint32Array {
  const values = index.live.length;
  if (values <= MOST_SETS && values * bits.length < records.length * PER_RECORD) {
    const sets = setsOf(index, bits.length);
    return Uint32Array.from({ length: values }, (_, v) => countCommon(sets[v]!, bits));
  }
  const { forward, forwardStart, combination } = index;
  const combined = new Uint32Array(forwardStart.length - 1);
  for (let i = 0; i < records.length; i++) combined[combination[records[i]!]!]!++;
  const counts = new Uint32Array(values);
  for (let c = 0; c < combined.length; c++) {
    const count = combined[c]!;
    if (count > 0) for (let p = forwardStart[c]!; p < forwardStart[c + 1]!; p++) counts[forward[p]!]! += count;
  }
  return counts;
}

/** A field with more values is always counted by its records. */
const MOST_SETS = 128;
/** So many words of a set are compared in the time one record takes. */
const PER_RECORD = 4;

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
function isKnown(generation: Generation, field: number, code: string): boolean {
  return generation.entries.some(({ segment }) => {
    const at = find(segment.values[field]!.dictionary, code);
    return at >= 0 && segment.values[field]!.live[at]! > 0;
  });
}

/** Codes this segment does not have although other segments do and it has codes below them. */
function missingAncestors(generation: Generation, e: number, field: number): string[] {
  let kept = missing.get(generation);
  if (kept === undefined) missing.set(generation, (kept = new Map()));
  const key = `${e} ${field}`;
  let codes = kept.get(key);
  if (codes === undefined) kept.set(key, (codes = findMissing(generation, e, field)));
  return codes;
}

const missing = new WeakMap<Generation, Map<string, string[]>>();

function findMissing(generation: Generation, e: number, field: number): string[] {
  const own = generation.entries[e]!.segment.values[field]!;
  const candidates = new Set<string>();
  const count = sizeOf(own.dictionary);
  if (count < 200) {
    for (let v = 0; v < count; v++) {
      const code = stringAt(own.dictionary, v);
      for (let length = 1; length < code.length; length++) candidates.add(code.slice(0, length));
    }
  } else {
    for (const [other, { segment }] of generation.entries.entries()) {
      const index = segment.values[field]!;
      if (other !== e) for (let v = 0; v < index.live.length; v++) if (index.live[v]! > 0) candidates.add(stringAt(index.dictionary, v));
    }
  }
  return [...candidates].filter((code) => {
    if (find(own.dictionary, code) >= 0) return false;
    const [from, to] = prefixRange(own.dictionary, code);
    return to > from && isKnown(generation, field, code);
  });
}

function countBelow(index: ValueIndex, code: string, result: Uint32Array): number {
  const [from, to] = prefixRange(index.dictionary, code);
  const seen = new Set<number>();
  for (let p = index.start[from]!; p < index.start[to]!; p++) if (has(result, index.records[p]!)) seen.add(index.records[p]!);
  return seen.size;
}
