/** Scratch memory of one thread, as large as its largest segment so far. Its content is valid until the next evaluation. */
import { bitWords } from '../index/bits.ts';

export type Scratch = {
  size: number;
  /** Best impact of each record in the clause at hand; all zero between uses. */
  best: Uint8Array;
  bits: Uint32Array;
  clauseRecords: Uint32Array;
  clauseImpacts: Uint8Array;
  records: Uint32Array;
  scores: Int32Array;
  /** Sums of partial matches; all zero between uses. */
  weights: Int32Array;
  sums: Int32Array;
  /** Cosines of a segment's records. Content undefined between uses. */
  meanings: Float32Array;
};

export function createScratch(): Scratch {
  return grown(0);
}

/** Grows the memory in place where a segment needs more. */
export function ensureCapacity(scratch: Scratch, size: number): void {
  if (scratch.size < size) Object.assign(scratch, { ...grown(Math.ceil(size * 1.2)), meanings: scratch.meanings });
}

function grown(size: number): Scratch {
  return {
    size,
    best: new Uint8Array(size),
    bits: new Uint32Array(bitWords(size)),
    clauseRecords: new Uint32Array(size),
    clauseImpacts: new Uint8Array(size),
    // One more than can be found: matching writes first and decides then.
    records: new Uint32Array(size + 1),
    scores: new Int32Array(size + 1),
    weights: new Int32Array(size),
    sums: new Int32Array(size),
    meanings: new Float32Array(0),
  };
}

/** Room for `size` numbers, reused from query to query. */
export function meaningBuffer(scratch: Scratch, size: number): Float32Array {
  if (scratch.meanings.length < size) scratch.meanings = new Float32Array(Math.ceil(size * 1.2));
  return scratch.meanings;
}
