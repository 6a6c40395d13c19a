/** Words of the catalogue within an edit distance of one or two of what was typed. */
import { Buffer } from 'node:buffer';
import { stringAt } from '../index/dictionary.ts';
import { otherSpellings } from '../analysis/variants.ts';
import { lettersOf } from '../index/letters.ts';
import type { IndexView } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import { checkTime } from './limits.ts';

export type Typo = { surface: string; stem: string; distance: number; live: number };

const MAX = 8;
/** In bytes; words have at most 64 letters of up to four bytes. */
const MAX_SURFACE = 256;

/** The edit distance allowed for a word of this length. */
export function allowedEdits(length: number): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

/** The nearest words, the most frequent first. A transposition counts once. */
export function nearestWords(word: string, view: IndexView, deadline: number): Typo[] {
  const most = allowedEdits(word.length);
  if (most === 0) return [];
  let answers = known.get(view);
  if (answers === undefined) known.set(view, (answers = new Map()));
  let answer = answers.get(word);
  if (answer === undefined) {
    answer = findTypos(word, most, view, deadline);
    // A typing error in a spelling variant: Fotosyntese, Photosynthese.
    for (const spelling of answer.length > 0 ? [] : otherSpellings(word)) {
      answer = findTypos(spelling, most, view, deadline);
      if (answer.length > 0) break;
    }
    answers.set(word, answer);
  }
  return answer;
}

/** Cached for each view: needed twice for every query that is corrected. */
const known = new WeakMap<IndexView, Map<string, Typo[]>>();

function findTypos(word: string, most: number, view: IndexView, deadline: number): Typo[] {
  const found = new Map<string, Typo>();
  for (const { segment } of view.segments) {
    checkTime(deadline);
    const bytes = Buffer.from(word);
    // Letters beyond ASCII are several bytes: more of these may differ, and the letters are compared afterwards.
    const plain = bytes.length === word.length;
    eachNear(bytes, plain ? most : most * 2, segment, (surface, slipped) => {
      const live = segment.surfaceLive[surface]!;
      if (live === 0 || slipped === 0) return;
      const distance = plain ? slipped : letterDistance(word, stringAt(segment.surfaces, surface), most);
      if (distance > most) return;
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
    .slice(0, MAX);
}

/** The surfaces of a segment in the order of their length in bytes: those of length `l` from `start[l]` on, with their letters. */
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

/** Calls `emit` for every word that is near enough. Length and set of letters rule out most without computing a distance. */
function eachNear(word: Buffer, most: number, segment: Segment, emit: (surface: number, distance: number) => void): void {
  const { bytes, offsets } = segment.surfaces;
  const { start, surfaces, letters } = byLength(segment);
  const own = lettersOf(word, 0, word.length);
  const to = start[Math.min(word.length + most, MAX_SURFACE) + 1]!;
  for (let at = start[Math.max(0, word.length - most)]!; at < to; at++) {
    if (ones(letters[at]! ^ own) > 2 * most) continue;
    const surface = surfaces[at]!;
    const from = offsets[surface]!;
    const distance = editDistance(word, bytes, from, offsets[surface + 1]! - from, most);
    if (distance <= most) emit(surface, distance);
  }
}

function ones(bits: number): number {
  let w = bits - ((bits >>> 1) & 0x55555555);
  w = (w & 0x33333333) + ((w >>> 2) & 0x33333333);
  return Math.imul((w + (w >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function letterDistance(a: string, b: string, most: number): number {
  const [own, other] = [Uint16Array.from(a, (letter) => letter.charCodeAt(0)), Uint16Array.from(b, (letter) => letter.charCodeAt(0))];
  return editDistance(own, other, 0, other.length, most);
}

/** Three rows of the table of distances. */
let rowBefore = new Uint8Array(MAX_SURFACE + 4);
let lastRow = new Uint8Array(MAX_SURFACE + 4);
let thisRow = new Uint8Array(MAX_SURFACE + 4);

/** Letters put in, left out, exchanged, or swapped with their neighbour; more than `most` as soon as that is sure. */
function editDistance(word: ArrayLike<number>, bytes: ArrayLike<number>, start: number, length: number, most: number): number {
  for (let j = 0; j <= length; j++) lastRow[j] = j;
  for (let i = 1; i <= word.length; i++) {
    const from = Math.max(1, i - most);
    const to = Math.min(length, i + most);
    const letter = word[i - 1]!;
    thisRow[from - 1] = from === 1 ? i : 255;
    let least = thisRow[from - 1]!;
    for (let j = from; j <= to; j++) {
      const other = bytes[start + j - 1]!;
      let distance = lastRow[j - 1]! + (letter === other ? 0 : 1);
      if (thisRow[j - 1]! + 1 < distance) distance = thisRow[j - 1]! + 1;
      if (j < i + most && lastRow[j]! + 1 < distance) distance = lastRow[j]! + 1;
      if (i > 1 && j > 1 && letter === bytes[start + j - 2] && word[i - 2] === other && rowBefore[j - 2]! + 1 < distance)
        distance = rowBefore[j - 2]! + 1;
      thisRow[j] = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return most + 1;
    [rowBefore, lastRow, thisRow] = [lastRow, thisRow, rowBefore];
  }
  return lastRow[length]!;
}
