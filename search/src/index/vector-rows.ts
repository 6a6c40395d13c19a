/** Vectors quantised to integers from -127 to 127, with one row per record. */
import type { SearchRecord } from '../api.ts';
import { LANE, rowMemory } from './vector-kernel.ts';
import type { Vectors } from './model.ts';

/** Minimum size in bytes of rows for which a separate WebAssembly memory is used. */
const MIN_KERNEL_BYTES = 1 << 19;

export function emptyVectors(space: string, dimensions: number, size: number): Vectors {
  const bytes = size * dimensions;
  const memory = bytes >= MIN_KERNEL_BYTES && dimensions % LANE === 0 ? rowMemory(bytes) : null;
  return {
    space,
    dimensions,
    rows: memory === null ? new Int8Array(new SharedArrayBuffer(bytes)) : new Int8Array(memory.buffer, 0, bytes),
    scale: new Float32Array(new SharedArrayBuffer(size * 4)),
    ...(memory !== null && { memory }),
  };
}

/** Restores vectors from the arrays of a snapshot. */
export function vectorsFrom(stored: Vectors): Vectors {
  const vectors = emptyVectors(stored.space, stored.dimensions, stored.scale.length);
  vectors.rows.set(stored.rows);
  vectors.scale.set(stored.scale);
  return vectors;
}

export function vectorBytes(vectors: Vectors | undefined): number {
  return vectors === undefined ? 0 : vectors.rows.byteLength + vectors.scale.byteLength;
}

/** Writes the direction of a vector as integers up to 127 and returns the reciprocal of their length; 0 for a zero vector. */
export function quantise(vector: ArrayLike<number>, into: Int8Array): number {
  let largest = 0;
  for (let d = 0; d < vector.length; d++) largest = Math.max(largest, Math.abs(vector[d]!));
  if (!(largest > 0) || !Number.isFinite(largest)) return 0;
  let square = 0;
  for (let d = 0; d < vector.length; d++) {
    const value = Math.round((127 * vector[d]!) / largest);
    into[d] = value;
    square += value * value;
  }
  return 1 / Math.sqrt(square);
}

/** Quantises vectors that are stored consecutively. */
export function directionsOf(space: string, dimensions: number, list: Float32Array): Vectors {
  const vectors = emptyVectors(space, dimensions, list.length / dimensions);
  for (let r = 0, at = 0; at < list.length; r++, at += dimensions) {
    vectors.scale[r] = quantise(list.subarray(at, at + dimensions), vectors.rows.subarray(at, at + dimensions));
  }
  return vectors;
}

/** Quantises the vectors supplied with records. Vectors of another space, or whose length differs from the first, are ignored. */
export function quantiseVectors(supplied: readonly (SearchRecord['vector'] | undefined)[], space: string): Vectors {
  const own = supplied.map((vector) => (vector?.space === space && vector.values.length > 0 ? vector.values : null));
  const dimensions = own.find((values) => values !== null)?.length ?? 0;
  const vectors = emptyVectors(space, dimensions, supplied.length);
  own.forEach((values, r) => {
    if (values?.length !== dimensions) return;
    vectors.scale[r] = quantise(values, vectors.rows.subarray(r * dimensions, (r + 1) * dimensions));
  });
  return vectors;
}

/**
 * Returns the rows of the surviving records in their new order: record `r` was `record[r]` of source `from[r]`. Returns `undefined` if a source has
 * no vectors or the spaces differ; the vectors must then be computed again.
 */
export function gatherVectors(sources: readonly (Vectors | undefined)[], from: Uint16Array, record: Uint32Array): Vectors | undefined {
  const first = sources[0];
  if (first === undefined || sources.some((source) => source?.space !== first.space)) return undefined;
  const all = sources as readonly Vectors[];
  const dimensions = all.find((source) => source.dimensions > 0)?.dimensions ?? 0;
  const vectors = emptyVectors(first.space, dimensions, from.length);
  for (let r = 0; r < from.length; r++) {
    const source = all[from[r]!]!;
    if (source.dimensions !== dimensions) continue;
    const at = record[r]! * dimensions;
    vectors.rows.set(source.rows.subarray(at, at + dimensions), r * dimensions);
    vectors.scale[r] = source.scale[record[r]!]!;
  }
  return vectors;
}
