/** What a word of a record becomes in the index. The same function reads records in, deletes them and marks hits. */
import type { Language } from './stem.ts';
import { stem } from './stem.ts';
import { fold } from './fold.ts';

/** A stem with the folded form under which it was written. */
export type Written = { surface: string; stem: string };

const ORDINALS = 'null erst zweit dritt viert funft sechst siebt acht neunt zehnt elft zwolft'.split(' ');
const ROMAN = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];

/** The number an ordinal stands for (`2.`, `II.`), or 0. */
export function ordinal(raw: string): number {
  if (!raw.endsWith('.')) return 0;
  const number = raw.slice(0, -1);
  const value = /^\d+$/.test(number) ? Number(number) : ROMAN.indexOf(number.toLowerCase());
  return value > 0 && value < ORDINALS.length ? value : 0;
}

/** The stem of the word for an ordinal: `zweite`, `zweiter`, `2.` and `II.` meet there. */
export function ordinalStem(value: number): string {
  return stem(`${ORDINALS[value]!}e`, 'de');
}

/** The stems of one word as it stands in a text; more than one for ordinals, none where nothing is left after folding. */
export function wordStems(raw: string, language: Language): Written[] {
  const surface = fold(raw.endsWith('.') ? raw.slice(0, -1) : raw);
  if (surface === '') return [];
  const written = [{ surface, stem: stem(surface, language) }];
  const value = ordinal(raw);
  if (value > 0) written.push({ surface: `${surface}.`, stem: ordinalStem(value) });
  return written;
}
