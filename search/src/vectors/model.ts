/**
 * Meaning as places in a space. Either the space is learned from the catalogue: for each stem a place, in which stems
 * that stand in the same records lie in the same direction (latent semantic analysis); or it is that of a language model
 * outside, and the records bring their places with them. All arrays are shared memory.
 */
import type { Dictionary } from '../index/dictionary.ts';
import { asBuffer } from '../index/dictionary.ts';
import type { RowMemory } from './kernel.ts';

/** What was learned from the catalogue. */
export type Model = {
  /** The space of its vectors. */
  space: string;
  dimensions: number;
  /** Records there were when it was learned. */
  records: number;
  terms: Dictionary;
  /** How much a stem counts: its rarity when the model was learned. */
  rarity: Float32Array;
  /** `dimensions` numbers for each stem. */
  places: Float32Array;
  /** The places as directions. */
  directions: Vectors;
};

/**
 * The directions of a segment's records: a record's cosine with a unit vector is the product of its row with it, times
 * `scale`. A scale of 0 says that the record has no direction. Vectors of different spaces say nothing to each other.
 */
export type Vectors = {
  space: string;
  dimensions: number;
  rows: Int8Array;
  scale: Float32Array;
  /** What the rows lie in, from its beginning, where they are many: then they can be gone through quickly. */
  memory?: RowMemory | undefined;
};

/** Fewer records teach nothing. */
export const FEWEST_RECORDS = 50;

/** Gives a model that came from another thread its buffer back. */
export function reviveModel(model: Model): Model {
  return { ...model, terms: { bytes: asBuffer(model.terms.bytes), offsets: model.terms.offsets } };
}

export function modelBytes({ terms, rarity, places, directions }: Model): number {
  return (
    directions.rows.byteLength +
    directions.scale.byteLength +
    terms.bytes.byteLength +
    terms.offsets.byteLength +
    rarity.byteLength +
    places.byteLength
  );
}
