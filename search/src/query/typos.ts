/** Finds words of the catalogue whose edit distance from a word is one or two. */
import { Buffer } from 'node:buffer';
import { stringAt } from '../index/dictionary.ts';
import { otherSpellings } from '../analysis/variants.ts';
import { lettersOf } from '../index/letters.ts';
import type { IndexView } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import { checkTime } from './limits.ts';

/** A word similar to the query word. `live` is the number of records that contain it, excluding deleted ones. */
export type Typo = { surface: string; stem: string; distance: number; live: number };

/** Maximum number of similar words. */
const MAX_TYPOS = 8;
/** Maximum length of a word in bytes (64 letters of up to four bytes). */
const MAX_SURFACE = 256;

/** Returns the edit distance allowed for a word of `length` letters. */
export function allowedEdits(length: number): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

/**
 * Returns the words with the smallest edit distance, most frequent first. The distance counts insertions, deletions, substitutions and transpositions
 * of adjacent letters (optimal string alignment).
 */
export function nearestWords(word: string, view: IndexView, deadline: number): Typo[] {
  const max = allowedEdits(word.length);
  if (max === 0) return [];
  let cache = caches.get(view);
  if (cache === undefined) caches.set(view, (cache = new Map()));
  let typos = cache.get(word);
  if (typos === undefined) {
    typos = findTypos(word, max, view, deadline);
    // Also tries spelling variants, because the typed word can be a mistyped variant: Fotosyntese for Photosynthese.
    for (const spelling of typos.length > 0 ? [] : otherSpellings(word)) {
      typos = findTypos(spelling, max, view, deadline);
      if (typos.length > 0) break;
    }
    cache.set(word, typos);
  }
  return typos;
}

/** Cached similar words by view, because a corrected query needs them twice. */
const caches = new WeakMap<IndexView, Map<string, Typo[]>>();

function findTypos(word: string, max: number, view: IndexView, deadline: number): Typo[] {
  const found = new Map<string, Typo>();
  for (const { segment } of view.segments) {
    checkTime(deadline);
    const bytes = Buffer.from(word);
    // Non-ASCII letters have several bytes. For them, bytes are compared with a larger limit first, then letters with the actual limit.
    const ascii = bytes.length === word.length;
    eachNear(bytes, ascii ? max : max * 2, segment, (surface, byteDistance) => {
      const live = segment.surfaceLive[surface]!;
      if (live === 0 || byteDistance === 0) return;
      const distance = ascii ? byteDistance : editDistanceUpTo(word, stringAt(segment.surfaces, surface), max);
      if (distance > max) return;
      const typo = {
        surface: stringAt(segment.surfaces, surface),
        stem: stringAt(segment.terms, segment.surfaceTerm[surface]!),
        distance,
        live,
      };
      const key = `${typo.surface}\u0000${typo.stem}`;
      const before = found.get(key);
      if (before === undefined) found.set(key, typo);
      else before.live += live;
    });
  }
  const all = [...found.values()];
  const nearest = Math.min(...all.map((typo) => typo.distance));
  return all
    .filter((typo) => typo.distance === nearest)
    .sort((a, b) => b.live - a.live || (a.surface < b.surface ? -1 : a.surface > b.surface ? 1 : a.stem < b.stem ? -1 : 1))
    .slice(0, MAX_TYPOS);
}

/** Words of a segment ordered by length in bytes. Words of length `l` start at `start[l]`. `letters` contains their letter sets. */
type ByLength = { start: Uint32Array; surfaces: Uint32Array; letters: Uint32Array };

const lengths = new WeakMap<Segment, ByLength>();

function byLength(segment: Segment): ByLength {
  let sorted = lengths.get(segment);
  if (sorted === undefined) lengths.set(segment, (sorted = sortByLength(segment)));
  return sorted;
}

