/** Numbers the values of a field across all segments, so that counts are added without comparing strings. */
import { allStrings } from '../../index/dictionary.ts';
import type { IndexView } from '../../index/index-view.ts';
import type { ValueIndex } from '../../index/segment.ts';

export type Numbering = {
  /** The value of each number. The first `sorted` are ordered by code point. */
  names: readonly string[];
  sorted: number;
  /** For each segment the numbers of its values; `null` if they equal the indexes of the segment. */
  numbers: readonly (Uint32Array | null)[];
};

/** Caches of the values as strings. */
const nameCaches = new WeakMap<ValueIndex, string[]>();

function namesOf(index: ValueIndex): string[] {
  let list = nameCaches.get(index);
  if (list === undefined) nameCaches.set(index, (list = allStrings(index.dictionary)));
  return list;
}

/** The last numbering of each field, by the index of the first segment, which changes least often. */
const numberings = new WeakMap<ValueIndex, { indexes: readonly ValueIndex[]; numbering: Numbering }>();

/** Returns the numbering of a value field, from the cache if the segments are unchanged. */
export function numberingOf(view: IndexView, field: number): Numbering {
  const indexes = view.segments.map(({ segment }) => segment.values[field]!);
  const first = indexes[0];
  if (first === undefined) return { names: [], sorted: 0, numbers: [] };
  const last = numberings.get(first);
  if (last !== undefined && last.indexes.length === indexes.length && last.indexes.every((index, i) => index === indexes[i]))
    return last.numbering;
  const numbering = createNumbering(indexes);
  numberings.set(first, { indexes, numbering });
  return numbering;
}

function createNumbering(indexes: readonly ValueIndex[]): Numbering {
  const own = namesOf(indexes[0]!);
  if (indexes.length === 1) return { names: own, sorted: own.length, numbers: [null] };
  const names = [...own];
  const byName = indexesOf(indexes[0]!);
  const later = new Map<string, number>();
  const numbers = indexes.map((index, segmentIndex) => {
    if (segmentIndex === 0) return null;
    return Uint32Array.from(namesOf(index), (name) => {
      const known = byName.get(name) ?? later.get(name);
      if (known !== undefined) return known;
      later.set(name, names.length);
      return names.push(name) - 1;
    });
  });
  return { names, sorted: own.length, numbers };
}

/** Caches of the index of each value. */
const indexCaches = new WeakMap<ValueIndex, Map<string, number>>();

function indexesOf(index: ValueIndex): Map<string, number> {
  let map = indexCaches.get(index);
  if (map === undefined) indexCaches.set(index, (map = new Map(namesOf(index).map((name, v) => [name, v]))));
  return map;
}
