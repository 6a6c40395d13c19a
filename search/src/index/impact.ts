/**
 * Computes the BM25F score of a stem in a record as an integer from 1 to 255 (impact). Field lengths are normalised by a fixed typical length instead
 * of the mean of the catalogue, so that impacts stay valid if records are added or removed.
 */
import type { Fields } from './segment.ts';

/** Strength of the length normalisation (`b` of BM25). */
const LENGTH_NORM = 0.5;
/** Saturation (`k1` of BM25): the weight at which half of the maximum score is reached, in units of the heaviest field. */
const SATURATION = 0.7;
/** Saturation within a field. The title field is not saturated, so that a short title about the word ranks above a long one. */
const FIELD_SATURATION = 1;
/**
 * Number of words at the beginning of a text, which usually names the subject. Later words are weighted with `LATER_WEIGHT`. Both were tuned together
 * with the saturation on the judged sets (search/relevance/EXPERIMENTS.md).
 */
const OPENING = 30;
const LATER_WEIGHT = 0.15;
/** Factor in 256ths for a stem that is only part of a compound. */
const PART_FACTOR = 210;
/** Scale by which natural logarithms are multiplied to become integers. */
const SCALE = 64;

/** Returns the weight of a word at a position in a field. */
export const countAt = (position: number): number => (position < OPENING ? 1 : LATER_WEIGHT);

/**
 * Returns the impact of a stem. `counts` contains the sum of `countAt` over all positions of the stem in each field, `lengths` the number of words in
 * each field.
 */
export function impactOf(fields: Fields, counts: ArrayLike<number>, lengths: ArrayLike<number>): number {
  return impactBy(fields, counts, normsOf(fields, lengths, new Float64Array(fields.text.length)));
}

/** Writes the length normalisation of each field of a record to `into`, which is also returned. */
export function normsOf({ text }: Fields, lengths: ArrayLike<number>, into: Float64Array): Float64Array {
  for (let f = 0; f < text.length; f++) into[f] = 1 - LENGTH_NORM + LENGTH_NORM * Math.sqrt(lengths[f]! / text[f]!.typical);
  return into;
}

/** Returns the same as `impactOf`, with `norms` that are computed once for all stems of a record. */
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

/** Returns the inverse document frequency, at least 1, of a word that occurs in `found` of `records` records. */
export function idf(found: number, records: number): number {
  return Math.max(1, Math.round(SCALE * Math.log(1 + (records - found + 0.5) / (found + 0.5))));
}
