import type { Chapter, Timeline } from './film.ts';

export const stamp = (seconds: number): string => {
  const ms = Math.round(seconds * 1000);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${two(Math.floor(ms / 3600000))}:${two(Math.floor(ms / 60000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`;
};

export type Cue = { start: number; end: number; text: string };

export const webvtt = (cues: readonly Cue[]): string =>
  'WEBVTT\n\n' + cues.map((cue, i) => `${i + 1}\n${stamp(cue.start)} --> ${stamp(cue.end)}\n${cue.text}\n`).join('\n');

/** Returns captions as WebVTT. A caption stays visible shortly after its line was spoken, but never overlaps the next one. */
export function captions(timeline: Timeline, language: 'de' | 'en'): string {
  return webvtt(
    timeline.spoken.map((s, i) => {
      const next = timeline.spoken[i + 1]?.start ?? timeline.duration;
      return { start: s.start, end: Math.min(s.end + 0.45, next - 0.04), text: folded(s.line[language]) };
    }),
  );
}

export function chapterMarks(timeline: Timeline, chapters: readonly Chapter[]): string {
  return webvtt(
    chapters.map((chapter, i) => ({
      start: timeline.chapterStarts[i] ?? 0,
      end: timeline.chapterStarts[i + 1] ?? timeline.duration,
      text: chapter.title,
    })),
  );
}

/** Breaks a long caption into two lines of similar length. */
export function folded(s: string): string {
  if (s.length <= 42) return s;
  const spaces = [...s.matchAll(/ /g)].map((m) => m.index);
  const middle = s.length / 2;
  const best = spaces.reduce((a, b) => (Math.abs(b - middle) < Math.abs(a - middle) ? b : a), spaces[0] ?? -1);
  return best < 0 ? s : `${s.slice(0, best)}\n${s.slice(best + 1)}`;
}
