/** Lending points, models and devices (docs/behaviour/lending.md). */
import { z } from 'zod';
import { addressOrEmpty, count, day, emailOrEmpty, identifier, line, named, text, version } from '../../fields.ts';
import { MAX_LESSONS, Timetable } from '../../schools/timetable.ts';
import { isCategory } from './categories.ts';
import { MODES } from '../calendar/lessons.ts';
import { ITEM_STATES } from '../states.ts';

export const APPROVALS = ['manual', 'auto', 'auto_if_teacher'] as const;
/** Users of the school or district who may borrow: all, or only teachers. */
export const OPEN_TO = ['everyone', 'teachers'] as const;
export const MAX_PARTS = 40;
/** Maximum number of matching models of a model. */
export const MAX_FITS = 12;
const MAX_CLOSURES = 200;
/** Maximum number of schools in `open_schools`. */
export const MAX_OPEN_SCHOOLS = 300;

const OpeningDay = z.object({ open: z.boolean(), processed: z.boolean(), words: line(120) });
const Closure = z
  .object({ from: day, until: day, name: line(80).min(1), processed: z.boolean() })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'min' });

/** Maximum number of periods with their own maximum duration. */
const MAX_LENGTHS = 20;
const LengthOn = z
  .object({ from: day, until: day, max_days: z.int().min(1).max(200) })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'min' });

export const MAX_CENTS = 100_000_000;
/** Maximum price per device and day. */
export const MAX_DAY_CENTS = 100_000;
const cents = z.int().min(0).max(MAX_CENTS);
const whole = (least: number, most: number) => z.int().min(least).max(most);

/** Fields of a point that administrators edit. */
export const PointFields = z.object({
  name: line(120).min(1),
  address: text(300),
  email: emailOrEmpty,
  phone: line(40),
  /** Text for borrowers. */
  words: text(2_000),
  /** Starts on Monday. */
  week: z.array(OpeningDay).length(7),
  closures: z.array(Closure).max(MAX_CLOSURES),
  advance_days: whole(0, 30),
  horizon_days: whole(1, 730),
  max_days: whole(1, 200),
  /** Maximum durations by start day; the first matching period applies. */
  max_days_on: z.array(LengthOn).max(MAX_LENGTHS),
  /** By days, or by lessons of one day, which is for points of a school. */
  mode: z.enum(MODES),
  /** Maximum number of lessons of a loan. */
  max_lessons: whole(1, MAX_LESSONS),
  most_lines: whole(1, 100),
  buffer_before: whole(0, 10),
  buffer_after: whole(0, 10),
  /** Returns until noon, pick-ups from 13:00: a device may be due and collected on the same day. */
  same_day_turnaround: z.boolean(),
  visits_max: whole(1, 1_000).nullable(),
  pickup_grace: whole(0, 10),
  renewals_max: whole(0, 10),
  renewal_days: whole(1, 60),
  /** Number of days before the last day on which the borrower is reminded. */
  remind_days: whole(0, 14),
  /** Days overdue at which each reminder level starts: the borrower; from the second level also the school; from the third also the desk. */
  overdue_days: z
    .array(whole(1, 200))
    .max(6)
    .refine((days) => days.every((each, i) => i === 0 || each > days[i - 1]!), { message: 'format' }),
  /** Reminder level from which an overdue device does not count as available; the last level if there are fewer; `null`: never. */
  unavailable_step: whole(1, 6).nullable(),
  /** Number of days after the last return for which the borrower is stored; set by the district. */
  keep_days: whole(1, 365),
  approval: z.enum(APPROVALS),
  open_to: z.enum(OPEN_TO),
  /** Schools whose users may borrow at a point of the district; `null`: all. */
  open_schools: z
    .array(z.string().min(1).max(100))
    .max(MAX_OPEN_SCHOOLS)
    .refine((schools) => new Set(schools).size === schools.length, { message: 'format' })
    .nullable(),
  /** Learners may order too; a teacher they name must agree first. */
  learners: z.boolean(),
  /** Maximum number of devices a learner may have and order. */
  learner_lines: whole(1, 100),
  /** Anonymous visitors see models and calendars of a district's point, if the portal shows them anything. */
  guests: z.boolean(),
  /** Orders can be sent by post. */
  by_post: z.boolean(),
  /** People without an account may borrow too; the desk manages them. */
  private_borrowers: z.boolean(),
  /** Price per device and day for private borrowers; 0: free. */
  private_day_cents: whole(0, MAX_DAY_CENTS),
  /** Receivers are asked to sign at the desk. */
  signature: z.boolean(),
  purpose_required: z.boolean(),
  /** Terms that borrowers accept with each order; empty: none. */
  terms: text(10_000),
});
export type PointFields = z.output<typeof PointFields>;

