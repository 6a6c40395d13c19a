/** Lending points, models and devices (docs/behaviour/lending.md). */
import { z } from 'zod';
import { addressOrEmpty, count, day, emailOrEmpty, identifier, line, named, text, version } from '../../fields.ts';
import { MAX_LESSONS, Timetable } from '../../schools/timetable.ts';
import { isCategory } from './categories.ts';
import { LENDING_MODES } from '../calendar/lessons.ts';
import { ITEM_STATES } from '../states.ts';

export const APPROVALS = ['manual', 'auto', 'auto_if_teacher'] as const;
/** Users who may borrow: all users of the school or district, or only teachers. */
export const BORROWER_GROUPS = ['everyone', 'teachers'] as const;
export const MAX_PARTS = 40;
/** Maximum number of models in `fits`. */
export const MAX_FITS = 12;
const MAX_CLOSURES = 200;
/** Maximum number of schools in `open_schools`. */
export const MAX_OPEN_SCHOOLS = 300;

const OpeningDay = z.object({ open: z.boolean(), processed: z.boolean(), words: line(120) });
const Closure = z
  .object({ from: day, until: day, name: line(80).min(1), processed: z.boolean() })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'min' });

/** Maximum number of periods that have their own maximum duration. */
const MAX_LENGTHS = 20;
const LengthOn = z
  .object({ from: day, until: day, max_days: z.int().min(1).max(200) })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'min' });

export const MAX_CENTS = 100_000_000;
/** Maximum price in cents per device and day. */
export const MAX_DAY_CENTS = 100_000;
const cents = z.int().min(0).max(MAX_CENTS);
const whole = (least: number, most: number) => z.int().min(least).max(most);

/** Fields of a lending point that administrators can edit. */
export const PointFields = z.object({
  name: line(120).min(1),
  address: text(300),
  email: emailOrEmpty,
  phone: line(40),
  /** Information for borrowers. */
  words: text(2_000),
  /** Opening hours of each weekday, starting with Monday. */
  week: z.array(OpeningDay).length(7),
  closures: z.array(Closure).max(MAX_CLOSURES),
  advance_days: whole(0, 30),
  horizon_days: whole(1, 730),
  max_days: whole(1, 200),
  /** Maximum durations by the start day of the loan. The first matching period applies. */
  max_days_on: z.array(LengthOn).max(MAX_LENGTHS),
  /** Lends by day, or by lesson within one day. Only lending points of schools can lend by lesson. */
  mode: z.enum(LENDING_MODES),
  /** Maximum number of lessons in a loan. */
  max_lessons: whole(1, MAX_LESSONS),
  most_lines: whole(1, 100),
  buffer_before: whole(0, 10),
  buffer_after: whole(0, 10),
  /** Allows a device to be returned by noon and collected from 13:00 on the same day. */
  same_day_turnaround: z.boolean(),
  visits_max: whole(1, 1_000).nullable(),
  pickup_grace: whole(0, 10),
  renewals_max: whole(0, 10),
  renewal_days: whole(1, 60),
  /** Number of days before the last day on which the borrower is reminded. */
  remind_days: whole(0, 14),
  /** Numbers of days overdue at which the reminder levels start. The second level also notifies the school, and the third the desk. */
  overdue_days: z
    .array(whole(1, 200))
    .max(6)
    .refine((days) => days.every((each, i) => i === 0 || each > days[i - 1]!), { message: 'format' }),
  /** Reminder level from which an overdue device no longer counts as available, at most the last level. `null` means never. */
  unavailable_step: whole(1, 6).nullable(),
  /** Number of days after the last return for which the borrower is stored. Only the district can set it. */
  keep_days: whole(1, 365),
  approval: z.enum(APPROVALS),
  open_to: z.enum(BORROWER_GROUPS),
  /** IDs of the schools whose users may borrow from a lending point of the district, or `null` for all schools. */
  open_schools: z
    .array(z.string().min(1).max(100))
    .max(MAX_OPEN_SCHOOLS)
    .refine((schools) => new Set(schools).size === schools.length, { message: 'format' })
    .nullable(),
  /** True if learners may order devices. A teacher whom they name must agree first. */
  learners: z.boolean(),
  /** Maximum number of devices that a learner may order or have on loan. */
  learner_lines: whole(1, 100),
  /** True if anonymous visitors may see models and calendars of a district lending point, provided that the portal is open to them. */
  guests: z.boolean(),
  /** True if orders can be sent by post. */
  by_post: z.boolean(),
  /** True if people without an account may borrow. The desk manages their data. */
  private_borrowers: z.boolean(),
  /** Price in cents per device and day for private borrowers, or 0 if lending is free. */
  private_day_cents: whole(0, MAX_DAY_CENTS),
  /** True if receivers must sign at the desk. */
  signature: z.boolean(),
  purpose_required: z.boolean(),
  /** Terms that borrowers must accept with each order. Empty if there are none. */
  terms: text(10_000),
});
export type PointFields = z.output<typeof PointFields>;

