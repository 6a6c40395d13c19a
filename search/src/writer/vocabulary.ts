/** Merges the dictionaries of several segments: stems, surfaces and compound parts. */
import type { Lexicon } from '../analysis/compounds.ts';
import { decompound } from '../analysis/compounds.ts';
import { stem } from '../analysis/stem.ts';
import type { Dictionary } from '../index/dictionary.ts';
import {
  compareEntries,
  dictionaryOf,
  find,
  finderOf,
  mergeSorted,
  pickEntries,
  sizeOf,
  sortStrings,
  stringAt,
} from '../index/dictionary.ts';
import type { GrowingWords } from '../index/memory.ts';
import { lettersOf } from '../index/letters.ts';
import { PAIR, growingWords, push, shareWords, sharedWords } from '../index/memory.ts';
import type { Segment } from '../index/segment.ts';
import type { Source } from './source.ts';

export const GONE = 0xffffffff;

type Vocabulary = Pick<
  Segment,
  'terms' | 'parts' | 'surfaces' | 'surfaceTerm' | 'surfaceLive' | 'surfaceLetters' | 'surfaceVariant' | 'variants'
> & {
  /** New numbers of the stems of each source. The number is `GONE` if all records with the stem are deleted. */
  renumber: Uint32Array[];
};

/** Returns the parts that a stem had when the lexicon was learned, or `null` if it was unknown then. */
export type KnownParts = (stem: string) => string[] | null;

/** All stems of the sources, sorted, including stems of deleted records only. */
type Union = { terms: Dictionary; of: Uint32Array[] };
type Surfaces = Pick<Segment, 'surfaces' | 'surfaceLive' | 'surfaceVariant'> & { term: Uint32Array };
/** Parts of each stem of the union. A part is a number in the union, or a number after its end for a new stem. */
type Parts = { start: Uint32Array; terms: GrowingWords; extra: string[] };

/** Merges the dictionaries. If `known` is absent, the lexicon was just learned from these sources, and the parts of all stems are computed again. */
export function mergeVocabulary(sources: readonly Source[], lexicon: Lexicon, known: KnownParts | undefined): Vocabulary {
  const union = uniteTerms(sources);
  const surfaces = mergeSurfaces(sources, union);
  const count = sizeOf(union.terms);
  const lives = new Uint8Array(count);
  for (const term of surfaces.term) lives[term] = 1;
  const parts = known === undefined ? learnedParts(surfaces, union, lexicon) : findKnownParts(sources, union, lives, lexicon, known);
  for (let term = 0; term < count; term++) {
    if ((lives[term]! & 1) === 1)
      for (let p = parts.start[term]!; p < parts.start[term + 1]!; p++)
        if (parts.terms.array[p]! < count) lives[parts.terms.array[p]!]! |= 2;
  }
  const { terms, final } = finalTerms(union.terms, lives, parts.extra);
  const start = sharedWords(sizeOf(terms) + 1);
  const list = growingWords(parts.terms.length);
  const sized = new Uint32Array(sizeOf(terms));
  for (let term = 0; term < count; term++) if ((lives[term]! & 1) === 1) sized[final[term]!] = parts.start[term + 1]! - parts.start[term]!;
  for (let term = 0; term < sized.length; term++) start[term + 1] = start[term]! + sized[term]!;
  for (let term = 0; term < count; term++) {
    if ((lives[term]! & 1) === 1)
      for (let p = parts.start[term]!; p < parts.start[term + 1]!; p++) push(list, final[parts.terms.array[p]!]!);
  }
  return {
    terms,
    parts: { start, terms: shareWords(list.array.subarray(0, list.length)) },
    surfaces: surfaces.surfaces,
    surfaceTerm: shareWords(surfaces.term.map((term) => final[term]!)),
    surfaceLive: surfaces.surfaceLive,
    surfaceLetters: allLetters(surfaces.surfaces),
    surfaceVariant: surfaces.surfaceVariant,
    variants: orderByHash(surfaces.surfaceVariant),
    renumber: union.of.map((numbers) => numbers.map((term) => final[term]!)),
  };
}

