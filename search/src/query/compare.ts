/** Records as they should be, held against those that are kept. */
import type { SearchRecord } from '../api.ts';
import { has } from '../index/bits.ts';
import { find } from '../index/dictionary.ts';
import type { LiveSegment } from '../index/index-view.ts';
import type { Fields, Segment, ValueIndex } from '../index/segment.ts';
import { storedElements, textElements } from '../index/stored-text.ts';
import type { Execution } from './tiers.ts';

/** Ids of records that are not there, and of those that are there with another content. Numbers that a record does not name are not looked at, nor vectors. */
export function compare(
  { records }: { records: readonly SearchRecord[] },
  { context }: Execution,
): { missing: string[]; differing: string[] } {
  const missing: string[] = [];
  const differing: string[] = [];
  for (const record of records) {
    const found = locate(context.view.segments, record.id);
    if (found === undefined) missing.push(record.id);
    else if (!isSame(found.segment, found.at, record, context.fields)) differing.push(record.id);
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
    fields.values.every(({ name }, f) => hasValues(segment, segment.values[f]!, at, record.values[name] ?? [])) &&
    hasValues(segment, segment.visible, at, record.visible) &&
    fields.numbers.every((name, f) => !(name in record.numbers) || Object.is(segment.numbers[f]![at], record.numbers[name]))
  );
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((text, i) => text === b[i]);

/** These values and no others. */
function hasValues(segment: Segment, index: ValueIndex, at: number, values: readonly string[]): boolean {
  const wanted = new Set(values);
  if (countsOf(index, segment.size)[at] !== wanted.size) return false;
  for (const value of wanted) {
    const v = find(index.dictionary, value);
    if (v < 0 || !isListed(index, v, at)) return false;
  }
  return true;
}

function isListed({ start, records }: ValueIndex, value: number, record: number): boolean {
  let low = start[value]!;
  let high = start[value + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (records[middle]! < record) low = middle + 1;
    else high = middle;
  }
  return low < start[value + 1]! && records[low] === record;
}

const counted = new WeakMap<ValueIndex, Uint32Array>();

/** How many values each record has. */
function countsOf(index: ValueIndex, size: number): Uint32Array {
  let counts = counted.get(index);
  if (counts === undefined) {
    counted.set(index, (counts = new Uint32Array(size)));
    for (let p = 0; p < index.records.length; p++) counts[index.records[p]!]!++;
  }
  return counts;
}
