/** A media record as it enters the portal. Field names are the specification's (§3), in tables and on the wire alike. */
import { z } from 'zod';
import { count, day } from '../fields.ts';
import { FileRole } from '../files/files.ts';
import { readDoi, readEan, readIsbn } from './work-numbers.ts';
import { LICENCE_AUDIENCES } from './audiences.ts';

const text = (max: number) => z.string().trim().max(max);
const code = z.string().trim().min(1).max(64);

/** A number of a work, however it is written. */
const workNumber = (read: (text: string) => string | null) =>
  z
    .string()
    .max(200)
    .overwrite((written) => read(written) ?? written.trim())
    .refine((number) => read(number) !== null, { message: 'format' })
    .nullish();

/** What a person may do with a medium by its licence. */
export const Rights = z.object({
  stream: z.boolean().default(true),
  download: z.boolean().default(true),
  home_use: z.boolean().default(true),
  lms_embed: z.boolean().default(true),
  edit: z.boolean().default(false),
});
export type Rights = z.output<typeof Rights>;

/** `free` is everyone; `district` and `school` name one by `target` (its id or number); `none` is catalogue only. */
export const RecordLicence = z.object({
  scope: z.enum(['free', 'district', 'school', 'none']).default('free'),
  target: z.string().max(80).optional(),
  valid_from: day.optional(),
  valid_to: day.optional(),
  /** 0 is without limit. */
  seats: count.default(0),
  /** The seats are given out one by one; otherwise everybody at the school or in the district may use it. */
  assign: z.boolean().optional(),
  audience: z.enum(LICENCE_AUDIENCES).default('all'),
  rights: Rights.prefault({}),
});
export type RecordLicence = z.output<typeof RecordLicence>;

const RecordFile = z.object({
  role: FileRole.default('main'),
  mime: z.string().regex(/^[\w.+-]+\/[\w.+-]+$/),
  /** Path below the storage folder, or an https address. */
  path: z.string().min(1).max(400),
  language: z.string().max(12).optional(),
  /** What it is called; of a picture its alternative text. */
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
 * The fields of a medium, each once and in their order: import, tables, editing and cards read them from here. One that may be missing is `nullish`, one that
 * has a value where nothing is said has a `default`.
 */
export const MEDIA_FIELDS = {
  fn_nr: text(40).nullish(),
  fn_titel: text(500).min(1),
  /** Second line of a card. */
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
  /** Where the medium lives when it is not a file of the portal. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullish(),
  /** Numbers that name the work everywhere. */
  isbn: workNumber(readIsbn),
  ean: workNumber(readEan),
  doi: workNumber(readDoi),
  /** Open licence or source note shown with the medium, such as "CC BY 4.0". */
  rights_note: text(300).nullish(),
  /** Identifier of the standard version, for easy-language or subtitled versions. */
  set_of: z.string().max(200).nullish(),
  recommended: z.boolean().default(false),
  /** Calendar day on which it came into the catalogue. */
  published: day.nullish(),
};
export type MediaField = keyof typeof MEDIA_FIELDS;
export const MEDIA_FIELD_NAMES = Object.keys(MEDIA_FIELDS) as MediaField[];

/** Names of the entries that are true. */
export type Chosen<T> = { [Name in keyof T]: T[Name] extends true ? Name : never }[keyof T];

/** Returns the fields that a part of the portal takes, in their order. It names the others as well, so that a new field does not compile until it is decided. */
export const chooseFields = <const T extends Record<MediaField, boolean>>(fields: T): Chosen<T>[] =>
  (Object.keys(fields) as (keyof T)[]).filter((name) => fields[name as MediaField]) as Chosen<T>[];

/** A record as it enters the portal through `catalogue` ingest. */
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
