/** Import runs and their reports. */
import { TABLE_ENCODINGS } from '../files/encodings.ts';
import { z } from 'zod';
import { count, moment } from '../fields.ts';

/** States of a run. `uploading`: its file is incomplete; `looked`: a dry run is complete, nothing is stored. */
export const RUN_STATES = ['uploading', 'waiting', 'running', 'looked', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Reasons why a run failed. */
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

/** Preview of a record. */
const Sample = z.object({
  identifier: z.string(),
  title: z.string(),
  text: z.string(),
  type: z.string(),
  subjects: z.array(z.string()),
  audience: z.array(z.string()),
  languages: z.array(z.string()),
  producer: z.string(),
  year: z.int().nullable(),
});
export type ImportSample = z.output<typeof Sample>;

export const ImportRun = z.object({
  id: z.uuid(),
  /** Set if the source still exists. */
  source_id: z.uuid().nullable(),
  source_name: z.string(),
  kind: z.enum(['file', 'harvest']),
  file_name: z.string(),
  format: z.string(),
  state: z.enum(RUN_STATES),
  /** True for a dry run. */
  look: z.boolean(),
  problem: z.enum(RUN_PROBLEMS).nullable(),
  /** Error message of the other system, if it sent one. */
  problem_detail: z.string(),
  /** Bytes of the file, or records; `total` is 0 if unknown. */
  progress: z.object({ done: z.number(), total: z.number() }),
  counts: z.object({
    read: count,
    stored: count,
    changed: count,
    unchanged: count,
    /** Number of records merged into a work that exists under another identifier. */
    joined: count,
    refused: count,
    /** Number of records removed because the source no longer has them. */
    gone: count,
    /** Number of media that need a licence and have none. */
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
  /** Field → header; '' skips the field. */
  columns: z.record(z.string().max(40), z.string().max(200)),
  /** Separator of cells with several values; '' for none. */
  split: z.string().max(5),
});
export type CsvColumns = z.output<typeof CsvColumns>;

export const ImportReport = ImportRun.extend({
  notes: z.array(Note),
  refusals: z.array(Refusal),
  samples: z.array(Sample),
  /** Headers of the table, and the source column of each field. */
  headers: z.array(z.string()),
  plan: CsvColumns.nullable(),
});
export type ImportReport = z.output<typeof ImportReport>;
