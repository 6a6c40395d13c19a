/** Chapters of a film, from a chapter track or from the sequences of the record. Pure. */
import type { Cue } from '../captions/webvtt.ts';

export type Chapter = { start: number; end: number; title: string };
type Sequence = { start_s: number; end_s: number; title: string };

/** Extends each chapter to the start of the next, and the last one to the end of the film if the duration is known. */
function closeGaps(marks: readonly Chapter[], duration: number): Chapter[] {
  const sorted = marks.toSorted((a, b) => a.start - b.start).filter((mark, i, all) => i === 0 || mark.start > all[i - 1]!.start);
  return sorted.map((mark, i) => ({ ...mark, end: sorted[i + 1]?.start ?? (duration > mark.start ? duration : mark.end) }));
}

const overlaps = (sequences: readonly Sequence[]): boolean =>
  sequences.toSorted((a, b) => a.start_s - b.start_s).some((sequence, i, all) => i > 0 && sequence.start_s < all[i - 1]!.end_s - 0.5);

/**
 * Returns chapters and excerpts. Sequences become chapters if there is no chapter track and they are consecutive. Otherwise, or if there is only one,
 * they become excerpts.
 */
export function splitSequences(
  track: readonly Cue[],
  sequences: readonly Sequence[],
  duration: number,
): { chapters: Chapter[]; excerpts: Chapter[] } {
  const picked = sequences
    .map(({ start_s, end_s, title }) => ({ start: start_s, end: end_s, title }))
    .toSorted((a, b) => a.start - b.start);
  const named = track.map(({ start, end, text }) => ({ start, end, title: text }));
  if (named.length > 0) return { chapters: closeGaps(named, duration), excerpts: picked };
  const follow = picked.length > 1 && !overlaps(sequences);
  return follow ? { chapters: closeGaps(picked, duration), excerpts: [] } : { chapters: [], excerpts: picked };
}

/** Returns the index of the chapter at a time in seconds, or -1 before the first chapter. */
export function currentChapter(chapters: readonly Chapter[], time: number): number {
  return chapters.findLastIndex((chapter) => chapter.start <= time + 0.05);
}

/** Segment of the seek bar. Position and length are shares of the whole from 0 to 1. */
export type Segment = { from: number; share: number; title: string };

/** Returns the segments of the seek bar, or a single one if there are no chapters or the duration is unknown. */
export function segments(chapters: readonly Chapter[], duration: number): Segment[] {
  const inside = chapters.filter((chapter) => chapter.start < duration);
  if (!(duration > 0) || inside.length < 2) return [{ from: 0, share: 1, title: inside[0]?.title ?? '' }];
  const starts = inside[0]!.start > 1 ? [{ start: 0, title: '' }, ...inside] : inside;
  return starts.map((piece, i) => {
    const from = i === 0 ? 0 : piece.start;
    const to = starts[i + 1]?.start ?? duration;
    return { from: from / duration, share: (to - from) / duration, title: piece.title };
  });
}

/** Returns which share of a segment lies before a point of the bar. Both are from 0 to 1. */
export const filledShare = (segment: Segment, point: number): number => Math.min(1, Math.max(0, (point - segment.from) / segment.share));
