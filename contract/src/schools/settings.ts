import { z } from 'zod';
import { monthAndDay } from '../fields.ts';
import { CLASS_CREATORS } from '../classes/rules.ts';
import { Timetable, DEFAULT_TIMETABLE } from './timetable.ts';

/** Numbers of months without a sign-in after which accounts can become dormant. Users are notified two months earlier. */
export const UNUSED_MONTHS = [6, 9, 12, 18, 24] as const;
export const UNUSED_NOTICE_MONTHS = 2;
/** Default number of months; also applies to users without a school. */
export const DEFAULT_UNUSED_MONTHS = 24;

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Settings of a school. */
export const SchoolSettings = z.object({
  /** Mail domains whose users need no approval once they have confirmed their address. */
  trusted_domains: z.array(z.string().trim().toLowerCase().regex(DOMAIN)).max(20).default([]),
  /** Users who may create classes. */
  class_creation: z.enum(CLASS_CREATORS).default('teachers'),
  /** Allows classes to have a room for video conferences. */
  video_rooms: z.boolean().default(false),
  /** Allows learners to create private media lists. */
  student_lists: z.boolean().default(false),
  /** Default expiry of new learner codes as month and day; '' selects the last day of the school year. */
  code_end: z.union([z.literal(''), monthAndDay]).default(''),
  /** Lesson times, which can be selected when devices are booked. */
  timetable: Timetable.default(DEFAULT_TIMETABLE),
  unused_months: z.literal(UNUSED_MONTHS).default(DEFAULT_UNUSED_MONTHS),
});
export type SchoolSettings = z.output<typeof SchoolSettings>;
