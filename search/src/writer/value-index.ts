/** Builds the list of records for each value of a field. */
import type { ValueIndex } from '../index/segment.ts';
import { toBuffer, compareEntries, mergeSorted, packStrings, pickEntries, sizeOf, sortStrings, stringAt } from '../index/dictionary.ts';
import type { GrowingWords } from '../index/memory.ts';
import { growingWords, push, shareWords, sharedWords } from '../index/memory.ts';

/** Collects pairs of record and value. Records must arrive in ascending order. Duplicate values of a record count once. */
export function valueCollector(): { add(record: number, value: string): void; finish(): ValueIndex } {
  const ids = new Map<string, number>();
  const last: number[] = [];
  const pairValue = growingWords();
  const pairRecord = growingWords();
  return {
    add(record, value) {
      let id = ids.get(value);
      if (id === undefined) {
        id = ids.size;
        ids.set(value, id);
        last.push(-1);
      }
      if (last[id] === record) return;
      last[id] = record;
      push(pairValue, id);
      push(pairRecord, record);
    },
    finish() {
      const strings = sortStrings([...ids.keys()]);
      const rank = new Uint32Array(strings.length);
      strings.forEach((value, at) => (rank[ids.get(value)!] = at));
      const values = pairValue.array.subarray(0, pairValue.length).map((id) => rank[id]!);
      return fromPairs(strings, values, pairRecord.array.subarray(0, pairRecord.length));
    },
  };
}

/** Builds the index from sorted `strings` and pairs whose records ascend. */
function fromPairs(strings: readonly string[], values: Uint32Array, records: Uint32Array): ValueIndex {
  const start = sharedWords(strings.length + 1);
  for (let p = 0; p < values.length; p++) start[values[p]! + 1]!++;
  for (let v = 0; v < strings.length; v++) start[v + 1]! += start[v]!;
  const cursor = start.slice();
  const placed = sharedWords(values.length);
  for (let p = 0; p < values.length; p++) placed[cursor[values[p]!]!++] = records[p]!;
  const live = sharedWords(strings.length);
  for (let v = 0; v < strings.length; v++) live[v] = start[v + 1]! - start[v]!;
  const { bytes, offsets } = packStrings(strings);
  return {
    dictionary: { bytes: toBuffer(bytes), offsets },
    live,
    start,
    records: placed,
    combination: sharedWords(0),
    forwardStart: sharedWords(0),
    forward: sharedWords(0),
  };
}

/** Merges the lists of several segments; `renumber[s][r]` is the new number of a record, or 0xffffffff if it is deleted. */
export function mergeValues(sources: readonly ValueIndex[], renumber: readonly Uint32Array[]): ValueIndex {
  const dictionaries = sources.map((source) => source.dictionary);
  const from = growingWords();
  const index = growingWords();
  const start = growingWords();
  const records = growingWords(sources.reduce((sum, source) => sum + source.records.length, 0));
  push(start, 0);
  mergeSorted(
    dictionaries.map(sizeOf),
    (s, i, t, j) => compareEntries(dictionaries[s]!, i, dictionaries[t]!, j),
    (lists, indexes, count) => {
      const before = records.length;
      for (let n = 0; n < count; n++) {
        const source = sources[lists[n]!]!;
        const numbers = renumber[lists[n]!]!;
        const end = source.start[indexes[n]! + 1]!;
        for (let p = source.start[indexes[n]!]!; p < end; p++) {
          const record = numbers[source.records[p]!]!;
          if (record !== 0xffffffff) push(records, record);
        }
      }
      if (records.length === before) return;
      if (count > 1) records.array.subarray(before, records.length).sort();
      push(from, lists[0]!);
      push(index, indexes[0]!);
      push(start, records.length);
    },
  );
  const starts = shareWords(start.array.subarray(0, start.length));
  return {
    dictionary: pickEntries(dictionaries, from.array, index.array, from.length),
    live: shareWords(Uint32Array.from({ length: from.length }, (_, v) => starts[v + 1]! - starts[v]!)),
    start: starts,
    records: shareWords(records.array.subarray(0, records.length)),
    combination: sharedWords(0),
    forwardStart: sharedWords(0),
    forward: sharedWords(0),
  };
}

/** Adds the list of values of each record. If the values form a tree, the list includes each known ancestor once. */
export function addForwardIndex(index: ValueIndex, size: number, tree: boolean): ValueIndex {
  const ancestors = tree ? ancestorsOf(index) : [];
  const start = new Uint32Array(size + 1);
  const walk = (give: (record: number, value: number) => void): void => {
    for (let v = 0; v < index.live.length; v++) {
      for (let p = index.start[v]!; p < index.start[v + 1]!; p++) {
        give(index.records[p]!, v);
        for (const ancestor of ancestors[v] ?? []) give(index.records[p]!, ancestor);
      }
    }
  };
  walk((record) => start[record + 1]!++);
  for (let r = 0; r < size; r++) start[r + 1]! += start[r]!;
  const values = new Uint32Array(start[size]!);
  const cursor = start.slice();
  walk((record, value) => (values[cursor[record]!++] = value));
  return { ...index, ...combine(start, values, size) };
}

/** Numbers the distinct lists of values. A value that occurs twice in a list, as an ancestor of two others, counts once. */
function combine(start: Uint32Array, values: Uint32Array, size: number): Pick<ValueIndex, 'combination' | 'forwardStart' | 'forward'> {
  const combination = sharedWords(size);
  const forward = growingWords();
  const forwardStart = growingWords();
  push(forwardStart, 0);
  const mask = (1 << (33 - Math.clz32(Math.max(16, size)))) - 1;
  const slots = new Uint32Array(mask + 1);
  const own = growingWords();
  for (let r = 0; r < size; r++) {
    const list = values.subarray(start[r]!, start[r + 1]!);
    if (list.length > 1) list.sort();
    own.length = 0;
    let hash = 0x811c9dc5;
    for (let i = 0; i < list.length; i++) {
      if (i > 0 && list[i] === list[i - 1]) continue;
      push(own, list[i]!);
      hash = Math.imul(hash ^ list[i]!, 0x01000193);
      hash ^= hash >>> 13;
    }
    let at = hash & mask;
    while (slots[at] !== 0 && !isList(forward.array, forwardStart.array, slots[at]! - 1, own)) at = (at + 1) & mask;
    if (slots[at] === 0) {
      slots[at] = forwardStart.length;
      for (let i = 0; i < own.length; i++) push(forward, own.array[i]!);
      push(forwardStart, forward.length);
    }
    combination[r] = slots[at]! - 1;
  }
  const exact = (words: GrowingWords): Uint32Array => shareWords(words.array.subarray(0, words.length));
  return { combination, forwardStart: exact(forwardStart), forward: exact(forward) };
}

function isList(forward: Uint32Array, start: Uint32Array, combination: number, list: GrowingWords): boolean {
  const from = start[combination]!;
  if (start[combination + 1]! - from !== list.length) return false;
  for (let i = 0; i < list.length; i++) if (forward[from + i] !== list.array[i]) return false;
  return true;
}

/** Returns for each value the values of this segment that are its proper prefixes. */
function ancestorsOf(index: ValueIndex): number[][] {
  const open: { value: string; id: number }[] = [];
  return Array.from(index.live, (_, id) => {
    const value = stringAt(index.dictionary, id);
    while (open.length > 0 && !value.startsWith(open[open.length - 1]!.value)) open.pop();
    const found = open.map((ancestor) => ancestor.id);
    open.push({ value, id });
    return found;
  });
}
