/** What a school decides for itself. */
import { z } from 'zod';
import { monthAndDay } from '../fields.ts';
import { CLASS_CREATORS } from '../classes/rules.ts';
import { Timetable, USUAL_TIMETABLE } from './timetable.ts';

/** Months without signing in after which accounts of a school rest; people are told two months before. */
export const UNUSED_MONTHS = [6, 9, 12, 18, 24] as const;
export const UNUSED_NOTICE_MONTHS = 2;
/** … where a school says nothing else, and of people without a school. */
export const USUAL_UNUSED_MONTHS = 24;

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** What a school decides for itself. */
export const SchoolSettings = z.object({
  /** Whoever registers with an address of these domains and confirms it needs no approval. */
  trusted_domains: z.array(z.string().trim().toLowerCase().regex(DOMAIN)).max(20).default([]),
  /** Who may make classes. */
  class_creation: z.enum(CLASS_CREATORS).default('teachers'),
  /** Classes may have a room for video conferences. */
  video_rooms: z.boolean().default(false),
  /** Learners make media lists, for themselves alone. */
  student_lists: z.boolean().default(false),
  /** Usual last day of new learner codes, month and day; empty: the last day of the school year. */
  code_end: z.union([z.literal(''), monthAndDay]).default(''),
  /** When lessons are: devices are lent by them. */
  timetable: Timetable.default(USUAL_TIMETABLE),
  unused_months: z.literal(UNUSED_MONTHS).default(USUAL_UNUSED_MONTHS),
});
export type SchoolSettings = z.output<typeof SchoolSettings>;
