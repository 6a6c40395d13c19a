/**
 * BM25F for one stem in one record, as a number from 1 to 255. The length of a field is measured against a
 * typical length that is fixed, not against the mean of the catalogue: so an impact never changes while others come and go.
 */
import type { Fields } from './segment.ts';

/** Strength of the length normalisation (`b` of BM25). */
const LENGTH = 0.5;
/** Saturation (`k1` of BM25): where the score has half its height, in weights of the heaviest field. */
const HALF = 0.7;
/** Factor for a stem that is only part of a compound, in 256ths. */
const PART = 160;
/** Turns the natural logarithm into integers. */
const SCALE = 64;

export function impactOf(fields: Fields, counts: ArrayLike<number>, lengths: ArrayLike<number>): number {
  let weight = 0;
  for (let f = 0; f < fields.text.length; f++) {
    const count = counts[f]!;
    if (count === 0) continue;
    const field = fields.text[f]!;
    weight += (field.weight * count) / (1 - LENGTH + LENGTH * Math.sqrt(lengths[f]! / field.typical));
  }
  return Math.max(1, Math.round((255 * weight) / (weight + HALF * fields.heaviest)));
}

export function partImpact(impact: number): number {
  return Math.max(1, (impact * PART) >> 8);
}

/** Inverse record frequency: how much a word counts that `found` of `records` contain. */
export function idf(found: number, records: number): number {
  return Math.max(1, Math.round(SCALE * Math.log(1 + (records - found + 0.5) / (found + 0.5))));
}
