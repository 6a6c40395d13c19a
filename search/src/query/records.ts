/** Compares the index with its source by listing identifiers and finding missing or different records. */
import type { SearchRecord } from '../api.ts';
import { has } from '../index/bits.ts';
import { compareStrings, find, firstAfter, sizeOf, stringAt } from '../index/dictionary.ts';
import type { LiveSegment } from '../index/index-view.ts';
import type { Fields, Segment, ValueIndex } from '../index/segment.ts';
import { lowerBound } from '../index/sorted.ts';
import { storedElements, textElements } from '../index/stored-text.ts';
import { requireInteger } from './limits.ts';
import type { Execution } from './match.ts';

const MAX_IDS = 100_000;

/** Returns at most `limit` identifiers that follow `after` in code point order. */
export function ids(query: { after?: string; limit: number }, { context }: Execution): string[] {
  const limit = requireInteger('limit', query.limit, MAX_IDS);
  const list: string[] = [];
  for (const { segment, deleted } of context.view.segments) {
    let taken = 0;
    for (let record = firstAfter(segment.ids, query.after ?? ''); record < sizeOf(segment.ids) && taken < limit; record++) {
      if (has(deleted, record)) continue;
      list.push(stringAt(segment.ids, record));
      taken++;
    }
  }
  return list.sort(compareStrings).slice(0, limit);
}

/** Returns the identifiers of records that the index lacks, and of those that differ. Vectors, and numbers that a given record lacks, are ignored. */
export function compareRecords(
  { records }: { records: readonly SearchRecord[] },
  { context }: Execution,
): { missing: string[]; differing: string[] } {
  const missing: string[] = [];
  const differing: string[] = [];
  for (const record of records) {
    const indexed = locate(context.view.segments, record.id);
    if (indexed === undefined) missing.push(record.id);
    else if (!isSame(indexed.segment, indexed.at, record, context.fields)) differing.push(record.id);
  }
  return { missing, differing };
}

function locate(segments: readonly LiveSegment[], id: string): { segment: Segment; at: number } | undefined {
  for (const { segment, deleted } of segments) {
    const at = find(segment.ids, id);
    if (at >= 0 && !has(deleted, at)) return { segment, at };
  }
  return undefined;
}

function isSame(segment: Segment, at: number, record: SearchRecord, fields: Fields): boolean {
  return (
    segment.languages[segment.language[at]!] === (record.language ?? '') &&
    fields.text.every(({ name }, f) => isSameList(storedElements(segment, at, f, fields.text.length), textElements(record.text[name]))) &&
    fields.values.every(({ name }, f) => hasExactly(segment, segment.values[f]!, at, record.values[name] ?? [])) &&
    hasExactly(segment, segment.visible, at, record.visible) &&
    fields.numbers.every((name, f) => !(name in record.numbers) || Object.is(segment.numbers[f]![at], record.numbers[name]))
  );
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((text, i) => text === b[i]);

/** Returns whether the record has exactly the given values. */
function hasExactly(segment: Segment, index: ValueIndex, at: number, values: readonly string[]): boolean {
  const wanted = new Set(values);
  if (valueCounts(index, segment.size)[at] !== wanted.size) return false;
  for (const value of wanted) {
    const v = find(index.dictionary, value);
    if (v < 0) return false;
    const end = index.start[v + 1]!;
    const p = lowerBound(index.records, at, index.start[v]!, end);
    if (p === end || index.records[p] !== at) return false;
  }
  return true;
}

const countCaches = new WeakMap<ValueIndex, Uint32Array>();

/** Returns the number of values of each record. The result is cached. */
function valueCounts(index: ValueIndex, size: number): Uint32Array {
  let counts = countCaches.get(index);
  if (counts === undefined) {
    countCaches.set(index, (counts = new Uint32Array(size)));
    for (let p = 0; p < index.records.length; p++) counts[index.records[p]!]!++;
  }
  return counts;
}
