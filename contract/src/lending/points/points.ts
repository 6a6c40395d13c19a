/** Lending points, models and devices (docs/behaviour/lending.md). */
import { z } from 'zod';
import { addressOrEmpty, count, day, emailOrEmpty, identifier, line, named, text, version } from '../../fields.ts';
import { MAX_LESSONS, Timetable } from '../../schools/timetable.ts';
import { isCategory } from './categories.ts';
import { MODES } from '../calendar/lessons.ts';
import { ITEM_STATES } from '../states.ts';

export const APPROVALS = ['manual', 'auto', 'auto_if_teacher'] as const;
/** Staff of the school or district that may borrow: all, or teachers only. */
export const OPEN_TO = ['everyone', 'teachers'] as const;
export const MAX_PARTS = 40;
/** Maximum number of accessories of a model. */
export const MAX_FITS = 12;
const MAX_CLOSURES = 200;
/** Maximum number of schools a point of a district is limited to. */
export const MAX_OPEN_SCHOOLS = 300;

const OpeningDay = z.object({ open: z.boolean(), processed: z.boolean(), words: line(120) });
const Closure = z
  .object({ from: day, until: day, name: line(80).min(1), processed: z.boolean() })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'min' });

/** Maximum number of periods with their own maximum length. */
const MAX_LENGTHS = 20;
const LengthOn = z
  .object({ from: day, until: day, max_days: z.int().min(1).max(200) })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'min' });

export const MAX_CENTS = 100_000_000;
/** Maximum fee per device per day, in cents. */
export const MAX_DAY_CENTS = 100_000;
const cents = z.int().min(0).max(MAX_CENTS);
const whole = (least: number, most: number) => z.int().min(least).max(most);

/** Settings of a point. */
export const PointFields = z.object({
  name: line(120).min(1),
  address: text(300),
  email: emailOrEmpty,
  phone: line(40),
  /** Information for borrowers. */
  words: text(2_000),
  /** Monday first. */
  week: z.array(OpeningDay).length(7),
  closures: z.array(Closure).max(MAX_CLOSURES),
  advance_days: whole(0, 30),
  horizon_days: whole(1, 730),
  max_days: whole(1, 200),
  /** Maximum lengths of loans that begin in these periods; the first matching one applies. */
  max_days_on: z.array(LengthOn).max(MAX_LENGTHS),
  /** Lending by days, or by lessons of one day, which is limited to points of a school. */
  mode: z.enum(MODES),
  /** Maximum number of lessons of a loan. */
  max_lessons: whole(1, MAX_LESSONS),
  most_lines: whole(1, 100),
  buffer_before: whole(0, 10),
  buffer_after: whole(0, 10),
  /** Returned until noon, collected from one o'clock on: a device can be due and collected on the same day. */
  same_day_turnaround: z.boolean(),
  visits_max: whole(1, 1_000).nullable(),
  pickup_grace: whole(0, 10),
  renewals_max: whole(0, 10),
  renewal_days: whole(1, 60),
  /** Days before the last day on which a reminder is sent. */
  remind_days: whole(0, 14),
  /** Days overdue for each reminder level: 1 notifies the borrower, 2 also the school, 3 also the desk. */
  overdue_days: z
    .array(whole(1, 200))
    .max(6)
    .refine((days) => days.every((each, i) => i === 0 || each > days[i - 1]!), { message: 'format' }),
  /** Step of the ladder from which an overdue device does not count as available, the last one if there are fewer; null: never. */
  unavailable_step: whole(1, 6).nullable(),
  /** Number of days after the last return for which the borrower is stored; set by the district. */
  keep_days: whole(1, 365),
  approval: z.enum(APPROVALS),
  open_to: z.enum(OPEN_TO),
  /** Schools that may borrow from a point of a district; null: all. */
  open_schools: z
    .array(z.string().min(1).max(100))
    .max(MAX_OPEN_SCHOOLS)
    .refine((schools) => new Set(schools).size === schools.length, { message: 'format' })
    .nullable(),
  /** Learners may order too; the teacher they name must approve first. */
  learners: z.boolean(),
  /** Maximum number of devices a learner has on loan or ordered. */
  learner_lines: whole(1, 100),
  /** Guests may see models and calendars of a district's point, if the portal is open to guests. */
  guests: z.boolean(),
  /** Orders can be sent by post. */
  by_post: z.boolean(),
  /** People without a school may borrow, with data held by the desk. */
  private_borrowers: z.boolean(),
  /** Their fee per device per day; 0: free. */
  private_day_cents: whole(0, MAX_DAY_CENTS),
  /** Recipients at the desk are asked to sign. */
  signature: z.boolean(),
  purpose_required: z.boolean(),
  /** Terms to accept with each order; empty: none. */
  terms: text(10_000),
});
export type PointFields = z.output<typeof PointFields>;