function sortByLength({ surfaces: { offsets }, surfaceLetters }: Segment): ByLength {
  const count = surfaceLetters.length;
  const lengthOf = (surface: number): number => Math.min(offsets[surface + 1]! - offsets[surface]!, MAX_SURFACE);
  const start = new Uint32Array(MAX_SURFACE + 2);
  for (let surface = 0; surface < count; surface++) start[lengthOf(surface) + 1]!++;
  for (let length = 0; length <= MAX_SURFACE; length++) start[length + 1]! += start[length]!;
  const next = start.slice();
  const surfaces = new Uint32Array(count);
  const letters = new Uint32Array(count);
  for (let surface = 0; surface < count; surface++) {
    const at = next[lengthOf(surface)]!++;
    surfaces[at] = surface;
    letters[at] = surfaceLetters[surface]!;
  }
  return { start, surfaces, letters };
}

/** Calls `emit` for every word whose distance is at most `max`. Most words are excluded by length and letter set without computing a distance. */
function eachNear(word: Buffer, max: number, segment: Segment, emit: (surface: number, distance: number) => void): void {
  const { bytes, offsets } = segment.surfaces;
  const { start, surfaces, letters } = byLength(segment);
  const own = lettersOf(word, 0, word.length);
  const to = start[Math.min(word.length + max, MAX_SURFACE) + 1]!;
  for (let at = start[Math.max(0, word.length - max)]!; at < to; at++) {
    if (countBits(letters[at]! ^ own) > 2 * max) continue;
    const surface = surfaces[at]!;
    const from = offsets[surface]!;
    const distance = editDistance(word, bytes, from, offsets[surface + 1]! - from, max);
    if (distance <= max) emit(surface, distance);
  }
}

/** Returns the number of bits that are set. */
function countBits(bits: number): number {
  let w = bits - ((bits >>> 1) & 0x55555555);
  w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
  return Math.imul((w + (w >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns the edit distance in UTF-16 code units; any number above `max` if it exceeds `max`. */
export function editDistanceUpTo(a: string, b: string, max: number): number {
  const [own, other] = [Uint16Array.from(a, (letter) => letter.charCodeAt(0)), Uint16Array.from(b, (letter) => letter.charCodeAt(0))];
  return editDistance(own, other, 0, other.length, max);
}

/** Buffers for three rows of the distance matrix. */
let rowBefore = new Uint8Array(MAX_SURFACE + 4);
let lastRow = new Uint8Array(MAX_SURFACE + 4);
let thisRow = new Uint8Array(MAX_SURFACE + 4);

/** Returns the optimal string alignment distance. Stops early with a number above `max` if the distance must exceed `max`. */
function editDistance(word: ArrayLike<number>, bytes: ArrayLike<number>, start: number, length: number, max: number): number {
  for (let j = 0; j <= length; j++) lastRow[j] = j;
  for (let i = 1; i <= word.length; i++) {
    const from = Math.max(1, i - max);
    const to = Math.min(length, i + max);
    const letter = word[i - 1]!;
    thisRow[from - 1] = from === 1 ? i : 255;
    let rowMin = thisRow[from - 1]!;
    for (let j = from; j <= to; j++) {
      const other = bytes[start + j - 1]!;
      let distance = lastRow[j - 1]! + (letter === other ? 0 : 1);
      if (thisRow[j - 1]! + 1 < distance) distance = thisRow[j - 1]! + 1;
      if (j < i + max && lastRow[j]! + 1 < distance) distance = lastRow[j]! + 1;
      if (i > 1 && j > 1 && letter === bytes[start + j - 2] && word[i - 2] === other && rowBefore[j - 2]! + 1 < distance)
        distance = rowBefore[j - 2]! + 1;
      thisRow[j] = distance;
      if (distance < rowMin) rowMin = distance;
    }
    if (rowMin > max) return max + 1;
    [rowBefore, lastRow, thisRow] = [lastRow, thisRow, rowBefore];
  }
  return lastRow[length]!;
}
