/** Counting values over a result. */
import type { FacetCount, Query } from '../door.ts';
import { SearchError } from '../door.ts';
import { add, bitWords, has } from '../index/bits.ts';
import { allStrings, compareStrings, find, prefixRange, sizeOf, stringAt } from '../index/dictionary.ts';
import type { Generation } from '../index/generation.ts';
import type { ValueIndex } from '../index/segment.ts';
import type { Run } from './run.ts';
import { run } from './run.ts';
import { whole } from './search.ts';

const MOST = 10_000;

export function facets(query: Query & { field: string; limit?: number }, job: Run): FacetCount[] {
  const { generation, fields } = job.context;
  const field = fields.values.findIndex((value) => value.name === query.field);
  if (field < 0) throw new SearchError('bad_query', `there is no field ${query.field} to count`);
  const limit = whole('limit', query.limit ?? MOST, MOST);
  const full = new Map<string, number>();
  const some = new Map<string, number>();
  const carried = new Set<string>();
  const outcome = run(
    query,
    job,
    (tier, e, count) => {
      const { segment } = generation.entries[e]!;
      const index = segment.values[field]!;
      const into = tier === 'partial' ? some : full;
      const counts = countForward(index, job.scratch.records, count);
      const texts = namesOf(index);
      for (let v = 0; v < counts.length; v++) {
        if (counts[v] === 0) continue;
        more(into, texts[v]!, counts[v]!);
        if (index.live[v]! > 0) carried.add(texts[v]!);
      }
      if (!fields.values[field]!.tree || generation.entries.length < 2) return;
      const missing = missingAncestors(generation, e, field);
      if (missing.length === 0) return;
      const result = new Uint32Array(bitWords(segment.size));
      for (let i = 0; i < count; i++) add(result, job.scratch.records[i]!);
      for (const code of missing) {
        const below = countBelow(index, code, result);
        if (below > 0) more(into, code, below);
      }
    },
    field,
  );
  const counted = outcome.exact + outcome.relaxed > 0 ? full : some;
  const list = [...counted].map(([value, count]) => ({ value, count }));
  const known = fields.values[field]!.tree ? list.filter(({ value }) => carried.has(value) || isKnown(generation, field, value)) : list;
  return known.sort((a, b) => b.count - a.count || compareStrings(a.value, b.value)).slice(0, limit);
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

function countForward(index: ValueIndex, records: Uint32Array, count: number): Uint32Array {
  const counts = new Uint32Array(index.live.length);
  const { forward, forwardStart } = index;
  for (let i = 0; i < count; i++) {
    const record = records[i]!;
    const end = forwardStart[record + 1]!;
    for (let p = forwardStart[record]!; p < end; p++) counts[forward[p]!]!++;
  }
  return counts;
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
