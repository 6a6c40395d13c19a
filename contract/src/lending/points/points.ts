/** Lending points, models and devices: what is lent where (docs/behaviour/lending.md). */
import { z } from 'zod';
import { addressOrEmpty, count, day, emailOrEmpty, identifier, line, named, text, version } from '../../fields.ts';
import { MAX_LESSONS, Timetable } from '../../schools/timetable.ts';
import { isCategory } from './categories.ts';
import { MODES } from '../calendar/lessons.ts';
import { ITEM_STATES } from '../states.ts';

export const APPROVALS = ['manual', 'auto', 'auto_if_teacher'] as const;
/** Of those who work at the school, or in the district, of the point: all, or teachers alone. */
export const OPEN_TO = ['everyone', 'teachers'] as const;
export const MAX_PARTS = 40;
/** Models that go with another one. */
export const MAX_FITS = 12;
const MAX_CLOSURES = 200;
/** A point is open to, where it is not to all of the district. */
export const MAX_OPEN_SCHOOLS = 300;

const OpeningDay = z.object({ open: z.boolean(), processed: z.boolean(), words: line(120) });
const Closure = z
  .object({ from: day, until: day, name: line(80).min(1), processed: z.boolean() })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'min' });

/** … with a length of its own. */
const MAX_LENGTHS = 20;
const LengthOn = z
  .object({ from: day, until: day, max_days: z.int().min(1).max(200) })
  .refine(({ from, until }) => from <= until, { path: ['until'], message: 'min' });

export const MAX_CENTS = 100_000_000;
/** For a device and a day. */
export const MAX_DAY_CENTS = 100_000;
const cents = z.int().min(0).max(MAX_CENTS);
const whole = (least: number, most: number) => z.int().min(least).max(most);

/** What an administrator says of a point. */
export const PointFields = z.object({
  name: line(120).min(1),
  address: text(300),
  email: emailOrEmpty,
  phone: line(40),
  /** For borrowers. */
  words: text(2_000),
  /** Monday first. */
  week: z.array(OpeningDay).length(7),
  closures: z.array(Closure).max(MAX_CLOSURES),
  advance_days: whole(0, 30),
  horizon_days: whole(1, 730),
  max_days: whole(1, 200),
  /** Loans that begin on these days last so long at most; the first of them that holds counts. */
  max_days_on: z.array(LengthOn).max(MAX_LENGTHS),
  /** By days, or by lessons of one day: that is for points of a school. */
  mode: z.enum(MODES),
  /** The longest loan by lessons. */
  max_lessons: whole(1, MAX_LESSONS),
  most_lines: whole(1, 100),
  buffer_before: whole(0, 10),
  buffer_after: whole(0, 10),
  /** Brought back until noon, collected from one o'clock on: a device may be due and collected on one day. */
  same_day_turnaround: z.boolean(),
  visits_max: whole(1, 1_000).nullable(),
  pickup_grace: whole(0, 10),
  renewals_max: whole(0, 10),
  renewal_days: whole(1, 60),
  /** So many days before its last day a loan is reminded of. */
  remind_days: whole(0, 14),
  /** Days overdue at which each step of the ladder is reached: the borrower, from the second on the school too, from the third on the desk. */
  overdue_days: z
    .array(whole(1, 200))
    .max(6)
    .refine((days) => days.every((each, i) => i === 0 || each > days[i - 1]!), { message: 'format' }),
  /** Step of the ladder from which an overdue device does not count as available, the last one if there are fewer; null: never. */
  unavailable_step: whole(1, 6).nullable(),
  /** So long after everything is back somebody knows who had it; the district says. */
  keep_days: whole(1, 365),
  approval: z.enum(APPROVALS),
  open_to: z.enum(OPEN_TO),
  /** Of a point of a district: the schools whose people borrow; null: all of them. */
  open_schools: z
    .array(z.string().min(1).max(100))
    .max(MAX_OPEN_SCHOOLS)
    .refine((schools) => new Set(schools).size === schools.length, { message: 'format' })
    .nullable(),
  /** Learners of its school or district order too; a teacher they name agrees first. */
  learners: z.boolean(),
  /** Devices a learner has and has ordered. */
  learner_lines: whole(1, 100),
  /** Of a point of a district: guests see models and calendars, in portals that show them anything. */
  guests: z.boolean(),
  /** Orders may be sent by post. */
  by_post: z.boolean(),
  /** People without a school borrow too, known to the desk. */
  private_borrowers: z.boolean(),
  /** What they pay for a device and a day; 0: nothing. */
  private_day_cents: whole(0, MAX_DAY_CENTS),
  /** Whoever receives devices at the desk is asked to sign. */
  signature: z.boolean(),
  purpose_required: z.boolean(),
  /** What borrowers agree to with each order; empty: nothing. */
  terms: text(10_000),
});
export type PointFields = z.output<typeof PointFields>;