export const LendingPoint = PointFields.extend({
  id: z.uuid(),
  open_schools: z.array(named(z.string())).nullable(),
  of: z.enum(['district', 'school']),
  /** Lessons of its school; empty if it lends by days. */
  timetable: z.union([Timetable, z.tuple([])]),
  /** Version of the terms. */
  terms_version: count,
  version,
  can: z.object({ manage: z.boolean(), desk: z.boolean(), borrow: z.boolean() }),
});
export type LendingPoint = z.output<typeof LendingPoint>;

/** A part of a device that is counted at hand-over and return. */
const Part = z.object({ name: line(80).min(1), count: whole(1, 99) });

export const ModelFields = z.object({
  name: line(120).min(1),
  maker: line(80),
  category: line(60).min(1).refine(isCategory, { message: 'format' }),
  description: text(4_000),
  parts: z.array(Part).max(MAX_PARTS),
  /** Settings that override those of the point. */
  max_days: whole(1, 200).nullable(),
  buffer_after: whole(0, 10).nullable(),
  /** Lent only to borrowers who had a briefing. */
  needs_briefing: z.boolean(),
  /** Lent only to teachers, even if the point also lends to others. */
  teachers_only: z.boolean(),
  /** Collected at the tablet without the desk, and available at once after the return. */
  self_service: z.boolean(),
  /** Accessories: models of the point that are borrowed with it, each once. */
  fits: z
    .array(z.uuid())
    .max(MAX_FITS)
    .refine((models) => new Set(models).size === models.length, { message: 'format' }),
  /** Its record in the catalogue. */
  identifier: identifier.nullable(),
  manual: addressOrEmpty(500),
  /** In cents; null: unknown. */
  replacement_cents: cents.nullable(),
});
export type ModelFields = z.output<typeof ModelFields>;

/** Maximum number of pictures of a model. */
export const MAX_PICTURES = 8;
/** Maximum number of manuals of a model. */
export const MAX_MANUALS = 10;
const DeviceManual = z.object({ id: z.uuid(), title: z.string(), mime: z.string(), bytes: count });
export type DeviceManual = z.output<typeof DeviceManual>;
/** `alt`: alternative text. */
const ModelPicture = z.object({ id: z.uuid(), alt: z.string(), width: count, height: count });
export type ModelPicture = z.output<typeof ModelPicture>;

export const DeviceModel = ModelFields.extend({
  id: z.uuid(),
  point_id: z.uuid(),
  /** The first one is the main picture. */
  pictures: z.array(ModelPicture),
  manuals: z.array(DeviceManual),
  /** Number of devices that are not permanently unavailable. */
  devices: count,
  fits: z.array(named(z.uuid()).extend({ devices: count })),
  version,
});
export type DeviceModel = z.output<typeof DeviceModel>;

export const ItemFields = z.object({
  /** Code on the device, for reading and scanning; unique at a point regardless of case. */
  code: line(40).min(1),
  serial: line(80),
  shelf: line(60),
  not_lendable: z.boolean(),
  /** First day from which it is not lent until checked. */
  next_check_on: day.nullable(),
  note: text(500),
});

/** Purchase, planned service life and second number of a device. */
export const LifeFields = z.object({
  /** Second number for scanning, such as its barcode in another system. */
  other_code: line(40),
  bought_on: day.nullable(),
  /** In cents; null: unknown. */
  price_cents: cents.nullable(),
  supplier: line(120),
  warranty_until: day.nullable(),
  /** Planned end of its service life. */
  ends_on: day.nullable(),
});

export const DeviceItem = ItemFields.extend({
  ...LifeFields.shape,
  id: z.uuid(),
  model: z.object({ id: z.uuid(), name: z.string() }),
  state: z.enum(ITEM_STATES),
  /** First day on which it is available again: it is between two loans, or in repair. */
  away_until: day.nullable(),
  /** Current borrower and last day, or null. */
  on_loan: z.object({ line_id: z.uuid(), borrower: z.string(), end: day }).nullable(),
});
export type DeviceItem = z.output<typeof DeviceItem>;
