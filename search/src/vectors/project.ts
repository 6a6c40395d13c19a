/** Computes the vectors of records and queries from the vectors of their stems. */
import { find, sizeOf, stringAt } from '../index/dictionary.ts';
import type { Segment } from '../index/segment.ts';
import { lowerBound } from '../index/sorted.ts';
import type { Model, Vectors } from '../index/model.ts';
import { emptyVectors, quantise } from '../index/vector-rows.ts';

/** Number of records that are projected at a time, which limits memory. */
const BATCH = 16_384;

/** Returns the vectors of all records in a segment. A record without any stem of the model has a zero vector. */
export function projectSegment(segment: Segment, model: Model): Vectors {
  const { dimensions, termVectors, idf } = model;
  const vectors = emptyVectors(model.space, dimensions, segment.size);
  const { start, records, impacts } = segment.postings;
  const known = knownTerms(segment, model);
  const sums = new Float32Array(Math.min(BATCH, segment.size) * dimensions);
  for (let first = 0; first < segment.size; first += BATCH) {
    const last = Math.min(segment.size, first + BATCH);
    sums.fill(0);
    for (const { term, at } of known) {
      const end = start[term + 1]!;
      const vectorAt = at * dimensions;
      for (let p = lowerBound(records, first, start[term]!, end); p < end && records[p]! < last; p++) {
        const weight = Math.sqrt(impacts[p]!) * idf[at]!;
        const to = (records[p]! - first) * dimensions;
        for (let d = 0; d < dimensions; d++) sums[to + d]! += weight * termVectors[vectorAt + d]!;
      }
    }
    for (let record = first; record < last; record++) {
      const from = (record - first) * dimensions;
      const row = vectors.rows.subarray(record * dimensions, (record + 1) * dimensions);
      vectors.scale[record] = quantise(sums.subarray(from, from + dimensions), row);
    }
  }
  return vectors;
}

/** Returns the stems that both the segment and the model contain. Iterates over the shorter list. */
function knownTerms(segment: Segment, model: Model): { term: number; at: number }[] {
  const { start } = segment.postings;
  const known: { term: number; at: number }[] = [];
  const take = (term: number, at: number): void => {
    if (term >= 0 && at >= 0 && start[term + 1]! > start[term]!) known.push({ term, at });
  };
  if (sizeOf(segment.terms) < sizeOf(model.terms)) {
    for (let term = 0; term < sizeOf(segment.terms); term++) take(term, find(model.terms, stringAt(segment.terms, term)));
  } else {
    for (let at = 0; at < sizeOf(model.terms); at++) take(find(segment.terms, stringAt(model.terms, at)), at);
  }
  return known;
}

/** Returns the sum of the vectors of weighted stems as a unit vector; `null` if the model contains none of the stems. */
export function projectTerms(stems: readonly { stem: string; weight: number }[], model: Model): Float32Array | null {
  const { dimensions, termVectors, idf } = model;
  const sum = new Float32Array(dimensions);
  for (const { stem, weight } of stems) {
    const t = find(model.terms, stem);
    if (t < 0) continue;
    for (let d = 0; d < dimensions; d++) sum[d]! += weight * idf[t]! * termVectors[t * dimensions + d]!;
  }
  return normalise(sum);
}

/** Returns the vector scaled to length 1; `null` for a zero vector. */
export function normalise(vector: Float32Array): Float32Array | null {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : null;
}

/** Returns the unit vector of a record; `null` if it has none. */
export function recordVector({ dimensions, rows, scale }: Vectors, record: number): Float32Array | null {
  if (scale[record] === 0) return null;
  return normalise(Float32Array.from(rows.subarray(record * dimensions, (record + 1) * dimensions)));
}
