/** Taking a record out of a segment: a bit, and one less in every count it was part of. */
import { languageOf } from '../analysis/stem.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { add } from './bits.ts';
import { find, prefixRange, stringAt } from './dictionary.ts';
import type { Entry } from './generation.ts';
import { LONGEST_COMPLETION } from './invert.ts';
import type { Segment, ValueIndex } from './segment.ts';
import { JOINT } from './segment.ts';
import { wordStems } from './words.ts';

/** The elements of text field `f` of a record. */
export function storedElements(segment: Segment, record: number, f: number, fields: number): string[] {
  const text = stringAt(segment.texts, record * fields + f);
  return text === '' ? [] : text.split(JOINT);
}

/** The folded words of a short text, as completions and whole titles are compared. */
export function completionKey(text: string, language: string | undefined): string {
  const words: string[] = [];
  tokenise(text, (raw) => {
    const surface = wordStems(raw, languageOf(language))[0]?.surface;
    if (surface !== undefined) words.push(surface);
  });
  return words.join(' ');
}

/** The record must not be dead yet. */
export function kill(entry: Entry, record: number, fields: number): void {
  const { segment } = entry;
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
    for (const key of completions) if (key !== '') lessen(segment.completions[f]!, key);
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
  for (const index of [...segment.values, segment.visible]) lessenValues(index, record);
  add(entry.dead, record);
}

function lessen(index: ValueIndex, value: string): void {
  const at = find(index.dictionary, value);
  if (at >= 0) index.live[at]!--;
}

/** A tree's list of values holds ancestors too; only the record's own values count. */
function lessenValues(index: ValueIndex, record: number): void {
  const combination = index.combination[record]!;
  for (let p = index.forwardStart[combination]!; p < index.forwardStart[combination + 1]!; p++) {
    const value = index.forward[p]!;
    if (carries(index, value, record)) index.live[value]!--;
  }
}

/** Whether the record carries the value itself. */
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
