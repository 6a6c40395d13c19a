/** Collects postings in the order of the records, and sorts them by stem. */
import type { GrowingBytes, GrowingWords } from '../index/memory.ts';
import { growingBytes, growingWords, push, pushByte, pushVarint, reserveBytes, sharedBytes, sharedWords } from '../index/memory.ts';
import type { Postings } from '../index/segment.ts';

type RawPostings = {
  terms: GrowingWords;
  records: GrowingWords;
  impacts: GrowingBytes;
  masks: GrowingBytes;
  positions: GrowingBytes;
};

/** Returns an empty collection with capacity for about `expected` postings. */
export function newPostings(expected: number): RawPostings {
  return {
    terms: growingWords(expected),
    records: growingWords(expected),
    impacts: growingBytes(expected),
    masks: growingBytes(expected),
    positions: growingBytes(expected * 3),
  };
}

/** Appends a posting. Records must arrive in ascending order. The first `count` elements of `positions` must ascend. */
export function addPosting(
  postings: RawPostings,
  term: number,
  record: number,
  impact: number,
  mask: number,
  positions: readonly number[],
  count: number,
): void {
  push(postings.terms, term);
  push(postings.records, record);
  pushByte(postings.impacts, impact);
  pushByte(postings.masks, mask);
  pushPositions(postings.positions, positions, count);
}

function pushPositions(bytes: GrowingBytes, positions: readonly number[], count: number): void {
  reserveBytes(bytes, 5 + count * 5);
  const lengthAt = bytes.length++;
  let last = 0;
  for (let p = 0; p < count; p++) {
    const position = positions[p]!;
    pushVarint(bytes, position - last);
    last = position;
  }
  const size = bytes.length - lengthAt - 1;
  if (size < 255) {
    bytes.array[lengthAt] = size;
    return;
  }
  bytes.array.copyWithin(lengthAt + 5, lengthAt + 1, bytes.length);
  bytes.length += 4;
  bytes.array[lengthAt] = 255;
  new DataView(bytes.array.buffer).setUint32(lengthAt + 1, size, true);
}

/** Sorts postings by stem; `rank` is the final number of each stem. */
export function sortPostings(terms: number, rank: Uint32Array, postings: RawPostings): Postings {
  const count = postings.terms.length;
  const postingTerm = postings.terms.array;
  const postingRecord = postings.records.array;
  const impacts = postings.impacts.array;
  const masks = postings.masks.array;
  const positions = postings.positions.array;
  const start = sharedWords(terms + 1);
  const byteStart = new Float64Array(terms + 1);
  const sizes = new Uint32Array(count);
  const view = new DataView(positions.buffer);
  for (let p = 0, at = 0; p < count; p++) {
    const size = positions[at] === 255 ? 5 + view.getUint32(at + 1, true) : 1 + positions[at]!;
    sizes[p] = size;
    at += size;
    const term = rank[postingTerm[p]!]!;
    start[term + 1]!++;
    byteStart[term + 1]! += size;
  }
  for (let t = 0; t < terms; t++) {
    start[t + 1]! += start[t]!;
    byteStart[t + 1]! += byteStart[t]!;
  }
  const cursor = start.slice();
  const byteCursor = byteStart.slice();
  const sorted: Postings = {
    start,
    records: sharedWords(count),
    impacts: sharedBytes(count),
    wordImpacts: sharedBytes(count),
    masks: sharedBytes(count),
    blocks: sharedWords((count >>> 3) + 1),
    bytes: sharedBytes(byteStart[terms]!),
  };
  for (let p = 0, at = 0; p < count; p++) {
    const term = rank[postingTerm[p]!]!;
    const to = cursor[term]!++;
    sorted.records[to] = postingRecord[p]!;
    sorted.impacts[to] = sorted.wordImpacts[to] = impacts[p]!;
    sorted.masks[to] = masks[p]!;
    const byteTo = byteCursor[term]!;
    if ((to & 7) === 0) sorted.blocks[to >>> 3] = byteTo;
    const size = sizes[p]!;
    for (let i = 0; i < size; i++) sorted.bytes[byteTo + i] = positions[at + i]!;
    byteCursor[term] = byteTo + size;
    at += size;
  }
  return sorted;
}