/** Rules on which the dates of bookings depend. */
export const DATE_RULES = [
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
  /** Lessons of the school. Empty if the lending point lends by day. */
  timetable: z.union([Timetable, z.tuple([])]),
  /** Version of the terms, which increases when they change. */
  terms_version: count,
  version,
  can: z.object({ manage: z.boolean(), desk: z.boolean(), borrow: z.boolean() }),
});
export type LendingPoint = z.output<typeof LendingPoint>;

/** Part of a device that is counted at handover and return. */
const Part = z.object({ name: line(80).min(1), count: whole(1, 99) });

export const ModelFields = z.object({
  name: line(120).min(1),
  maker: line(80),
  category: line(60).min(1).refine(isCategory, { message: 'format' }),
  description: text(4_000),
  parts: z.array(Part).max(MAX_PARTS),
  /** Rules that override those of the lending point, or `null`. */
  max_days: whole(1, 200).nullable(),
  buffer_after: whole(0, 10).nullable(),
  /** True if borrowers need a briefing. */
  needs_briefing: z.boolean(),
  /** True if the model is lent only to teachers, even if the lending point also lends to others. */
  teachers_only: z.boolean(),
  /** True if devices can be collected at a tablet without the desk. They are free again immediately after the return. */
  self_service: z.boolean(),
  /** IDs of models of the lending point that are useful in combination with this model. */
  fits: z
    .array(z.uuid())
    .max(MAX_FITS)
    .refine((models) => new Set(models).size === models.length, { message: 'format' }),
  /** Identifier of the catalogue medium that the model lends, or `null`. */
  identifier: identifier.nullable(),
  manual: addressOrEmpty(500),
  /** Replacement value in cents, or `null` if it is unknown. */
  replacement_cents: cents.nullable(),
});
export type ModelFields = z.output<typeof ModelFields>;

/** Maximum number of pictures of a model. */
export const MAX_PICTURES = 8;
/** Maximum number of manuals of a model. */
export const MAX_MANUALS = 10;
const DeviceManual = z.object({ id: z.uuid(), title: z.string(), mime: z.string(), bytes: count });
export type DeviceManual = z.output<typeof DeviceManual>;
/** Picture of a model. `alt` is its description. */
const ModelPicture = z.object({ id: z.uuid(), alt: z.string(), width: count, height: count });
export type ModelPicture = z.output<typeof ModelPicture>;

export const DeviceModel = ModelFields.extend({
  id: z.uuid(),
  point_id: z.uuid(),
  /** Pictures of the model, of which the first one represents it. */
  pictures: z.array(ModelPicture),
  /** Number of the catalogue medium, used in the URL of its cover, or `null`. */
  medium_number: z.string().nullable(),
  manuals: z.array(DeviceManual),
  /** Number of devices that can be lent, including those that are being checked or repaired. */
  devices: count,
  fits: z.array(named(z.uuid()).extend({ devices: count })),
  version,
});
export type DeviceModel = z.output<typeof DeviceModel>;

export const ItemFields = z.object({
  /** Code on the device. It is case-insensitive and unique within the lending point. */
  code: line(40).min(1),
  serial: line(80),
  shelf: line(60),
  not_lendable: z.boolean(),
  /** Day from which the device must be checked before it is lent. */
  next_check_on: day.nullable(),
  note: text(500),
});

/** Details of the purchase, the planned service life, and a second code. */
export const LifeFields = z.object({
  /** Second code that can be scanned, such as the barcode of another system. */
  other_code: line(40),
  bought_on: day.nullable(),
  /** Purchase price in cents, or `null` if it is unknown. */
  price_cents: cents.nullable(),
  supplier: line(120),
  warranty_until: day.nullable(),
  /** Planned end of use, or `null`. */
  ends_on: day.nullable(),
});

export const DeviceItem = ItemFields.extend({
  ...LifeFields.shape,
  id: z.uuid(),
  model: z.object({ id: z.uuid(), name: z.string() }),
  state: z.enum(ITEM_STATES),
  /** First day on which the device can be lent again, set during a buffer or a repair. */
  away_until: day.nullable(),
  /** Current borrower and last day, or `null` if the device is not on loan. */
  on_loan: z.object({ line_id: z.uuid(), borrower: z.string(), end: day }).nullable(),
});
export type DeviceItem = z.output<typeof DeviceItem>;
