/** Deleting a record from a segment: sets its bit and decrements every count it was part of. */
import { languageOf } from '../analysis/stem.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { add } from '../index/bits.ts';
import { find, prefixRange, stringAt } from '../index/dictionary.ts';
import type { LiveSegment } from '../index/index-view.ts';
import { LONGEST_COMPLETION, storedElements, completionKey } from '../index/stored-text.ts';
import type { ValueIndex } from '../index/segment.ts';
import { wordStems } from '../analysis/word-stems.ts';

/** The record must not be deleted yet. */
export function markDeleted(live: LiveSegment, record: number, fields: number): void {
  const { segment } = live;
  const code = segment.languages[segment.language[record]!];
  const language = languageOf(code);
  const surfaces = new Map<string, string>();
  for (let f = 0; f < fields; f++) {
    const completions = new Set<string>();
    for (const element of storedElements(segment, record, f, fields)) {
      tokenise(element, (raw) => {
        for (const { surface, stem } of wordStems(raw, language)) surfaces.set(`${surface}\u0000${stem}`, stem);
      });
      if (element.length <= LONGEST_COMPLETION) completions.add(completionKey(element, code));
    }
    for (const key of completions) if (key !== '') decrement(segment.completions[f]!, key);
  }
  const terms = new Set<number>();
  for (const [key, stem] of surfaces) {
    const term = find(segment.terms, stem);
    terms.add(term);
    for (let p = segment.parts.start[term]!; p < segment.parts.start[term + 1]!; p++) terms.add(segment.parts.terms[p]!);
    const [from, to] = prefixRange(segment.surfaces, key.slice(0, key.indexOf('\u0000')));
    for (let s = from; s < to; s++) {
      if (segment.surfaceTerm[s] !== term || `${stringAt(segment.surfaces, s)}\u0000${stem}` !== key) continue;
      segment.surfaceLive[s]!--;
      break;
    }
  }
  for (const term of terms) segment.termLive[term]!--;
  for (const index of [...segment.values, segment.visible]) decrementValues(index, record);
  add(live.deleted, record);
}

function decrement(index: ValueIndex, value: string): void {
  const at = find(index.dictionary, value);
  if (at >= 0) index.live[at]!--;
}

/** In a tree the list of values includes ancestors; only the record's own values count. */
function decrementValues(index: ValueIndex, record: number): void {
  const combination = index.combination[record]!;
  for (let p = index.forwardStart[combination]!; p < index.forwardStart[combination + 1]!; p++) {
    const value = index.forward[p]!;
    if (carries(index, value, record)) index.live[value]!--;
  }
}

/** Whether the record has the value itself, not only one below it. */
export function carries(index: ValueIndex, value: number, record: number): boolean {
  let low = index.start[value]!;
  let high = index.start[value + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (index.records[middle]! < record) low = middle + 1;
    else high = middle;
  }
  return low < index.start[value + 1]! && index.records[low] === record;
}
