/** One numbering of a field's values over all segments, so that counts can be added up without comparing texts. */
import { allStrings } from '../index/dictionary.ts';
import type { IndexView } from '../index/index-view.ts';
import type { ValueIndex } from '../index/segment.ts';

export type Numbering = {
  /** Of every number its value. The first `sorted` are in the order of code points. */
  names: readonly string[];
  sorted: number;
  /** For each segment the numbers of its values; `null` where they are their own. */
  numbers: readonly (Uint32Array | null)[];
};

/** The values of an index as strings, decoded once. */
const decoded = new WeakMap<ValueIndex, string[]>();

function namesOf(index: ValueIndex): string[] {
  let list = decoded.get(index);
  if (list === undefined) decoded.set(index, (list = allStrings(index.dictionary)));
  return list;
}

/** The numberings made last, by the first segment's index; the other segments come and go. */
const made = new WeakMap<ValueIndex, { indexes: readonly ValueIndex[]; numbering: Numbering }>();

export function numberingOf(view: IndexView, field: number): Numbering {
  const indexes = view.segments.map(({ segment }) => segment.values[field]!);
  const first = indexes[0];
  if (first === undefined) return { names: [], sorted: 0, numbers: [] };
  const before = made.get(first);
  if (before !== undefined && before.indexes.length === indexes.length && before.indexes.every((index, e) => index === indexes[e]))
    return before.numbering;
  const numbering = number(indexes);
  made.set(first, { indexes, numbering });
  return numbering;
}

function number(indexes: readonly ValueIndex[]): Numbering {
  const own = namesOf(indexes[0]!);
  if (indexes.length === 1) return { names: own, sorted: own.length, numbers: [null] };
  const names = [...own];
  const byName = numbersOf(indexes[0]!);
  const later = new Map<string, number>();
  const numbers = indexes.map((index, e) => {
    if (e === 0) return null;
    return Uint32Array.from(namesOf(index), (name) => {
      const known = byName.get(name) ?? later.get(name);
      if (known !== undefined) return known;
      later.set(name, names.length);
      return names.push(name) - 1;
    });
  });
  return { names, sorted: own.length, numbers };
}

const numbered = new WeakMap<ValueIndex, Map<string, number>>();

function numbersOf(index: ValueIndex): Map<string, number> {
  let map = numbered.get(index);
  if (map === undefined) numbered.set(index, (map = new Map(namesOf(index).map((name, v) => [name, v]))));
  return map;
}
