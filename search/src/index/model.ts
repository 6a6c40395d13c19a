/**
 * Vectors that represent the meaning of records. The engine can train a model from the catalogue (latent semantic analysis), in which stems of the
 * same records have similar directions. Otherwise, vectors of an external language model are supplied with the records. All arrays are in shared
 * memory.
 */
import type { Dictionary } from './dictionary.ts';
import { toBuffer } from './dictionary.ts';
import type { RowMemory } from './vector-kernel.ts';

/** A model that was trained from the catalogue. */
export type Model = {
  /** Name of the vector space. */
  space: string;
  dimensions: number;
  /** Number of records at the time of training. */
  records: number;
  terms: Dictionary;
  /** Inverse document frequency of each stem at the time of training. */
  idf: Float32Array;
  /** Vectors of the stems, each with `dimensions` numbers. */
  termVectors: Float32Array;
  /** Quantised directions of `termVectors`. */
  termDirections: Vectors;
};

/**
 * Quantised directions of the records in a segment. The cosine of a record and a unit vector is the product of its row and the vector, times `scale`.
 * A record without a vector has the scale 0. Vectors of different spaces must not be compared.
 */
export type Vectors = {
  space: string;
  dimensions: number;
  rows: Int8Array;
  scale: Float32Array;
  /** Shared WebAssembly memory that contains the rows; only set if there are enough rows for the kernel. */
  memory?: RowMemory | undefined;
};

/** Minimum number of records for training a model. */
export const MIN_RECORDS = 50;

/** Restores the buffers of a model that another thread sent. */
export function reviveModel(model: Model): Model {
  return { ...model, terms: { bytes: toBuffer(model.terms.bytes), offsets: model.terms.offsets } };
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