export const LendingPoint = PointFields.extend({
  id: z.uuid(),
  open_schools: z.array(named(z.string())).nullable(),
  of: z.enum(['district', 'school']),
  /** The lessons of its school; none where it lends by days. */
  timetable: z.union([Timetable, z.tuple([])]),
  /** Of the words borrowers agree to. */
  terms_version: count,
  version,
  can: z.object({ manage: z.boolean(), desk: z.boolean(), borrow: z.boolean() }),
});
export type LendingPoint = z.output<typeof LendingPoint>;

/** What belongs to a device and is counted when it goes and comes. */
const Part = z.object({ name: line(80).min(1), count: whole(1, 99) });

export const ModelFields = z.object({
  name: line(120).min(1),
  maker: line(80),
  category: line(60).min(1).refine(isCategory, { message: 'format' }),
  description: text(4_000),
  parts: z.array(Part).max(MAX_PARTS),
  /** Where they are other than at the point. */
  max_days: whole(1, 200).nullable(),
  buffer_after: whole(0, 10).nullable(),
  /** Lent to whoever was shown how it works. */
  needs_briefing: z.boolean(),
  /** Lent to teachers alone, where the point lends to others too. */
  teachers_only: z.boolean(),
  /** Collected at a tablet without the desk, and free again at once when it is back. */
  self_service: z.boolean(),
  /** Models of the point that are borrowed with it, each once. */
  fits: z
    .array(z.uuid())
    .max(MAX_FITS)
    .refine((models) => new Set(models).size === models.length, { message: 'format' }),
  /** Its medium in the catalogue. */
  identifier: identifier.nullable(),
  manual: addressOrEmpty(500),
  /** In cents; null: not said. */
  replacement_cents: cents.nullable(),
});
export type ModelFields = z.output<typeof ModelFields>;

/** Of a model. */
export const MAX_PICTURES = 8;
/** Files with how it is used. */
export const MAX_MANUALS = 10;
const DeviceManual = z.object({ id: z.uuid(), title: z.string(), mime: z.string(), bytes: count });
export type DeviceManual = z.output<typeof DeviceManual>;
/** `alt`: what is to be seen. */
const ModelPicture = z.object({ id: z.uuid(), alt: z.string(), width: count, height: count });
export type ModelPicture = z.output<typeof ModelPicture>;

export const DeviceModel = ModelFields.extend({
  id: z.uuid(),
  point_id: z.uuid(),
  /** The first one stands for the model. */
  pictures: z.array(ModelPicture),
  manuals: z.array(DeviceManual),
  /** Devices that can be lent on some day or other. */
  devices: count,
  fits: z.array(named(z.uuid()).extend({ devices: count })),
  version,
});
export type DeviceModel = z.output<typeof DeviceModel>;

export const ItemFields = z.object({
  /** As it stands on the device, for the eye and for the scanner; once at a point, large or small letters alike. */
  code: line(40).min(1),
  serial: line(80),
  shelf: line(60),
  not_lendable: z.boolean(),
  /** From this day on it is not lent before somebody has looked at it. */
  next_check_on: day.nullable(),
  note: text(500),
});

/** Purchase and planned use of a device, and its second number. */
export const LifeFields = z.object({
  /** A second number by which it is scanned, such as its barcode in another system. */
  other_code: line(40),
  bought_on: day.nullable(),
  /** In cents; null: not said. */
  price_cents: cents.nullable(),
  supplier: line(120),
  warranty_until: day.nullable(),
  /** Until when it is planned to last. */
  ends_on: day.nullable(),
});

export const DeviceItem = ItemFields.extend({
  ...LifeFields.shape,
  id: z.uuid(),
  model: z.object({ id: z.uuid(), name: z.string() }),
  state: z.enum(ITEM_STATES),
  /** Not lent before this day: it is between two loans, or expected from repair. */
  away_until: day.nullable(),
  /** Who has it, and until when; null: nobody. */
  on_loan: z.object({ line_id: z.uuid(), borrower: z.string(), end: day }).nullable(),
});
export type DeviceItem = z.output<typeof DeviceItem>;
