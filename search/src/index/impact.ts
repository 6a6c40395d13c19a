/**
 * BM25F of a stem in a record as an integer from 1 to 255. Field lengths are normalised by a fixed typical length instead of the mean of
 * the catalogue, so that an impact stays valid as records are added and removed.
 */
import type { Fields } from './segment.ts';

/** Strength of the length normalisation (`b` of BM25). */
const LENGTH_NORM = 0.5;
/** Saturation (`k1` of BM25): the weight, in units of the heaviest field, that yields half of the maximum score. */
const SATURATION = 0.7;
/** Saturation within one field. Titles are not saturated, so that a short title about the word ranks above a long one. */
const FIELD_SATURATION = 1;
/**
 * Length in words of the opening of a text, which usually names the subject; later words count `LATER_WEIGHT`. Tuned with the saturation on the
 * judged sets (search/relevance/EXPERIMENTS.md).
 */
const OPENING = 30;
const LATER_WEIGHT = 0.15;
/** Factor for a stem that is only part of a compound, in 256ths. */
const PART_FACTOR = 210;
/** Scale of the natural logarithm, which turns it into an integer. */
const SCALE = 64;

/** Returns the weight of a word at a position of a field. */
export const countAt = (position: number): number => (position < OPENING ? 1 : LATER_WEIGHT);

/** Returns the impact. `counts` has for each field the sum of `countAt` over the positions of the stem, `lengths` its number of words. */
export function impactOf(fields: Fields, counts: ArrayLike<number>, lengths: ArrayLike<number>): number {
  return impactBy(fields, counts, normsOf(fields, lengths, new Float64Array(fields.text.length)));
}

/** Writes the length normalisation of each field of a record to `into` and returns it. */
export function normsOf({ text }: Fields, lengths: ArrayLike<number>, into: Float64Array): Float64Array {
  for (let f = 0; f < text.length; f++) into[f] = 1 - LENGTH_NORM + LENGTH_NORM * Math.sqrt(lengths[f]! / text[f]!.typical);
  return into;
}

/** Returns the impact like `impactOf`, with `norms` computed once for all stems of a record. */
export function impactBy(fields: Fields, counts: ArrayLike<number>, norms: ArrayLike<number>): number {
  let weight = 0;
  for (let f = 0; f < fields.text.length; f++) {
    const count = counts[f]!;
    if (count === 0) continue;
    const field = fields.text[f]!;
    const often = count / norms[f]!;
    weight += field.weight * (field.exact ? often : ((1 + FIELD_SATURATION) * often) / (often + FIELD_SATURATION));
  }
  return Math.max(1, Math.round((255 * weight) / (weight + SATURATION * fields.heaviest)));
}

export function partImpact(impact: number): number {
  return Math.max(1, (impact * PART_FACTOR) >> 8);
}

/** Returns the inverse record frequency of a word that `found` of `records` records contain, at least 1. */
export function idf(found: number, records: number): number {
  return Math.max(1, Math.round(SCALE * Math.log(1 + (records - found + 0.5) / (found + 0.5))));
}
