/** Converts words of records to stems. Indexing, deleting and highlighting use the same function. */
import type { Language } from './stem.ts';
import { stem } from './stem.ts';
import { fold } from './fold.ts';

/** A stem with the folded word. */
export type Written = { surface: string; stem: string };

const ORDINALS = 'null erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft'.split(' ');
const ROMAN = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** Returns the value of an ordinal (`2.`, `II.`), or 0. */
export function ordinal(raw: string): number {
  if (!raw.endsWith('.')) return 0;
  const number = raw.slice(0, -1);
  const value = /^\d+$/.test(number) ? Number(number) : ROMAN.indexOf(number.toLowerCase());
  return value > 0 && value < ORDINALS.length ? value : 0;
}

/** Returns the common stem of an ordinal: `zweite`, `zweiter`, `2.` and `II.` share it. */
export function ordinalStem(value: number): string {
  return stem(`${ORDINALS[value]!}e`, 'de');
}

/** Returns the stems of a word of a text: several for ordinals, none if folding leaves no letters. */
export function wordStems(raw: string, language: Language): Written[] {
  const surface = fold(raw.endsWith('.') ? raw.slice(0, -1) : raw);
  if (surface === '') return [];
  const written = [{ surface, stem: stem(surface, language) }];
  const value = ordinal(raw);
  if (value > 0) written.push({ surface: `${surface}.`, stem: ordinalStem(value) });
  return written;
}
