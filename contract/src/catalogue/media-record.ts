/** Media record for import. Field names follow the specification (§3), in database tables and in the API. */
import { z } from 'zod';
import { count, day } from '../fields.ts';
import { FileRole } from '../files/files.ts';
import { parseDoi, parseEan, parseIsbn } from './work-numbers.ts';
import { LICENCE_AUDIENCES } from './audiences.ts';

const text = (max: number) => z.string().trim().max(max);
const code = z.string().trim().min(1).max(64);

/** Returns a schema for a work number in any notation, which is converted to the canonical form. */
const workNumber = (read: (text: string) => string | null) =>
  z
    .string()
    .max(200)
    .overwrite((written) => read(written) ?? written.trim())
    .refine((number) => read(number) !== null, { message: 'format' })
    .nullish();

/** Rights granted by a licence. */
export const Rights = z.object({
  stream: z.boolean().default(true),
  download: z.boolean().default(true),
  home_use: z.boolean().default(true),
  lms_embed: z.boolean().default(true),
  edit: z.boolean().default(false),
});
export type Rights = z.output<typeof Rights>;

/**
 * Licence of a record. `free` is for everyone, and `none` lists the medium without a licence. `target` is the ID or number of a district or school.
 */
export const RecordLicence = z.object({
  scope: z.enum(['free', 'district', 'school', 'none']).default('free'),
  target: z.string().max(80).optional(),
  valid_from: day.optional(),
  valid_to: day.optional(),
  /** Number of seats, or 0 for no limit. */
  seats: count.default(0),
  /** True if seats are assigned individually. Otherwise the whole school or district may use the medium. */
  assign: z.boolean().optional(),
  audience: z.enum(LICENCE_AUDIENCES).default('all'),
  rights: Rights.prefault({}),
});
export type RecordLicence = z.output<typeof RecordLicence>;

const RecordFile = z.object({
  role: FileRole.default('main'),
  mime: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
  /** Path inside the storage folder, or an HTTPS URL. */
  path: z.string().min(1).max(400),
  language: z.string().max(12).optional(),
  /** Name of the file, or the alternative text of a picture. */
  label: text(300).optional(),
  bytes: count.default(0),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
});

export const RecordSequence = z
  .object({ start_s: z.number().min(0), end_s: z.number().positive(), title: text(80).min(1) })
  .refine((s) => s.end_s > s.start_s, { path: ['end_s'], message: 'range' });

/**
 * Fields of a medium in canonical order, shared by import, tables, editor and cards. Optional fields are `nullish`, and fields with a default use
 * `default`.
 */
export const MEDIA_FIELDS = {
  fn_nr: text(40).nullish(),
  fn_titel: text(500).min(1),
  /** Subtitle on the card. */
  fn_kurztext: text(2_000).default(''),
  fn_text: text(50_000).default(''),
  is_mediathek: z.boolean().default(false),
  fn_geb: z.array(code).max(60).default([]),
  fn_sprache: z.array(code).max(20).default([]),
  fn_typ: code,
  fn_adressat: z.array(code).max(60).default([]),
  fn_schlag: z.array(text(160).min(1)).max(200).default([]),
  fn_prodname: text(200).default(''),
  /** Year of production. */
  year: z.int().min(1000).max(2200).nullish(),
  /** Running time in seconds. */
  duration: count.nullish(),
  /** URL of a medium that is not stored in the portal. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullish(),
  /** Standard numbers of the work. */
  isbn: workNumber(parseIsbn),
  ean: workNumber(parseEan),
  doi: workNumber(parseDoi),
  /** Open licence or credit line shown with the medium, such as "CC BY 4.0". */
  rights_note: text(300).nullish(),
  /** Identifier of the standard version, set for versions in easy language or with subtitles. */
  set_of: z.string().max(200).nullish(),
  recommended: z.boolean().default(false),
  /** Day on which it entered the catalogue. */
  published: day.nullish(),
};
export type MediaField = keyof typeof MEDIA_FIELDS;
export const MEDIA_FIELD_NAMES = Object.keys(MEDIA_FIELDS) as MediaField[];

/** Names of the properties whose type is `true`. */
export type Chosen<T> = { [Name in keyof T]: T[Name] extends true ? Name : never }[keyof T];

/**
 * Returns the names of the fields set to `true`, in canonical order. The type requires every field, so that a new field causes a compile error until
 * it is decided.
 */
export const pickFields = <const T extends Record<MediaField, boolean>>(fields: T): Chosen<T>[] =>
  (Object.keys(fields) as (keyof T)[]).filter((name) => fields[name as MediaField]) as Chosen<T>[];

/** Record as the import accepts it. */
export const MediaRecord = z.object({
  identifier: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\s\p{Cc}/\\]+$/u),
  ...MEDIA_FIELDS,
  files: z.array(RecordFile).max(500).default([]),
  sequences: z.array(RecordSequence).max(500).default([]),
  licences: z.array(RecordLicence).max(500).default([]),
});
export type MediaRecord = z.output<typeof MediaRecord>;
export type MediaRecordInput = z.input<typeof MediaRecord>;
