/**
 * BM25F for one stem in one record, as a number from 1 to 255. The length of a field is measured against a
 * typical length that is fixed, not against the mean of the catalogue: so an impact never changes while others come and go.
 */
import type { Fields } from './segment.ts';

/** Strength of the length normalisation (`b` of BM25). */
const LENGTH = 0.5;
/** Saturation (`k1` of BM25): where the score has half its height, in weights of the heaviest field. */
const HALF = 0.7;
/** Saturation within one field. Titles have none: a short one that is all about the word stands above a long one. */
const HALF_OF_FIELD = 1;
/**
 * The opening of a text says what it is about: what stands further on counts this share. In words.
 * Tuned, with the saturation, on the judged sets of relevance/ and on sentences (search/relevance/EXPERIMENTS.md).
 */
const OPENING = 30;
const LATER = 0.15;
/** Factor for a stem that is only part of a compound, in 256ths. */
const PART = 210;
/** Turns the natural logarithm into integers. */
const SCALE = 64;

/** What a word counts at a position of a field. */
export const countAt = (position: number): number => (position < OPENING ? 1 : LATER);

/** `counts`: for each field the sum of `countAt` over the positions of the stem; `lengths`: the words it has. */
export function impactOf(fields: Fields, counts: ArrayLike<number>, lengths: ArrayLike<number>): number {
  return impactBy(fields, counts, normsOf(fields, lengths, new Float64Array(fields.text.length)));
}

/** By what the counts of each field of a record are divided. */
export function normsOf({ text }: Fields, lengths: ArrayLike<number>, into: Float64Array): Float64Array {
  for (let f = 0; f < text.length; f++) into[f] = 1 - LENGTH + LENGTH * Math.sqrt(lengths[f]! / text[f]!.typical);
  return into;
}

/** For the many stems of one record, whose `norms` are worked out once. */
export function impactBy(fields: Fields, counts: ArrayLike<number>, norms: ArrayLike<number>): number {
  let weight = 0;
  for (let f = 0; f < fields.text.length; f++) {
    const count = counts[f]!;
    if (count === 0) continue;
    const field = fields.text[f]!;
    const often = count / norms[f]!;
    weight += field.weight * (field.exact ? often : ((1 + HALF_OF_FIELD) * often) / (often + HALF_OF_FIELD));
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
