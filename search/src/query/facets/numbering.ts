/** Numbers the values of a field consistently across all segments, so that counts can be added without comparing strings. */
import { allStrings } from '../../index/dictionary.ts';
import type { IndexView } from '../../index/index-view.ts';
import type { ValueIndex } from '../../index/segment.ts';

export type Numbering = {
  /** Value of each number. The first `sorted` values are in code point order. */
  names: readonly string[];
  sorted: number;
  /** Number of each value by segment; `null` if the numbers equal the indexes in the segment. */
  numbers: readonly (Uint32Array | null)[];
};

/** Cached values as strings. */
const nameCaches = new WeakMap<ValueIndex, string[]>();

function namesOf(index: ValueIndex): string[] {
  let list = nameCaches.get(index);
  if (list === undefined) nameCaches.set(index, (list = allStrings(index.dictionary)));
  return list;
}

/** Last numbering of each field, cached by the index of the first segment, which changes least often. */
const numberings = new WeakMap<ValueIndex, { indexes: readonly ValueIndex[]; numbering: Numbering }>();

/** Returns the numbering of a value field. It is cached as long as the segments are unchanged. */
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

/** Cached indexes of the values. */
const indexCaches = new WeakMap<ValueIndex, Map<string, number>>();

function indexesOf(index: ValueIndex): Map<string, number> {
  let map = indexCaches.get(index);
  if (map === undefined) indexCaches.set(index, (map = new Map(namesOf(index).map((name, v) => [name, v]))));
  return map;
}