/** Rules that determine the dates of bookings. */
export const DATED = [
  'week',
  'closures',
  'pickup_grace',
  'buffer_before',
  'buffer_after',
  'same_day_turnaround',
] as const satisfies readonly (keyof PointFields)[];

export const LendingPoint = PointFields.extend({
  id: z.uuid(),
  open_schools: z.array(named(z.string())).nullable(),
  of: z.enum(['district', 'school']),
  /** Lessons of the school; empty if the point lends by days. */
  timetable: z.union([Timetable, z.tuple([])]),
  /** Version of the terms. */
  terms_version: count,
  version,
  can: z.object({ manage: z.boolean(), desk: z.boolean(), borrow: z.boolean() }),
});
export type LendingPoint = z.output<typeof LendingPoint>;

/** Part of a device that is counted on issue and return. */
const Part = z.object({ name: line(80).min(1), count: whole(1, 99) });

export const ModelFields = z.object({
  name: line(120).min(1),
  maker: line(80),
  category: line(60).min(1).refine(isCategory, { message: 'format' }),
  description: text(4_000),
  parts: z.array(Part).max(MAX_PARTS),
  /** Rules that differ from those of the point; `null`: the same. */
  max_days: whole(1, 200).nullable(),
  buffer_after: whole(0, 10).nullable(),
  /** Lent only after a briefing. */
  needs_briefing: z.boolean(),
  /** Lent only to teachers, even if the point lends to others. */
  teachers_only: z.boolean(),
  /** Can be collected at a tablet without the desk, and is free again at once after the return. */
  self_service: z.boolean(),
  /** Models of the point that are useful with this one, each once. */
  fits: z
    .array(z.uuid())
    .max(MAX_FITS)
    .refine((models) => new Set(models).size === models.length, { message: 'format' }),
  /** Medium in the catalogue. */
  identifier: identifier.nullable(),
  manual: addressOrEmpty(500),
  /** In cents; `null`: unknown. */
  replacement_cents: cents.nullable(),
});
export type ModelFields = z.output<typeof ModelFields>;

/** Maximum number of pictures of a model. */
export const MAX_PICTURES = 8;
/** Maximum number of manuals of a model. */
export const MAX_MANUALS = 10;
const DeviceManual = z.object({ id: z.uuid(), title: z.string(), mime: z.string(), bytes: count });
export type DeviceManual = z.output<typeof DeviceManual>;
/** `alt`: description of the picture. */
const ModelPicture = z.object({ id: z.uuid(), alt: z.string(), width: count, height: count });
export type ModelPicture = z.output<typeof ModelPicture>;

export const DeviceModel = ModelFields.extend({
  id: z.uuid(),
  point_id: z.uuid(),
  /** The first picture represents the model. */
  pictures: z.array(ModelPicture),
  /** Media number of its medium, for the address of the cover; `null` without one. */
  medium_number: z.string().nullable(),
  manuals: z.array(DeviceManual),
  /** Number of devices that can be lent, now or after a check or repair. */
  devices: count,
  fits: z.array(named(z.uuid()).extend({ devices: count })),
  version,
});
export type DeviceModel = z.output<typeof DeviceModel>;

export const ItemFields = z.object({
  /** Code on the device, unique at the point and case-insensitive. */
  code: line(40).min(1),
  serial: line(80),
  shelf: line(60),
  not_lendable: z.boolean(),
  /** From this day on the device is not lent before a check. */
  next_check_on: day.nullable(),
  note: text(500),
});

/** Purchase, planned service life and second number of a device. */
export const LifeFields = z.object({
  /** Second number for scanning, such as the barcode of another system. */
  other_code: line(40),
  bought_on: day.nullable(),
  /** In cents; `null`: unknown. */
  price_cents: cents.nullable(),
  supplier: line(120),
  warranty_until: day.nullable(),
  /** Planned end of use. */
  ends_on: day.nullable(),
});

export const DeviceItem = ItemFields.extend({
  ...LifeFields.shape,
  id: z.uuid(),
  model: z.object({ id: z.uuid(), name: z.string() }),
  state: z.enum(ITEM_STATES),
  /** First day on which it may be lent: it is between two loans, or expected from repair. */
  away_until: day.nullable(),
  /** Borrower and last day; `null`: not on loan. */
  on_loan: z.object({ line_id: z.uuid(), borrower: z.string(), end: day }).nullable(),
});
export type DeviceItem = z.output<typeof DeviceItem>;
