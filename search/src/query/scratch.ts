/** Scratch memory of a thread, sized for its largest segment so far. Its content is only valid within one query phase. */
import { bitWords } from '../index/bits.ts';

export type Scratch = {
  size: number;
  /** Highest impact of each record in the current clause; all zero between uses. */
  best: Uint8Array;
  bits: Uint32Array;
  clauseRecords: Uint32Array;
  clauseImpacts: Uint8Array;
  /** Matching records of the current segment in ascending order; `scores` contains their scores. */
  records: Uint32Array;
  scores: Int32Array;
  /** Sums for partial matches; all zero between uses. */
  weights: Int32Array;
  sums: Int32Array;
  /** Cosines of the records in a segment; undefined content between uses. */
  cosines: Float32Array;
};

export function createScratch(): Scratch {
  return allocate(0);
}

/** Enlarges the memory in place if it is too small for a segment of `size` records. */
export function ensureCapacity(scratch: Scratch, size: number): void {
  if (scratch.size < size) Object.assign(scratch, { ...allocate(Math.ceil(size * 1.2)), cosines: scratch.cosines });
}

function allocate(size: number): Scratch {
  return {
    size,
    best: new Uint8Array(size),
    bits: new Uint32Array(bitWords(size)),
    clauseRecords: new Uint32Array(size),
    clauseImpacts: new Uint8Array(size),
    // One element more than the maximum number of matches, because the match loops write a record before they check it.
    records: new Uint32Array(size + 1),
    scores: new Int32Array(size + 1),
    weights: new Int32Array(size),
    sums: new Int32Array(size),
    cosines: new Float32Array(0),
  };
}

/** Returns memory for at least `size` cosines, which all queries of the thread reuse. */
export function cosineBuffer(scratch: Scratch, size: number): Float32Array {
  if (scratch.cosines.length < size) scratch.cosines = new Float32Array(Math.ceil(size * 1.2));
  return scratch.cosines;
}
