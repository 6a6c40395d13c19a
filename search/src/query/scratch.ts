/** Scratch memory of one thread, as large as its largest segment so far. Its content is valid until the next query phase. */
import { bitWords } from '../index/bits.ts';

export type Scratch = {
  size: number;
  /** Best impact of each record in the current clause; all zero between uses. */
  best: Uint8Array;
  bits: Uint32Array;
  clauseRecords: Uint32Array;
  clauseImpacts: Uint8Array;
  /** Matching records of the current segment, ascending, and their scores. */
  records: Uint32Array;
  scores: Int32Array;
  /** Sums of partial matches; all zero between uses. */
  weights: Int32Array;
  sums: Int32Array;
  /** Cosines of a segment's records. Content undefined between uses. */
  cosines: Float32Array;
};

export function createScratch(): Scratch {
  return allocate(0);
}

/** Grows the memory in place if a segment of `size` records needs more. */
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
    // One more than the maximum number of matches: the match loops write a record before they know whether it counts.
    records: new Uint32Array(size + 1),
    scores: new Int32Array(size + 1),
    weights: new Int32Array(size),
    sums: new Int32Array(size),
    cosines: new Float32Array(0),
  };
}

/** Returns memory for at least `size` cosines, reused by all queries of the thread. */
export function cosineBuffer(scratch: Scratch, size: number): Float32Array {
  if (scratch.cosines.length < size) scratch.cosines = new Float32Array(Math.ceil(size * 1.2));
  return scratch.cosines;
}
