/** Converts words of records to stems. Used for indexing, deleting and highlighting. */
import type { Language } from './stem.ts';
import { stem } from './stem.ts';
import { fold } from './fold.ts';

/** A folded word with its stem. */
export type WrittenWord = { surface: string; stem: string };

const ORDINALS = 'null erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft'.split(' ');
const ROMAN = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** Returns the value of an ordinal such as `2.` or `II.`; 0 for any other word. */
export function ordinal(raw: string): number {
  if (!raw.endsWith('.')) return 0;
  const number = raw.slice(0, -1);
  const value = /^\d+$/.test(number) ? Number(number) : ROMAN.indexOf(number.toLowerCase());
  return value > 0 && value < ORDINALS.length ? value : 0;
}

/** Returns the stem that all forms of an ordinal share: `zweite`, `zweiter`, `2.` and `II.`. */
export function ordinalStem(value: number): string {
  return stem(`${ORDINALS[value]!}e`, 'de');
}

/** Returns the stems of a word in a text. Ordinals have several stems, words without any letters after folding have none. */
export function wordStems(raw: string, language: Language): WrittenWord[] {
  const surface = fold(raw.endsWith('.') ? raw.slice(0, -1) : raw);
  if (surface === '') return [];
  const written = [{ surface, stem: stem(surface, language) }];
  const value = ordinal(raw);
  if (value > 0) written.push({ surface: `${surface}.`, stem: ordinalStem(value) });
  return written;
}