function uniteTerms(sources: readonly Source[]): Union {
  const dictionaries = sources.map((source) => source.segment.terms);
  const [only] = dictionaries;
  if (dictionaries.length === 1) return { terms: only!, of: [Uint32Array.from({ length: sizeOf(only!) }, (_, term) => term)] };
  const of = dictionaries.map((dictionary) => new Uint32Array(sizeOf(dictionary)));
  const from = growingWords();
  const index = growingWords();
  mergeSorted(
    dictionaries.map(sizeOf),
    (s, i, t, j) => compareEntries(dictionaries[s]!, i, dictionaries[t]!, j),
    (lists, indexes, count) => {
      for (let n = 0; n < count; n++) of[lists[n]!]![indexes[n]!] = from.length;
      push(from, lists[0]!);
      push(index, indexes[0]!);
    },
  );
  return { terms: pickEntries(dictionaries, from.array, index.array, from.length), of };
}

function mergeSurfaces(sources: readonly Source[], union: Union): Surfaces {
  // A single source without deleted surfaces is already sorted.
  if (sources.length === 1 && !sources[0]!.segment.surfaceLive.includes(0)) {
    const { surfaces, surfaceTerm, surfaceLive, surfaceVariant } = sources[0]!.segment;
    return { surfaces, surfaceLive: shareWords(surfaceLive), surfaceVariant, term: surfaceTerm };
  }
  const dictionaries = sources.map((source) => source.segment.surfaces);
  const from = growingWords();
  const index = growingWords();
  const term = growingWords();
  const live = growingWords();
  const variant = growingWords();
  const termOf = (s: number, i: number): number => union.of[s]![sources[s]!.segment.surfaceTerm[i]!]!;
  mergeSorted(
    dictionaries.map(sizeOf),
    (s, i, t, j) => compareEntries(dictionaries[s]!, i, dictionaries[t]!, j) || termOf(s, i) - termOf(t, j),
    (lists, indexes, count) => {
      let sum = 0;
      for (let n = 0; n < count; n++) sum += sources[lists[n]!]!.segment.surfaceLive[indexes[n]!]!;
      if (sum === 0) return;
      push(from, lists[0]!);
      push(index, indexes[0]!);
      push(term, termOf(lists[0]!, indexes[0]!));
      push(live, sum);
      push(variant, sources[lists[0]!]!.segment.surfaceVariant[indexes[0]!]!);
    },
  );
  const exact = (words: GrowingWords): Uint32Array => shareWords(words.array.subarray(0, words.length));
  return {
    surfaces: pickEntries(dictionaries, from.array, index.array, from.length),
    surfaceLive: exact(live),
    surfaceVariant: exact(variant),
    term: exact(term),
  };
}

/** Returns a function that maps a stem to its number. Stems that are not in the union are numbered after it. */
function numbering(union: Union): { extra: string[]; number(text: string): number } {
  const numbers = new Map<string, number>();
  const extra: string[] = [];
  return {
    extra,
    number(text) {
      let number = numbers.get(text);
      if (number === undefined) {
        number = find(union.terms, text);
        if (number < 0) number = sizeOf(union.terms) + extra.push(text) - 1;
        numbers.set(text, number);
      }
      return number;
    },
  };
}

/** Splits every word by the current lexicon and returns the parts of each stem. */
function learnedParts(surfaces: Surfaces, union: Union, lexicon: Lexicon): Parts {
  const { extra, number } = numbering(union);
  const lists = partLists();
  const stems = new Map<string, string>();
  const stemOfPart = (part: string): string => {
    let found = stems.get(part);
    if (found === undefined) stems.set(part, (found = stem(part, 'de')));
    return found;
  };
  for (let s = 0; s < surfaces.term.length; s++) {
    const term = surfaces.term[s]!;
    if (surfaces.surfaceVariant[s] === 0) continue;
    for (const part of decompound(stringAt(surfaces.surfaces, s), lexicon)) {
      const partTerm = number(stemOfPart(part));
      if (partTerm !== term) lists.add(term, partTerm);
    }
  }
  return { ...lists.finish(sizeOf(union.terms)), extra };
}

/** Returns the known parts of each stem, from a complete source or from the base segment. If neither has them, the stem itself is split. */
function findKnownParts(sources: readonly Source[], union: Union, lives: Uint8Array, lexicon: Lexicon, known: KnownParts): Parts {
  const { extra, number } = numbering(union);
  const lists = partLists();
  const settled = new Uint8Array(sizeOf(union.terms));
  sources.forEach(({ segment, raw }, s) => {
    if (raw === true) return;
    // A stem that is only a part in this segment may be a compound in another.
    const written = new Uint8Array(sizeOf(segment.terms));
    for (const term of segment.surfaceTerm) written[term] = 1;
    union.of[s]!.forEach((term, old) => {
      if (settled[term] === 1 || written[old] === 0) return;
      settled[term] = 1;
      for (let p = segment.parts.start[old]!; p < segment.parts.start[old + 1]!; p++)
        lists.add(term, union.of[s]![segment.parts.terms[p]!]!);
    });
  });
  for (let term = 0; term < settled.length; term++) {
    if (settled[term] === 1 || lives[term] === 0) continue;
    const compound = stringAt(union.terms, term);
    for (const part of known(compound) ?? stemParts(compound, compound, lexicon)) lists.add(term, number(part));
  }
  return { ...lists.finish(settled.length), extra };
}

