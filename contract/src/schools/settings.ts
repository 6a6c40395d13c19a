/** Settings of a school. */
import { z } from 'zod';
import { monthAndDay } from '../fields.ts';
import { CLASS_CREATORS } from '../classes/rules.ts';
import { Timetable, USUAL_TIMETABLE } from './timetable.ts';

/** Months without a sign-in after which accounts become dormant; users are notified two months before. */
export const UNUSED_MONTHS = [6, 9, 12, 18, 24] as const;
export const UNUSED_NOTICE_MONTHS = 2;
/** Default of the setting, also for people without a school. */
export const USUAL_UNUSED_MONTHS = 24;

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Settings of a school. */
export const SchoolSettings = z.object({
  /** Mail domains whose users need no approval after confirming their address. */
  trusted_domains: z.array(z.string().trim().toLowerCase().regex(DOMAIN)).max(20).default([]),
  /** Users who may create classes. */
  class_creation: z.enum(CLASS_CREATORS).default('teachers'),
  /** Classes may have a room for video conferences. */
  video_rooms: z.boolean().default(false),
  /** Learners may create private media lists. */
  student_lists: z.boolean().default(false),
  /** Default last day of new learner codes, month and day; empty: the last day of the school year. */
  code_end: z.union([z.literal(''), monthAndDay]).default(''),
  /** Times of lessons, by which devices can be lent. */
  timetable: Timetable.default(USUAL_TIMETABLE),
  unused_months: z.literal(UNUSED_MONTHS).default(USUAL_UNUSED_MONTHS),
});
export type SchoolSettings = z.output<typeof SchoolSettings>;
