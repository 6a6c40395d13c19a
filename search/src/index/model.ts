/**
 * Meaning as vectors of a space. Either the space is learned from the catalogue: each stem gets a vector, and stems that stand in
 * the same records get similar directions (latent semantic analysis); or it is that of a language model outside, and the records
 * come with their vectors. All arrays are shared memory.
 */
import type { Dictionary } from './dictionary.ts';
import { asBuffer } from './dictionary.ts';
import type { RowMemory } from './vector-kernel.ts';

/** What was learned from the catalogue. */
export type Model = {
  /** The space of its vectors. */
  space: string;
  dimensions: number;
  /** Records there were when it was learned. */
  records: number;
  terms: Dictionary;
  /** How much a stem counts: its inverse record frequency when the model was learned. */
  idf: Float32Array;
  /** `dimensions` numbers for each stem. */
  termVectors: Float32Array;
  /** The term vectors as directions. */
  termDirections: Vectors;
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

/** With fewer records nothing is trained. */
export const MIN_RECORDS = 50;

/** Gives a model that came from another thread its buffer back. */
export function reviveModel(model: Model): Model {
  return { ...model, terms: { bytes: asBuffer(model.terms.bytes), offsets: model.terms.offsets } };
}

export function modelBytes({ terms, idf, termVectors, termDirections }: Model): number {
  return (
    termDirections.rows.byteLength +
    termDirections.scale.byteLength +
    terms.bytes.byteLength +
    terms.offsets.byteLength +
    idf.byteLength +
    termVectors.byteLength
  );
}
