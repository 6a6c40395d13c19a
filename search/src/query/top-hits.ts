/**
 * Collects the records with the highest scores in a binary heap whose root is the worst record. Records with equal scores are ordered by identifier.
 */
import { Buffer } from 'node:buffer';
import type { LiveSegment } from '../index/index-view.ts';

export type TopHits = {
  capacity: number;
  size: number;
  scores: Float64Array;
  /** Number of the record's segment in the view. */
  segmentIndex: Uint16Array;
  records: Uint32Array;
};

export type ScoredRecord = { segmentIndex: number; record: number; score: number };

export function createTopHits(capacity: number): TopHits {
  return {
    capacity,
    size: 0,
    scores: new Float64Array(capacity),
    segmentIndex: new Uint16Array(capacity),
    records: new Uint32Array(capacity),
  };
}

/** Returns the lowest score with which a record can still be inserted. */
export function minScore(top: TopHits): number {
  return top.size < top.capacity ? -Infinity : top.scores[0]!;
}

/** Returns whether the identifier of record `a` precedes that of record `b`. Within a segment, record numbers have the same order. */
function precedes(segments: readonly LiveSegment[], segmentA: number, a: number, segmentB: number, b: number): boolean {
  if (segmentA === segmentB) return a < b;
  const idsA = segments[segmentA]!.segment.ids;
  const idsB = segments[segmentB]!.segment.ids;
  return (
    Buffer.compare(
      idsA.bytes.subarray(idsA.offsets[a]!, idsA.offsets[a + 1]!),
      idsB.bytes.subarray(idsB.offsets[b]!, idsB.offsets[b + 1]!),
    ) < 0
  );
}

/** Returns whether entry `i` of the heap ranks after entry `j`. */
function isWorse(top: TopHits, segments: readonly LiveSegment[], i: number, j: number): boolean {
  const [scoreI, scoreJ] = [top.scores[i]!, top.scores[j]!];
  if (scoreI !== scoreJ) return scoreI < scoreJ;
  return precedes(segments, top.segmentIndex[j]!, top.records[j]!, top.segmentIndex[i]!, top.records[i]!);
}

function swap({ scores, segmentIndex, records }: TopHits, i: number, j: number): void {
  const [score, segment, record] = [scores[i]!, segmentIndex[i]!, records[i]!];
  scores[i] = scores[j]!;
  segmentIndex[i] = segmentIndex[j]!;
  records[i] = records[j]!;
  scores[j] = score;
  segmentIndex[j] = segment;
  records[j] = record;
}

/**
 * Inserts a record if it is among the best, and returns whether it was inserted. If it was not, later records of the segment with the same score
 * cannot be inserted either.
 */
export function insert(top: TopHits, segments: readonly LiveSegment[], segmentIndex: number, record: number, score: number): boolean {
  if (top.capacity === 0) return false;
  if (top.size < top.capacity) {
    let at = top.size++;
    top.scores[at] = score;
    top.segmentIndex[at] = segmentIndex;
    top.records[at] = record;
    while (at > 0 && isWorse(top, segments, at, (at - 1) >>> 1)) {
      swap(top, at, (at - 1) >>> 1);
      at = (at - 1) >>> 1;
    }
    return true;
  }
  const worst = top.scores[0]!;
  if (score < worst || (score === worst && !precedes(segments, segmentIndex, record, top.segmentIndex[0]!, top.records[0]!))) return false;
  top.scores[0] = score;
  top.segmentIndex[0] = segmentIndex;
  top.records[0] = record;
  let at = 0;
  for (;;) {
    let last = at;
    for (let child = 2 * at + 1; child <= 2 * at + 2; child++) if (child < top.size && isWorse(top, segments, child, last)) last = child;
    if (last === at) return true;
    swap(top, at, last);
    at = last;
  }
}

/** Returns the collected records, best first. */
export function sortedHits(top: TopHits, segments: readonly LiveSegment[]): ScoredRecord[] {
  const hits = Array.from({ length: top.size }, (_, i) => ({
    segmentIndex: top.segmentIndex[i]!,
    record: top.records[i]!,
    score: top.scores[i]!,
  }));
  return hits.sort((a, b) => b.score - a.score || (precedes(segments, a.segmentIndex, a.record, b.segmentIndex, b.record) ? -1 : 1));
}
