/** Determines the records that an answer may contain: visible to the user, not deleted, and matching the filters. */
import type { Filters } from '../api.ts';
import { SearchError } from '../api.ts';
import { add, bitWords, createFullBits, intersect, subtract } from '../index/bits.ts';
import { find, prefixRange } from '../index/dictionary.ts';
import type { LiveSegment } from '../index/index-view.ts';
import type { Fields, Segment, ValueIndex } from '../index/segment.ts';
import type { Plan } from './plan.ts';

/** Cached bitmaps by segment. The least recently used ones are evicted. */
const caches = new WeakMap<Segment, Map<string, Uint32Array>>();
const MAX_CACHED = 96;

function cached(segment: Segment, key: string, make: () => Uint32Array): Uint32Array {
  let cache = caches.get(segment);
  if (cache === undefined) caches.set(segment, (cache = new Map()));
  let bits = cache.get(key);
  if (bits === undefined) bits = make();
  else cache.delete(key);
  cache.set(key, bits);
  if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
  return bits;
}

/**
 * Returns a new bitmap of the allowed records in a segment. The filter on value field `except` is ignored. Throws `bad_query` if a filter contains an
 * unknown field.
 */
export function allowedRecords(
  live: LiveSegment,
  visible: readonly string[],
  filters: Filters | undefined,
  plan: Plan,
  fields: Fields,
  except = -1,
): Uint32Array {
  const { segment } = live;
  const allowed = visibleRecords(segment, visible).slice();
  subtract(allowed, live.deleted);
  for (const [name, wanted] of Object.entries(filters ?? {})) {
    const field = fields.values.findIndex((value) => value.name === name);
    if (field < 0) throw new SearchError('bad_query', `unknown filter field ${name}`);
    if (field !== except && wanted.length > 0) intersect(allowed, recordsWithValue(segment, field, wanted));
  }
  for (const { field, value, negative } of plan.values) {
    const bits = recordsWithValue(segment, field, [value]);
    if (negative) subtract(allowed, bits);
    else intersect(allowed, bits);
  }
  return allowed;
}

/** Returns the records with one of the visibility tokens, including deleted ones. The bitmap is cached and must not be changed. */
export function visibleRecords(segment: Segment, visible: readonly string[]): Uint32Array {
  const tokens = [...new Set(visible)].sort();
  return cached(segment, `token ${JSON.stringify(tokens)}`, () => unionOfValues(segment.visible, tokens, segment.size));
}

/** Returns the records with one of the values in a field, including deleted ones. The bitmap is cached and must not be changed. */
export function recordsWithValue(segment: Segment, field: number, wanted: readonly string[]): Uint32Array {
  return cached(segment, `value ${field} ${JSON.stringify(wanted)}`, () => unionOfValues(segment.values[field]!, wanted, segment.size));
}

/** Returns the records whose number is at least `min`, including deleted ones. The bitmap is cached and must not be changed. */
export function recordsAtLeast(segment: Segment, number: number, min: number): Uint32Array {
  return cached(segment, `number ${number} ${min}`, () => {
    const bits = new Uint32Array(bitWords(segment.size));
    const numbers = segment.numbers[number]!;
    for (let record = 0; record < segment.size; record++) if (numbers[record]! >= min) add(bits, record);
    return bits;
  });
}

/** Returns the records with one of the values. A trailing `*` matches all values with the prefix. */
function unionOfValues(index: ValueIndex, wanted: readonly string[], size: number): Uint32Array {
  const bits = new Uint32Array(bitWords(size));
  for (const value of wanted) {
    if (value === '*') return recordsWithAnyValue(index, size);
    let [from, to] = [0, 0];
    if (value.endsWith('*')) [from, to] = prefixRange(index.dictionary, value.slice(0, -1));
    else if ((from = find(index.dictionary, value)) >= 0) to = from + 1;
    else continue;
    for (let p = index.start[from]!; p < index.start[to]!; p++) add(bits, index.records[p]!);
  }
  return bits;
}

function recordsWithAnyValue(index: ValueIndex, size: number): Uint32Array {
  const bits = createFullBits(size);
  for (let record = 0; record < size; record++) {
    const combination = index.combination[record]!;
    if (index.forwardStart[combination] === index.forwardStart[combination + 1]) bits[record >>> 5]! &= ~(1 << (record & 31));
  }
  return bits;
}
