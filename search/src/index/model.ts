/**
 * Meaning as vectors of a space. Either the space is learned from the catalogue (latent semantic analysis): stems in the same records get
 * similar directions. Or it is the space of an external language model, and the records are supplied with vectors. All arrays are in shared
 * memory.
 */
import type { Dictionary } from './dictionary.ts';
import { asBuffer } from './dictionary.ts';
import type { RowMemory } from './vector-kernel.ts';

/** A model learned from the catalogue. */
export type Model = {
  /** Name of the space of its vectors. */
  space: string;
  dimensions: number;
  /** Number of records at the time of training. */
  records: number;
  terms: Dictionary;
  /** Inverse record frequency of each stem at the time of training. */
  idf: Float32Array;
  /** `dimensions` numbers for each stem. */
  termVectors: Float32Array;
  /** The term vectors as directions. */
  termDirections: Vectors;
};

/**
 * The directions of a segment's records. The cosine of a record with a unit vector is the product of its row with the vector, times
 * `scale`; the scale of a record without direction is 0. Vectors of different spaces must not be compared.
 */
export type Vectors = {
  space: string;
  dimensions: number;
  rows: Int8Array;
  scale: Float32Array;
  /** Shared memory that contains the rows, with the offset of the first row, if there are enough rows for the WebAssembly kernel. */
  memory?: RowMemory | undefined;
};

/** Minimum number of records for training. */
export const MIN_RECORDS = 50;

/** Restores the buffer of a model that another thread sent. */
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
