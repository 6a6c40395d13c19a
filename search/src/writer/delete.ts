/** Deletes a record from a segment by setting its bit and decrementing all counts that include it. */
import { languageOf } from '../analysis/stem.ts';
import { add } from '../index/bits.ts';
import { find, stringAt } from '../index/dictionary.ts';
import type { LiveSegment } from '../index/index-view.ts';
import { MAX_COMPLETION, storedElements } from '../index/stored-text.ts';
import type { Segment, ValueIndex } from '../index/segment.ts';
import type { Surface, Words } from './invert.ts';

/** Deletes a record that is not deleted yet. `words` must split texts in the same way as when the record was added. */
export function markDeleted(live: LiveSegment, record: number, fields: number, words: Words): void {
  const { segment } = live;
  const language = languageOf(segment.languages[segment.language[record]!]);
  const surfaces = new Map<string, Surface>();
  for (let f = 0; f < fields; f++) {
    const completions = new Set<string>();
    for (const element of storedElements(segment, record, f, fields)) {
      const short = element.length <= MAX_COMPLETION;
      let folded = '';
      words(element, language, (written) => {
        if (short) folded += folded === '' ? written[0]!.surface : ` ${written[0]!.surface}`;
        for (const each of written) surfaces.set(`${each.surface}\u0000${each.stem}`, each);
      });
      if (folded !== '') completions.add(folded);
    }
    for (const key of completions) decrement(segment.completions[f]!, key);
  }
  const terms = new Set<number>();
  for (const { surface, stem } of surfaces.values()) {
    const term = find(segment.terms, stem);
    terms.add(term);
    for (let p = segment.parts.start[term]!; p < segment.parts.start[term + 1]!; p++) terms.add(segment.parts.terms[p]!);
    decrementSurface(segment, surface, term);
  }
  for (const term of terms) segment.termLive[term]!--;
  for (const index of [...segment.values, segment.visible]) decrementValues(index, record);
  add(live.deleted, record);
}

/** Decrements the count of a folded word with the given stem. Entries of a word with several stems are adjacent. */
function decrementSurface(segment: Segment, surface: string, term: number): void {
  const first = find(segment.surfaces, surface);
  for (let s = first; s >= 0 && s < segment.surfaceTerm.length; s++) {
    if (s > first && stringAt(segment.surfaces, s) !== surface) return;
    if (segment.surfaceTerm[s] !== term) continue;
    segment.surfaceLive[s]!--;
    return;
  }
}

function decrement(index: ValueIndex, value: string): void {
  const at = find(index.dictionary, value);
  if (at >= 0) index.live[at]!--;
}

/** Decrements the counts of the values that the record itself has. In a tree, its combination also contains ancestors, which are skipped. */
function decrementValues(index: ValueIndex, record: number): void {
  const combination = index.combination[record]!;
  for (let p = index.forwardStart[combination]!; p < index.forwardStart[combination + 1]!; p++) {
    const value = index.forward[p]!;
    if (hasOwnValue(index, value, record)) index.live[value]!--;
  }
}

/** Returns whether the record has the value itself rather than only a descendant of it. */
export function hasOwnValue(index: ValueIndex, value: number, record: number): boolean {
  let low = index.start[value]!;
  let high = index.start[value + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (index.records[middle]! < record) low = middle + 1;
    else high = middle;
  }
  return low < index.start[value + 1]! && index.records[low] === record;
}
