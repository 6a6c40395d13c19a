/** Import runs and their reports. */
import { TABLE_ENCODINGS } from '../files/encodings.ts';
import { z } from 'zod';
import { count, moment } from '../fields.ts';

/** States of an import run. `uploading` means that the file is incomplete, and `looked` that a dry run has finished. */
export const RUN_STATES = ['uploading', 'waiting', 'running', 'looked', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Reasons why a run can fail. */
export const RUN_PROBLEMS = [
  'format',
  'plan',
  'lost',
  'unreachable',
  'address',
  'refused',
  'no_oai',
  'unknown_format',
  'given_up',
  'circle',
  'bad_reply',
  'too_complex',
] as const;
export type RunProblem = (typeof RUN_PROBLEMS)[number];

const Note = z.object({ field: z.string(), reason: z.string(), count, examples: z.array(z.string()) });

/** Preview of a record. Codes are those of the catalogue; the client names them in the language of the page. */
const Sample = z.object({
  identifier: z.string(),
  title: z.string(),
  text: z.string(),
  fn_typ: z.string(),
  subjects: z.array(z.object({ code: z.string(), label: z.string() })),
  fn_adressat: z.array(z.string()),
  fn_sprache: z.array(z.string()),
  producer: z.string(),
  year: z.int().nullable(),
});
export type ImportSample = z.output<typeof Sample>;

export const ImportRun = z.object({
  id: z.uuid(),
  /** ID of the source, or `null` if the source no longer exists. */
  source_id: z.uuid().nullable(),
  source_name: z.string(),
  kind: z.enum(['file', 'harvest']),
  file_name: z.string(),
  format: z.string(),
  state: z.enum(RUN_STATES),
  /** True for a dry run. */
  look: z.boolean(),
  problem: z.enum(RUN_PROBLEMS).nullable(),
  /** Error message of the other system, or an empty string. */
  problem_detail: z.string(),
  /** Number of bytes or records processed. `total` is 0 if it is unknown. */
  progress: z.object({ done: z.number(), total: z.number() }),
  counts: z.object({
    read: count,
    stored: count,
    changed: count,
    unchanged: count,
    /** Number of records merged into works that exist under other identifiers. */
    joined: count,
    refused: count,
    /** Number of records removed because the source no longer contains them. */
    gone: count,
    /** Number of media that need a licence but have none. */
    unlicensed: count.default(0),
  }),
  created_at: moment,
  finished_at: moment.nullable(),
});
export type ImportRun = z.output<typeof ImportRun>;

const Refusal = z.object({ line: count, field: z.string(), reason: z.string(), value: z.string() });

/** Mapping of columns to fields, for tables without a preset. */
export const CsvColumns = z.object({
  delimiter: z.enum([';', ',', '|', '\t']),
  encoding: z.enum(TABLE_ENCODINGS),
  /** Column header for each field. An empty string skips the field. */
  columns: z.record(z.string().max(40), z.string().max(200)),
  /** Separator between multiple values in a cell, or an empty string for none. */
  split: z.string().max(5),
});
export type CsvColumns = z.output<typeof CsvColumns>;

export const ImportReport = ImportRun.extend({
  notes: z.array(Note),
  refusals: z.array(Refusal),
  samples: z.array(Sample),
  /** Column headers of the table, and the suggested column for each field. */
  headers: z.array(z.string()),
  plan: CsvColumns.nullable(),
});
export type ImportReport = z.output<typeof ImportReport>;
