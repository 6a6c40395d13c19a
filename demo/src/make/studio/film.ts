import type { Tones } from './draw.ts';

/** A spoken line of a film. */
export type Line = {
  /** Id by which scenes query the time since the line began. */
  id: string;
  /** Text in German and English: spoken in one of them, captions in both. */
  de: string;
  en: string;
  /** Phonetic spelling for the voice, if it mispronounces the text. */
  say?: string;
  /** Pause after the line in seconds; overrides the default pause. */
  rest?: number;
};
export type Chapter = { title: string; lines: Line[] };

export type Medium = {
  key: string;
  title: string;
  subtitle: string;
  text: string;
  subjects: string[];
  grades: string[];
  keywords: string[];
  language: string[];
  producer: string;
  year: number;
  setOf?: string;
};

export type Material = { key: string; path: string; label: string; mime: string };

export type Film = Medium & {
  /** Name of the subject on the title card. `tones` are its colours. */
  subject: string;
  tones: Tones;
  /** Spoken language. Captions are generated in both languages. */
  spoken: 'de' | 'en';
  voice: { name: string; speed: number; pitch: number };
  chapters: Chapter[];
  /** Frame of the poster: the id of a line and the number of seconds after its beginning. */
  poster: [string, number];
  materials?: Material[];
  draw(at: Moment): string;
};

/** A point in time of a film, relative to its lines. */
export type Moment = {
  t: number;
  /** Returns the seconds since the line began. The result is negative before that, and for lines that the film does not contain. */
  since(id: string): number;
  /** Returns 0 before the line begins, then rises smoothly to 1 within `take` seconds. `delay` is added to the beginning. */
  rise(id: string, delay?: number, take?: number): number;
  /** Returns the same as `rise`, but 0 again after the line `until` begins. */
  stay(id: string, until: string, delay?: number, take?: number): number;
};

export type Spoken = { line: Line; start: number; end: number; chapter: number };
export type Timeline = { spoken: Spoken[]; chapterStarts: number[]; duration: number };

export const TITLE_SECONDS = 2.6;
const LINE_PAUSE = 0.55;
export const CHAPTER_PAUSE = 1.0;
const END_SECONDS = 1.8;

/** Returns the timeline of the lines. `lengths` are the durations of the spoken lines in seconds. */
export function timelineOf(chapters: readonly Chapter[], lengths: readonly number[], opening = TITLE_SECONDS): Timeline {
  let now = opening;
  let n = 0;
  const spoken: Spoken[] = [];
  const chapterStarts: number[] = [];
  chapters.forEach((chapter, c) => {
    chapterStarts.push(c === 0 ? 0 : now - CHAPTER_PAUSE / 2);
    chapter.lines.forEach((line, i) => {
      const start = now;
      const end = start + (lengths[n++] ?? 0);
      spoken.push({ line, start, end, chapter: c });
      now = end + (line.rest ?? (i === chapter.lines.length - 1 ? CHAPTER_PAUSE : LINE_PAUSE));
    });
  });
  const last = spoken.at(-1)?.end ?? 0;
  return { spoken, chapterStarts, duration: Math.ceil((last + END_SECONDS) * 20) / 20 };
}

export function momentOf(timeline: Timeline, t: number): Moment {
  const start = (id: string): number => timeline.spoken.find((s) => s.line.id === id)?.start ?? 1e6;
  const since = (id: string): number => t - start(id);
  const rise = (id: string, delay = 0, take = 0.8): number => {
    const x = Math.min(1, Math.max(0, (since(id) - delay) / take));
    return x * x * (3 - 2 * x);
  };
  const stay = (id: string, until: string, delay = 0, take = 0.6): number => Math.min(rise(id, delay, take), 1 - rise(until, 0, 0.6));
  return { t, since, rise, stay };
}
