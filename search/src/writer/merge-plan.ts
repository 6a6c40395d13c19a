/** Which segments are merged, and when. */
import { countBits } from '../index/bits.ts';
import type { LiveSegment } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import type { Words } from './run-merge.ts';

/** Without further changes a segment is merged with its younger neighbours when it is at most this many times as large as all of them. */
const NEIGHBOUR = 4;
/** While changes come in quickly, a merge waits for this many segments of about one size; where these are more than it may join, until changes rest. */
const ROW = 16;
/** Records that a merge may join, but for one of all: sources and result are in memory at once. */
const MAX_JOINED = 300_000;
/** All segments are merged when the others together are as large as the base; in a larger catalogue three times as large. */
const LARGE_BASE = 20_000;
const BESIDE_LARGE = 3;
/** All segments are merged when more than this share of the base is deleted. */
const MAX_DELETED = 0.4;

/** What a merge needs to know. `full` merges all segments and learns the lexicon again. */
export type MergePlan = { from: number; segments: LiveSegment[]; full: boolean; words: Words; base: Segment | null };

export const liveSize = (live: LiveSegment): number => live.segment.size - countBits(live.deleted);

/** The merge that is due, if any; none that touches the sources of the one under way. `busy`: more changes are on their way. */
export function planMerge(segments: readonly LiveSegment[], words: Words, underWay: MergePlan | null, busy: boolean): MergePlan | null {
  const free = underWay === null ? 0 : underWay.from + underWay.segments.length;
  const sizes = segments.map(liveSize);
  if (free === 0 && segments.length > 0 && isFullDue(segments[0]!.segment.size, sizes)) return planOf(segments, 0, segments.length, words);
  // From the youngest on; where those are too large to be joined further, those before them.
  for (let end = segments.length, from = end; end - 1 > Math.max(1, free); end = from) {
    from = end - 1;
    let sum = sizes[from]!;
    const last = sum;
    const near = (size: number): boolean => size <= (busy ? 2 * last : NEIGHBOUR * sum) && sum + size <= MAX_JOINED;
    while (from > Math.max(1, free) && near(sizes[from - 1]!)) sum += sizes[--from]!;
    if (end - from >= (busy ? ROW : 2)) return planOf(segments, from, end, words);
    if (busy) return null;
  }
  return null;
}

function isFullDue(base: number, sizes: readonly number[]): boolean {
  const live = sizes[0]!;
  const others = sizes.slice(1).reduce((sum, size) => sum + size, 0);
  const enough = live * (live >= LARGE_BASE ? BESIDE_LARGE : 1);
  return (sizes.length > 1 && others >= enough) || base - live > base * MAX_DELETED;
}

/** All segments from the base on is a full merge; smaller ones never begin there. */
function planOf(segments: readonly LiveSegment[], from: number, end: number, words: Words): MergePlan {
  const full = from === 0;
  return {
    from,
    // The counts go on changing while a merge is under way in another thread.
    segments: segments
      .slice(from, end)
      .map((live) => ({ ...live, segment: { ...live.segment, surfaceLive: live.segment.surfaceLive.slice() } })),
    full,
    words,
    base: full ? null : segments[0]!.segment,
  };
}
