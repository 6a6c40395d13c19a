/** Which segments are merged, and when. */
import { countBits } from '../index/bits.ts';
import type { LiveSegment } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import type { Words } from './run-merge.ts';

/** Without further changes a segment is merged with its younger neighbours when it is at most this many times as large as all of them. */
const NEIGHBOUR = 4;
/** While changes come in quickly, a merge waits for this many segments of about one size. */
const ROW = 4;
/** All segments are merged when the others together are as large as the base; in a larger catalogue three times as large. */
const LARGE_BASE = 20_000;
const BESIDE_LARGE = 3;
/** All segments are merged when more than this share of the base is deleted. */
const MOST_DELETED = 0.4;

/** What a merge needs to know. `full` merges all segments and learns the lexicon again. */
export type MergePlan = { from: number; segments: LiveSegment[]; full: boolean; words: Words; base: Segment | null };

export const liveSize = (live: LiveSegment): number => live.segment.size - countBits(live.deleted);

/** The merge that is due, if any; none that touches the sources of the one under way. `busy`: more changes are on their way. */
export function planMerge(segments: readonly LiveSegment[], words: Words, underWay: MergePlan | null, busy: boolean): MergePlan | null {
  const free = underWay === null ? 0 : underWay.from + underWay.segments.length;
  const sizes = segments.map(liveSize);
  if (free === 0 && segments.length > 0 && isFullDue(segments[0]!.segment.size, sizes)) return planFrom(segments, 0, words);
  let from = segments.length - 1;
  let sum = sizes[from] ?? 0;
  const last = sum;
  const near = (size: number): boolean => size <= (busy ? 2 * last : NEIGHBOUR * sum);
  while (from > Math.max(1, free) && near(sizes[from - 1]!)) sum += sizes[--from]!;
  return segments.length - from >= (busy ? ROW : 2) ? planFrom(segments, from, words) : null;
}

function isFullDue(base: number, sizes: readonly number[]): boolean {
  const live = sizes[0]!;
  const others = sizes.slice(1).reduce((sum, size) => sum + size, 0);
  const enough = live * (live >= LARGE_BASE ? BESIDE_LARGE : 1);
  return (sizes.length > 1 && others >= enough) || base - live > base * MOST_DELETED;
}

/** All segments from the base on is a full merge; smaller ones never begin there. */
function planFrom(segments: readonly LiveSegment[], from: number, words: Words): MergePlan {
  const full = from === 0;
  return {
    from,
    // The counts go on changing while a merge is under way in another thread.
    segments: segments
      .slice(from)
      .map((live) => ({ ...live, segment: { ...live.segment, surfaceLive: live.segment.surfaceLive.slice() } })),
    full,
    words,
    base: full ? null : segments[0]!.segment,
  };
}
