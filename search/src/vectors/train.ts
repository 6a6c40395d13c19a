/** Trains a model from the catalogue with a randomised truncated singular value decomposition by subspace iteration (Halko et al. 2011). */
import { dictionaryOf } from '../index/dictionary.ts';
import type { IndexView } from '../index/index-view.ts';
import { eigen, gram, orthonormalise } from './matrix.ts';
import { MIN_RECORDS, type Model } from '../index/model.ts';
import { directionsOf } from '../index/vector-rows.ts';
import { chooseTerms, sampleRecords, type Sample } from './sample.ts';

const DIMENSIONS = 128;
/** Minimum number of stems and of records per dimension, which prevents overfitting. */
const MIN_PER_DIMENSION = 6;
/** Number of additional dimensions during the iteration (oversampling), which makes the last dimensions exact. */
const OVERSAMPLING = 8;
const TURNS = 2;
const SEED = 20_011;

/** Trains a model; returns `null` if the catalogue is too small. The result is deterministic for a view. */
export function trainModel({ segments, records }: Pick<IndexView, 'segments' | 'records'>, space: string): Model | null {
  if (records < MIN_RECORDS) return null;
  const chosen = chooseTerms(segments, records);
  const size = chosen.terms.length;
  if (size < 2 * MIN_PER_DIMENSION) return null;
  const sample = sampleRecords(segments, chosen);
  const wanted = Math.min(DIMENSIONS, Math.floor(Math.min(size, sample.rows) / MIN_PER_DIMENSION));
  const width = Math.min(wanted + OVERSAMPLING, size, sample.rows);
  let basis = noise(size * width);
  orthonormalise(basis, size, width);
  for (let turn = 0; turn < TURNS; turn++) {
    basis = multiplyGram(sample, basis, width);
    orthonormalise(basis, size, width, turn === TURNS - 1 ? 2 : 1);
  }
  // Computes the eigenvectors within the subspace, sorted by eigenvalue.
  const { vectors } = eigen(gram(project(sample, basis, width), sample.rows, width), width);
  const termVectors = new Float32Array(new SharedArrayBuffer(size * wanted * 4));
  for (let t = 0; t < size; t++) {
    for (let j = 0; j < wanted; j++) {
      let sum = 0;
      for (let i = 0; i < width; i++) sum += basis[t * width + i]! * vectors[i * width + j]!;
      termVectors[t * wanted + j] = sum;
    }
  }
  const idf = new Float32Array(new SharedArrayBuffer(size * 4));
  idf.set(chosen.idf);
  const terms = dictionaryOf(chosen.terms);
  return { space, dimensions: wanted, records, terms, idf, termVectors, termDirections: directionsOf(space, wanted, termVectors) };
}

/** Returns the product of the transposed sample, the sample and the basis. */
function multiplyGram({ rows, start, columns, weights }: Sample, basis: Float32Array, width: number): Float32Array {
  const product = new Float32Array(basis.length);
  const row = new Float64Array(width);
  for (let r = 0; r < rows; r++) {
    row.fill(0);
    for (let i = start[r]!; i < start[r + 1]!; i++) {
      const at = columns[i]! * width;
      const weight = weights[i]!;
      for (let j = 0; j < width; j++) row[j]! += weight * basis[at + j]!;
    }
    for (let i = start[r]!; i < start[r + 1]!; i++) {
      const at = columns[i]! * width;
      const weight = weights[i]!;
      for (let j = 0; j < width; j++) product[at + j]! += weight * row[j]!;
    }
  }
  return product;
}

function project({ rows, start, columns, weights }: Sample, basis: Float32Array, width: number): Float32Array {
  const product = new Float32Array(rows * width);
  for (let r = 0; r < rows; r++) {
    for (let i = start[r]!; i < start[r + 1]!; i++) {
      const at = columns[i]! * width;
      for (let j = 0; j < width; j++) product[r * width + j]! += weights[i]! * basis[at + j]!;
    }
  }
  return product;
}

/** Returns pseudo-random numbers between -1 and 1 that are the same in every run (xorshift). */
function noise(length: number): Float32Array {
  let state = SEED;
  return Float32Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  });
}
