/** Lending by lesson instead of by day (docs/behaviour/lending.md#by-the-lesson), shared by server and client. */
import { z } from 'zod';
import { lessonAt, MAX_LESSONS, type Timetable } from '../../schools/timetable.ts';
import type { PeriodProblem } from './rules.ts';

export const LENDING_MODES = ['days', 'periods'] as const;
export type Mode = (typeof LENDING_MODES)[number];

const lesson = z.int().min(1).max(MAX_LESSONS);
/** First lesson on the first day, and last lesson on the last day. */
export const Lessons = z.object({ first: lesson, last: lesson });
export type Lessons = z.output<typeof Lessons>;

/** Lessons of a request. `null` if the lending point lends by day. */
export const lessonsOrNone = Lessons.nullable().default(null);
const lessonAsked = z.coerce.number().int().min(0).max(MAX_LESSONS).default(0);
/** Lessons in a query string. 0 means any lesson. */
export const lessonsQuery = { first: lessonAsked, last: lessonAsked };

/** Period that can start and end within a day. Without lessons, both days are included entirely. */
export type Span = { from: string; until: string; lessons?: Lessons | null };

/** Returns a string that sorts by day and lesson. Whole days start before their first lesson and end after their last. */
const slot = (day: string, part: number): string => `${day} ${String(part).padStart(2, '0')}`;
export const beginOf = ({ from, lessons }: Span): string => slot(from, lessons?.first ?? 0);
export const endOf = ({ until, lessons }: Span): string => slot(until, lessons?.last ?? 99);

export const overlaps = (a: Span, b: Span): boolean => beginOf(a) <= endOf(b) && beginOf(b) <= endOf(a);

type Rules = { mode: Mode; timetable: Timetable; max_lessons: number };
type Wanted = { start: string; end: string; lessons: Lessons | null };

/** Returns the invalid field and the violated rule of a request, or `null` if it matches the way in which the point lends. */
export function findLessonsProblem(
  { mode, timetable }: Rules,
  { start, end, lessons }: Wanted,
): { field: string; rule: 'required' | 'max' } | null {
  if (mode === 'days') return lessons === null ? null : { field: 'lessons', rule: 'max' };
  if (lessons === null) return { field: 'lessons', rule: 'required' };
  if (start !== end) return { field: 'end', rule: 'max' };
  return lessons.last > timetable.length || lessons.first > lessons.last ? { field: 'lessons', rule: 'max' } : null;
}

/** Returns why a device cannot be borrowed in the given lessons, or `null`: they are over, or there are too many. */
export function lessonProblem(
  { timetable, max_lessons }: Rules,
  { start, lessons }: Wanted,
  now: { day: string; time: string },
): PeriodProblem | null {
  if (lessons === null) return null;
  if (start === now.day && lessons.last < lessonAt(timetable, now.time))
    return { code: 'too_early', earliest: null, reason: 'lesson_over' };
  return lessons.last - lessons.first + 1 > max_lessons ? { code: 'too_long', max_lessons } : null;
}

/** Returns whether a loan is over, because its last day or the end of its last lesson has passed. */
export const isLoanOver = ({ end, ends_at }: { end: string; ends_at: string | null }, now: { day: string; time: string }): boolean =>
  end < now.day || (end === now.day && ends_at !== null && ends_at <= now.time);
