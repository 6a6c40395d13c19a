/**
 * What the words of texts become, remembered from batch to batch: a word that is known costs no string and no object, and what is counted of it lies in
 * one row. The numbers hold in this table only.
 */
import type { Language } from '../analysis/stem.ts';
import { variantHash } from '../analysis/variants.ts';
import { wordStems } from '../analysis/word-stems.ts';
import { growingWords, push } from '../index/memory.ts';
import { pushLetterKeys } from '../index/sort-words.ts';
import { createInterner, type Interner } from './interner.ts';

/**
 * In the row of a stem: the last record it was seen in, its number among the stems of that record, and among those of the batch; and the newest word
 * written of it, `NONE` before there is one.
 */
export const TERM = { seen: 0, slot: 1, local: 2, newest: 3, size: 4 };
/** In the row of a word as written: its stem, the last record it was seen in, in how many records of the batch, and the word before it with this stem. */
export const SURFACE = { term: 0, seen: 1, live: 2, before: 3, size: 4 };
const NONE = 0xffffffff;

export type WordTable = ReturnType<typeof createWordTable>;

export function createWordTable() {
  const byLanguage = new Map<Language, Interner>();
  const termNumbers = new Map<string, number>();
  const stems: string[] = [];
  const surfaces: string[] = [];
  const variants = growingWords(1024);
  /** A word that is odd has not one form as written, but several or none: those of `n * 2 + 1` are `written[starts[n]] … written[starts[n + 1] - 1]`. */
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
  /** Few words have the same stem. */
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
    /** How many words as written it knows. */
    size: () => surfaces.length,
    /** The words of a text; gives how many. Half of an even one is the number of its one form as written; for odd ones see `rows.starts`. */
    read(text: string, language: Language, into: number[]): number {
      let known = byLanguage.get(language);
      if (known === undefined) byLanguage.set(language, (known = createInterner((raw) => learn(raw, language))));
      return known.read(text, into);
    },
    stems: stems as readonly string[],
    surfaces: surfaces as readonly string[],
    /** Their arrays are others when words were read that are new. */
    rows: { starts, written, terms: termRows, surfaces: surfaceRows, variants },
    /** By which stems, and words as written, sort. */
    keys: { terms: termKeys, surfaces: surfaceKeys },
  };
}
