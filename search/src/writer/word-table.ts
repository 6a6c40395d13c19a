/**
 * A cache that maps the words of texts to stems and surfaces and persists between batches. Reading a known word creates no string and no object,
 * because its counts are in one row. Numbers are valid in one table only.
 */
import type { Language } from '../analysis/stem.ts';
import { variantHash } from '../analysis/variants.ts';
import { wordStems } from '../analysis/word-stems.ts';
import { growingWords, push } from '../index/memory.ts';
import { pushLetterKeys } from '../index/sort-words.ts';
import { createInterner, type Interner } from './interner.ts';

/**
 * Row of a stem: the last record that contained it, its number within that record, its number within the batch, and its newest surface (`NONE` if it
 * has none).
 */
export const TERM = { seen: 0, slot: 1, local: 2, newest: 3, size: 4 };
/**
 * Row of a surface: its stem, the last record that contained it, the number of records of the batch that contain it, and the previous surface with
 * the same stem.
 */
export const SURFACE = { term: 0, seen: 1, live: 2, before: 3, size: 4 };
const NONE = 0xffffffff;

export type WordTable = ReturnType<typeof createWordTable>;

export function createWordTable() {
  const byLanguage = new Map<Language, Interner>();
  const termNumbers = new Map<string, number>();
  const stems: string[] = [];
  const surfaces: string[] = [];
  const variants = growingWords(1024);
  /** Start of each list of surfaces. The odd word number `n * 2 + 1` stands for the surfaces `written[starts[n]] … written[starts[n + 1] - 1]`. */
  const starts = growingWords(64);
  const written = growingWords(64);
  const termRows = growingWords(4096);
  const surfaceRows = growingWords(4096);
  const termKeys = growingWords(4096);
  const surfaceKeys = growingWords(4096);
  push(starts, 0);

  const numberTerm = (stem: string): number => {
    let number = termNumbers.get(stem);
    if (number === undefined) {
      number = stems.push(stem) - 1;
      termNumbers.set(stem, number);
      for (let i = 0; i < TERM.size; i++) push(termRows, i === TERM.newest ? NONE : 0);
      pushLetterKeys(termKeys, stem);
    }
    return number;
  };
  /** Uses a linear search, because few surfaces share a stem. */
  const numberSurface = (surface: string, stem: string): number => {
    const term = numberTerm(stem);
    const newestAt = term * TERM.size + TERM.newest;
    const newest = termRows.array[newestAt]!;
    for (let number = newest; number !== NONE; number = surfaceRows.array[number * SURFACE.size + SURFACE.before]!)
      if (surfaces[number] === surface) return number;
    const number = surfaces.push(surface) - 1;
    termRows.array[newestAt] = number;
    push(variants, stem.includes("'") ? 0 : variantHash(surface));
    push(surfaceRows, term);
    push(surfaceRows, 0);
    push(surfaceRows, 0);
    push(surfaceRows, newest);
    pushLetterKeys(surfaceKeys, surface);
    return number;
  };
  const learn = (raw: string, language: Language): number => {
    const forms = wordStems(raw, language);
    if (forms.length === 1) return numberSurface(forms[0]!.surface, forms[0]!.stem) * 2;
    for (const { surface, stem } of forms) push(written, numberSurface(surface, stem));
    push(starts, written.length);
    return (starts.length - 2) * 2 + 1;
  };
  return {
    /** Returns the number of surfaces. */
    size: () => surfaces.length,
    /**
     * Writes the word numbers of a text into `into` and returns their count. An even number is twice the number of its only surface; odd numbers are
     * described at `starts`.
     */
    read(text: string, language: Language, into: number[]): number {
      let known = byLanguage.get(language);
      if (known === undefined) byLanguage.set(language, (known = createInterner((raw) => learn(raw, language))));
      return known.read(text, into);
    },
    stems: stems as readonly string[],
    surfaces: surfaces as readonly string[],
    /** The arrays are replaced when new words are read, so callers must not store them. */
    rows: { starts, written, terms: termRows, surfaces: surfaceRows, variants },
    /** Sort keys of stems and surfaces. */
    keys: { terms: termKeys, surfaces: surfaceKeys },
  };
}