function allLetters({ bytes, offsets }: Dictionary): Uint32Array {
  const letters = sharedWords(offsets.length - 1);
  for (let s = 0; s < letters.length; s++) letters[s] = lettersOf(bytes, offsets[s]!, offsets[s + 1]!);
  return letters;
}

/** Collects parts of stems, which may arrive in any order. Duplicate parts of a stem count once. */
function partLists(): { add(term: number, part: number): void; finish(terms: number): Omit<Parts, 'extra'> } {
  const of = growingWords();
  const parts = growingWords();
  return {
    add(term, part) {
      push(of, term);
      push(parts, part);
    },
    finish(terms) {
      const start = new Uint32Array(terms + 1);
      for (let i = 0; i < of.length; i++) start[of.array[i]! + 1]!++;
      for (let term = 0; term < terms; term++) start[term + 1]! += start[term]!;
      const list = new Uint32Array(of.length);
      const end = start.slice(0, terms);
      for (let i = 0; i < of.length; i++) {
        const term = of.array[i]!;
        let at = start[term]!;
        while (at < end[term]! && list[at] !== parts.array[i]) at++;
        if (at === end[term]) list[end[term]!++] = parts.array[i]!;
      }
      let length = 0;
      for (let term = 0; term < terms; term++) {
        const from = start[term]!;
        start[term] = length;
        for (let p = from; p < end[term]!; p++) list[length++] = list[p]!;
      }
      start[terms] = length;
      return { start, terms: { array: list, length } };
    },
  };
}

/**
 * Returns the sorted stems of all records that are not deleted. `final` maps each number of the union, and each new stem after it, to its final
 * number.
 */
function finalTerms(terms: Dictionary, lives: Uint8Array, extra: readonly string[]): { terms: Dictionary; final: Uint32Array } {
  const count = lives.length;
  const final = new Uint32Array(count + extra.length).fill(GONE);
  const extraNumbers = new Map(extra.map((text, i) => [text, i]));
  const sorted = sortStrings([...extra]);
  const dictionaries = [terms, dictionaryOf(sorted)];
  const from = growingWords(count);
  const index = growingWords(count);
  mergeSorted(
    [count, sorted.length],
    (s, i, t, j) => compareEntries(dictionaries[s]!, i, dictionaries[t]!, j),
    (lists, indexes) => {
      const [list, at] = [lists[0]!, indexes[0]!];
      if (list === 0 && lives[at] === 0) return;
      final[list === 0 ? at : count + extraNumbers.get(sorted[at]!)!] = from.length;
      push(from, list);
      push(index, at);
    },
  );
  return { terms: pickEntries(dictionaries, from.array, index.array, from.length), final };
}

/** Returns the stems of the parts of a German compound. */
export function stemParts(word: string, stemOfWord: string, lexicon: Lexicon): string[] {
  if (stemOfWord.includes("'")) return [];
  const stems = new Set(decompound(word, lexicon).map((part) => stem(part, 'de')));
  stems.delete(stemOfWord);
  return [...stems];
}

/** Returns a function that looks up the parts of a stem in the segment from which the lexicon was learned. Ascending stems are looked up fastest. */
export function partsIn(segment: Segment): KnownParts {
  const findTerm = finderOf(segment.terms);
  return (stemOf) => {
    const term = findTerm(stemOf);
    if (term < 0) return null;
    const found: string[] = [];
    for (let p = segment.parts.start[term]!; p < segment.parts.start[term + 1]!; p++)
      found.push(stringAt(segment.terms, segment.parts.terms[p]!));
    return found;
  };
}

/** Returns the indexes of the non-zero elements, sorted by element. Elements have 30 bits and indexes 23. */
function orderByHash(hashes: Uint32Array): Uint32Array {
  const pairs = new Float64Array(hashes.length);
  let n = 0;
  for (let i = 0; i < hashes.length; i++) if (hashes[i] !== 0) pairs[n++] = hashes[i]! * PAIR + i;
  return shareWords(Uint32Array.from(pairs.subarray(0, n).sort(), (pair) => pair % PAIR));
}
