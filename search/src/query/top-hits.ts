/** The top hits: a heap whose root is the worst of them. */
import { Buffer } from 'node:buffer';
import type { LiveSegment } from '../index/index-view.ts';

export type TopHits = {
  capacity: number;
  size: number;
  scores: Float64Array;
  /** Number of the segment in the view. */
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

/** A lower score can no longer enter; an equal one may. */
export function minScore(top: TopHits): number {
  return top.size < top.capacity ? -Infinity : top.scores[0]!;
}

/** Whether record `a` comes before record `b` where scores are equal: by id. */
function precedes(segments: readonly LiveSegment[], entryA: number, a: number, entryB: number, b: number): boolean {
  if (entryA === entryB) return a < b;
  const x = segments[entryA]!.segment.ids;
  const y = segments[entryB]!.segment.ids;
  return Buffer.compare(x.bytes.subarray(x.offsets[a]!, x.offsets[a + 1]!), y.bytes.subarray(y.offsets[b]!, y.offsets[b + 1]!)) < 0;
}

/** Whether of two that are kept the first comes after the second. */
function worse(top: TopHits, segments: readonly LiveSegment[], i: number, j: number): boolean {
  const [one, other] = [top.scores[i]!, top.scores[j]!];
  if (one !== other) return one < other;
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

/** Inserts a record if it is among the best; whether it was. After a refusal no later record of its segment with the same score can enter. */
export function insert(top: TopHits, segments: readonly LiveSegment[], segmentIndex: number, record: number, score: number): boolean {
  if (top.capacity === 0) return false;
  if (top.size < top.capacity) {
    let at = top.size++;
    top.scores[at] = score;
    top.segmentIndex[at] = segmentIndex;
    top.records[at] = record;
    while (at > 0 && worse(top, segments, at, (at - 1) >>> 1)) {
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
    let least = at;
    for (let child = 2 * at + 1; child <= 2 * at + 2; child++) if (child < top.size && worse(top, segments, child, least)) least = child;
    if (least === at) return true;
    swap(top, at, least);
    at = least;
  }
}

/** The top hits, best first. */
export function sortedHits(top: TopHits, segments: readonly LiveSegment[]): ScoredRecord[] {
  const found = Array.from({ length: top.size }, (_, i) => ({
    segmentIndex: top.segmentIndex[i]!,
    record: top.records[i]!,
    score: top.scores[i]!,
  }));
  return found.sort((a, b) => b.score - a.score || (precedes(segments, a.segmentIndex, a.record, b.segmentIndex, b.record) ? -1 : 1));
}
