/** Words of the catalogue that differ from what was typed by a slip or two. */
import { Buffer } from 'node:buffer';
import { stringAt } from '../index/dictionary.ts';
import type { Generation } from '../index/generation.ts';
import type { Segment } from '../index/segment.ts';
import { checkTime } from './run.ts';

export type Typo = { surface: string; stem: string; distance: number; live: number };

const MOST = 8;

/** How many slips are forgiven in a word of this length. */
export function slips(length: number): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

/** The nearest words, the most frequent first. Two neighbouring letters in the wrong order are one slip. */
export function typos(word: string, generation: Generation, deadline: number): Typo[] {
  const most = slips(word.length);
  if (most === 0) return [];
  const found = new Map<string, Typo>();
  for (const { segment } of generation.entries) {
    checkTime(deadline);
    near(Buffer.from(word), most, segment, (surface, distance) => {
      const live = segment.surfaceLive[surface]!;
      if (live === 0 || distance === 0) return;
      const typo = {
        surface: stringAt(segment.surfaces, surface),
        stem: stringAt(segment.terms, segment.surfaceTerm[surface]!),
        distance,
        live,
      };
      const key = `${typo.surface}\u0000${typo.stem}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, typo);
      else known.live += live;
    });
  }
  const all = [...found.values()];
  const nearest = Math.min(...all.map((typo) => typo.distance));
  return all
    .filter((typo) => typo.distance === nearest)
    .sort((a, b) => b.live - a.live || (a.surface < b.surface ? -1 : a.surface > b.surface ? 1 : a.stem < b.stem ? -1 : 1))
    .slice(0, MOST);
}

/**
 * Walks the sorted words and keeps the table of distances for the letters shared with the word before; once no
 * continuation of some letters can be near enough, everything that begins with them is passed over.
 */
function near(word: Buffer, most: number, segment: Segment, emit: (surface: number, distance: number) => void): void {
  const { bytes, offsets } = segment.surfaces;
  const width = word.length + 1;
  const deepest = word.length + most;
  const table = new Uint8Array((deepest + 2) * width);
  for (let i = 0; i < width; i++) table[i] = i;
  let before = 0;
  let valid = 0;
  let hopeless = 255;
  for (let surface = 0; surface < segment.surfaceTerm.length; surface++) {
    const start = offsets[surface]!;
    const length = offsets[surface + 1]! - start;
    if (length > deepest || length + most < word.length) continue;
    let depth = 0;
    while (depth < valid && depth < length && bytes[before + depth] === bytes[start + depth]) depth++;
    if (depth >= hopeless) continue;
    before = start;
    hopeless = 255;
    for (; depth < length; depth++) {
      if (row(table, width, depth + 1, word, bytes, start) > most) {
        hopeless = depth + 1;
        depth++;
        break;
      }
    }
    valid = depth;
    if (hopeless === 255 && table[length * width + width - 1]! <= most) emit(surface, table[length * width + width - 1]!);
  }
}

/** Fills the row for the letter before `depth`; its least distance. */
function row(table: Uint8Array, width: number, depth: number, word: Uint8Array, bytes: Uint8Array, start: number): number {
  const at = depth * width;
  const letter = bytes[start + depth - 1]!;
  table[at] = depth;
  let least = depth;
  for (let i = 1; i < width; i++) {
    let distance = Math.min(table[at + i - 1]!, table[at - width + i]!) + 1;
    const same = table[at - width + i - 1]! + (word[i - 1] === letter ? 0 : 1);
    if (same < distance) distance = same;
    if (i > 1 && depth > 1 && word[i - 2] === letter && word[i - 1] === bytes[start + depth - 2]) {
      const swapped = table[at - 2 * width + i - 2]! + 1;
      if (swapped < distance) distance = swapped;
    }
    table[at + i] = distance;
    if (distance < least) least = distance;
  }
  return least;
}
