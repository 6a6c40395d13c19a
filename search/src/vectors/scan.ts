/** Computes the cosine of a query vector with every row of a segment. */
import { countBits, createFullBits, has } from '../index/bits.ts';
import { MAX_ROWS, products } from '../index/vector-kernel.ts';
import type { Vectors } from '../index/model.ts';
import { quantise } from '../index/vector-rows.ts';

/** Share of allowed records above which it is faster to compute all products and to skip the records that are not allowed. */
const MIN_SHARE = 0.1;

/** A unit vector quantised to integers. `scale` converts its products to cosines. */
export type QuantisedVector = { values: Int8Array; scale: number };

export function quantiseUnit(unit: Float32Array): QuantisedVector {
  const values = new Int8Array(unit.length);
  return { values, scale: quantise(unit, values) };
}

type Visit = (record: number, cosine: number) => void;

/** Calls `visit` with the cosine of each allowed record that has a vector, in ascending order. Does nothing if the vectors have other dimensions. */
export function scan(vectors: Vectors, direction: QuantisedVector, allowed: Uint32Array, visit: Visit): void {
  if (direction.values.length !== vectors.dimensions) return;
  const many = vectors.memory !== undefined && countBits(allowed) > MIN_SHARE * vectors.scale.length;
  if (!many || !scanAll(vectors, direction, allowed, visit)) scanSome(vectors, direction, allowed, visit);
}

/**
 * Calls `visit` for each row whose cosine exceeds a bound, in ascending order. `visit` returns the next bound. Each other row costs only one
 * comparison.
 */
export function eachCosine(
  vectors: Vectors,
  direction: QuantisedVector,
  minCosine: number,
  visit: (row: number, cosine: number) => number,
): void {
  const { scale, memory } = vectors;
  let bound = minCosine;
  for (let first = 0; memory !== undefined && first < scale.length; first += MAX_ROWS) {
    const found = products(memory, direction.values, first, Math.min(MAX_ROWS, scale.length - first));
    if (found === null) break;
    for (let i = 0; i < found.length; i++) {
      const cosine = found[i]! * scale[first + i]! * direction.scale;
      if (cosine > bound) bound = visit(first + i, cosine);
    }
    if (first + MAX_ROWS >= scale.length) return;
  }
  scanSome(vectors, direction, createFullBits(scale.length), (row, cosine) => {
    if (cosine > bound) bound = visit(row, cosine);
  });
}

/** Writes the cosines of all allowed records; 0 for a record without a vector. Other elements are undefined. */
export function cosinesOf(vectors: Vectors, direction: QuantisedVector, allowed: Uint32Array, cosines: Float32Array): void {
  const { scale } = vectors;
  const many = vectors.memory !== undefined && countBits(allowed) > MIN_SHARE * scale.length;
  if (!many || direction.values.length !== vectors.dimensions) cosines.fill(0);
  if (direction.values.length !== vectors.dimensions) return;
  for (let first = 0; many && first < scale.length; first += MAX_ROWS) {
    const found = products(vectors.memory!, direction.values, first, Math.min(MAX_ROWS, scale.length - first));
    if (found === null) break;
    for (let i = 0; i < found.length; i++) cosines[first + i] = found[i]! * scale[first + i]! * direction.scale;
    if (first + MAX_ROWS >= scale.length) return;
  }
  if (many) cosines.fill(0);
  scanSome(vectors, direction, allowed, (record, cosine) => (cosines[record] = cosine));
}

function scanAll({ memory, scale }: Vectors, direction: QuantisedVector, allowed: Uint32Array, visit: Visit): boolean {
  for (let first = 0; first < scale.length; first += MAX_ROWS) {
    const found = products(memory!, direction.values, first, Math.min(MAX_ROWS, scale.length - first));
    if (found === null) return false;
    for (let i = 0; i < found.length; i++) {
      const record = first + i;
      if (scale[record] !== 0 && has(allowed, record)) visit(record, found[i]! * scale[record]! * direction.scale);
    }
  }
  return true;
}

function scanSome({ dimensions, rows, scale }: Vectors, direction: QuantisedVector, allowed: Uint32Array, visit: Visit): void {
  const { values } = direction;
  for (let w = 0; w < allowed.length; w++) {
    for (let word = allowed[w]!; word !== 0; word &= word - 1) {
      const record = (w << 5) + 31 - Math.clz32(word & -word);
      if (scale[record] === 0) continue;
      let sum = 0;
      for (let d = 0, at = record * dimensions; d < dimensions; d++) sum += values[d]! * rows[at + d]!;
      visit(record, sum * scale[record]! * direction.scale);
    }
  }
}
