/** Plans which segments are merged. */
import { countBits } from '../index/bits.ts';
import type { LiveSegment } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import type { Words } from './run-merge.ts';

/** Maximum ratio of a segment's size to the total size of the younger segments with which it is merged, after a pause in the changes. */
const MAX_RATIO = 4;
/**
 * Number of segments of similar size that are required for a merge during bulk loading. More are required if the merge would exceed the maximum size.
 */
const BULK_SEGMENTS = 16;
/** Maximum number of records in a partial merge, because its sources and its result are in memory at the same time. */
const MAX_MERGED = 300_000;
/**
 * Minimum size of a large base. All segments are merged when the others together are as large as the base; if the base is large, they must be three
 * times as large.
 */
const LARGE_BASE = 20_000;
const LARGE_RATIO = 3;
/** Share of deleted records in the base above which all segments are merged. */
const MAX_DELETED = 0.4;

/** Input of a merge. If `full` is true, all segments are merged and the lexicon is learned again. */
export type MergePlan = { from: number; segments: LiveSegment[]; full: boolean; words: Words; base: Segment | null };

export const liveSize = (live: LiveSegment): number => live.segment.size - countBits(live.deleted);

/** Returns the merge that is due, or `null`. It excludes the segments of the merge `running`. `busy` is true if further changes are pending. */
export function planMerge(segments: readonly LiveSegment[], words: Words, running: MergePlan | null, busy: boolean): MergePlan | null {
  const free = running === null ? 0 : running.from + running.segments.length;
  const sizes = segments.map(liveSize);
  if (free === 0 && segments.length > 0 && isFullDue(segments[0]!.segment.size, sizes)) return planOf(segments, 0, segments.length, words);
  // Starts with the youngest segments. If they are too large to be merged, continues with older ones.
  for (let end = segments.length, from = end; end - 1 > Math.max(1, free); end = from) {
    from = end - 1;
    let sum = sizes[from]!;
    const last = sum;
    const near = (size: number): boolean => size <= (busy ? 2 * last : MAX_RATIO * sum) && sum + size <= MAX_MERGED;
    while (from > Math.max(1, free) && near(sizes[from - 1]!)) sum += sizes[--from]!;
    if (end - from >= (busy ? BULK_SEGMENTS : 2)) return planOf(segments, from, end, words);
    if (busy) return null;
  }
  return null;
}

function isFullDue(base: number, sizes: readonly number[]): boolean {
  const live = sizes[0]!;
  const others = sizes.slice(1).reduce((sum, size) => sum + size, 0);
  const enough = live * (live >= LARGE_BASE ? LARGE_RATIO : 1);
  return (sizes.length > 1 && others >= enough) || base - live > base * MAX_DELETED;
}

/** Returns the plan of a merge. A merge that includes the base is always a full merge. */
function planOf(segments: readonly LiveSegment[], from: number, end: number, words: Words): MergePlan {
  const full = from === 0;
  return {
    from,
    // Copies the counts, because deletions can change them while the merge runs in another thread.
    segments: segments
      .slice(from, end)
      .map((live) => ({ ...live, segment: { ...live.segment, surfaceLive: live.segment.surfaceLive.slice() } })),
    full,
    words,
    base: full ? null : segments[0]!.segment,
  };
}
