/** Words of the catalogue within an edit distance of one or two of what was typed. */
import { Buffer } from 'node:buffer';
import { stringAt } from '../index/dictionary.ts';
import { otherSpellings } from '../analysis/variants.ts';
import { lettersOf } from '../index/letters.ts';
import type { IndexView } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import { checkTime } from './limits.ts';

export type Typo = { surface: string; stem: string; distance: number; live: number };

const MOST = 8;

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
    .slice(0, MOST);
}

/** Calls `emit` for every word that is near enough. Length and set of letters rule out most without computing a distance. */
function eachNear(word: Buffer, most: number, segment: Segment, emit: (surface: number, distance: number) => void): void {
  const { bytes, offsets } = segment.surfaces;
  const { surfaceLetters } = segment;
  const letters = lettersOf(word, 0, word.length);
  const shortest = word.length - most;
  const longest = word.length + most;
  for (let surface = 0; surface < surfaceLetters.length; surface++) {
    if (ones(surfaceLetters[surface]! ^ letters) > 2 * most) continue;
    const start = offsets[surface]!;
    const length = offsets[surface + 1]! - start;
    if (length < shortest || length > longest) continue;
    const distance = editDistance(word, bytes, start, length, most);
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

/** Three rows of the table of distances; words have at most 64 letters of up to four bytes. */
let rowBefore = new Uint8Array(260);
let lastRow = new Uint8Array(260);
let thisRow = new Uint8Array(260);

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
