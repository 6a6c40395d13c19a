/** Plans merges of segments. */
import { countBits } from '../index/bits.ts';
import type { LiveSegment } from '../index/index-view.ts';
import type { Segment } from '../index/segment.ts';
import type { Words } from './run-merge.ts';

/** Maximum ratio of a segment to its younger neighbours together at which they are merged when there are no further changes. */
const MAX_RATIO = 4;
/** Number of segments of similar size for which a merge waits during bulk loading; it waits longer if they exceed the maximum size. */
const BULK_SEGMENTS = 16;
/** Maximum number of records of a merge other than a full one, because sources and result are in memory together. */
const MAX_MERGED = 300_000;
/**
 * Size of a large base. All segments are merged when the others together are as large as the base, or three times as large as a large base.
 */
const LARGE_BASE = 20_000;
const LARGE_RATIO = 3;
/** Share of deleted records of the base above which all segments are merged. */
const MAX_DELETED = 0.4;

/** The input of a merge. `full` merges all segments and learns the lexicon again. */
export type MergePlan = { from: number; segments: LiveSegment[]; full: boolean; words: Words; base: Segment | null };

export const liveSize = (live: LiveSegment): number => live.segment.size - countBits(live.deleted);

/**
 * Returns the merge that is due, or `null`. It does not touch the sources of the merge `running`. `busy` means that more changes follow.
 */
export function planMerge(segments: readonly LiveSegment[], words: Words, running: MergePlan | null, busy: boolean): MergePlan | null {
  const free = running === null ? 0 : running.from + running.segments.length;
  const sizes = segments.map(liveSize);
  if (free === 0 && segments.length > 0 && isFullDue(segments[0]!.segment.size, sizes)) return planOf(segments, 0, segments.length, words);
  // Starts with the youngest segments; if those are too large to be merged further, continues with older ones.
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

/** A merge of all segments from the base on is a full merge; other merges never include the base. */
function planOf(segments: readonly LiveSegment[], from: number, end: number, words: Words): MergePlan {
  const full = from === 0;
  return {
    from,
    // Copies the counts, because deletions change them while the merge runs in another thread.
    segments: segments
      .slice(from, end)
      .map((live) => ({ ...live, segment: { ...live.segment, surfaceLive: live.segment.surfaceLive.slice() } })),
    full,
    words,
    base: full ? null : segments[0]!.segment,
  };
}
