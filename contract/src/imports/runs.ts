/** Runs of imports and their reports. */
import { TABLE_ENCODINGS } from '../files/encodings.ts';
import { z } from 'zod';
import { count, moment } from '../fields.ts';

/** How a run stands. `uploading`: its file is not complete; `looked`: what it would do is known, nothing is stored. */
export const RUN_STATES = ['uploading', 'waiting', 'running', 'looked', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Why a run came to nothing. */
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

/** A record as it would look here. */
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
  /** Where it is of a source that is still there. */
  source_id: z.uuid().nullable(),
  source_name: z.string(),
  kind: z.enum(['file', 'harvest']),
  file_name: z.string(),
  format: z.string(),
  state: z.enum(RUN_STATES),
  /** Nothing is stored by it. */
  look: z.boolean(),
  problem: z.enum(RUN_PROBLEMS).nullable(),
  /** What the other side said, where it said something. */
  problem_detail: z.string(),
  /** Bytes of the file, or records; `total` 0 where nobody knows. */
  progress: z.object({ done: z.number(), total: z.number() }),
  counts: z.object({
    read: count,
    stored: count,
    changed: count,
    unchanged: count,
    /** Taken for a work that is there under another identifier. */
    joined: count,
    refused: count,
    /** Taken out because the source has them no more. */
    gone: count,
    /** Media that need a licence, got none and have none. */
    unlicensed: count.default(0),
  }),
  created_at: moment,
  finished_at: moment.nullable(),
});
export type ImportRun = z.output<typeof ImportRun>;

const Refusal = z.object({ line: count, field: z.string(), reason: z.string(), value: z.string() });

/** Which column becomes which field, where a table has no plan of its own. */
export const CsvColumns = z.object({
  delimiter: z.enum([';', ',', '|', '\t']),
  encoding: z.enum(TABLE_ENCODINGS),
  /** Field → header; '' leaves it out. */
  columns: z.record(z.string().max(40), z.string().max(200)),
  /** Parts cells of fields with several values; '' does not. */
  split: z.string().max(5),
});
export type CsvColumns = z.output<typeof CsvColumns>;

export const ImportReport = ImportRun.extend({
  notes: z.array(Note),
  refusals: z.array(Refusal),
  samples: z.array(Sample),
  /** Headers of a table, and what each field is taken from. */
  headers: z.array(z.string()),
  plan: CsvColumns.nullable(),
});
export type ImportReport = z.output<typeof ImportReport>;
