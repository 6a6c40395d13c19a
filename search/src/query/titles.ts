import type { Segment } from '../index/segment.ts';
import { lowerBound } from '../index/sorted.ts';

/** The records one of whose whole titles has the hash, ascending. */
export function titlesWith(segment: Segment, title: number): Uint32Array {
  const { hashes, records } = segment.titles;
  const from = lowerBound(hashes, title);
  let to = from;
  while (to < hashes.length && hashes[to] === title) to++;
  return records.subarray(from, to);
}
