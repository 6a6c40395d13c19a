/** Import of media from files and repositories by district administrators (docs/behaviour/imports.md). */
import { z } from 'zod';
import { base64Length } from '../base64.ts';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, line, moment, version } from '../fields.ts';
import { MAX_MEDIA_AT_ONCE } from '../licences/bulk.ts';
import { tableQuery } from '../table-file.ts';
import { CsvColumns, ImportReport, ImportRun } from './runs.ts';

/** Formats that the importer can read, including those of other systems (docs/import/foreign.md). */
export const IMPORT_FORMATS = ['jsonl', 'csv', 'amb', 'dc', 'lom', 'marcxml', 'marc', 'elixier', 'onix', 'arix'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

export const IMPORT_LIMITS = {
  sources: 100,
  name: 80,
  prefix: 40,
  words: 2_000,
  /** Maximum size of a file and of an uploaded chunk, in bytes. */
  file: 1024 * 1024 * 1024,
  part: 4 * 1024 * 1024,
  fileName: 200,
  /** Maximum number of rejected records that are stored for a run. */
  refusals: 10_000,
  shown: 100,
  samples: 10,
} as const;

/** Kinds of terms that are mapped to the portal's codes, by the field in which they occur. */
export const WORD_KINDS = ['subjects', 'types', 'audience', 'languages'] as const;
export type WordKind = (typeof WORD_KINDS)[number];

/** Mapping of a term. If `ours` is empty, the term is dropped. */
export const Word = z.object({ kind: z.enum(WORD_KINDS), word: line(300).min(1), ours: line(300) });
export type Word = z.output<typeof Word>;

/** Licences for records that contain none: free for everyone, not licensed, or licensed by the district. */
export const IMPORT_LICENCES = ['free', 'none', 'district'] as const;
/** Options for a work that already exists under another identifier: merge it, or store it separately. */
export const SAME_WORKS = ['join', 'apart'] as const;
export const HARVEST_SCHEDULES = ['off', 'daily', 'weekly'] as const;

const oai = z.object({
  address: z.url({ protocol: /^https?$/ }).max(500),
  /** OAI-PMH metadata prefix of the requested format. */
  format: line(60).min(1),
  /** OAI-PMH set, or an empty string for all records. */
  set: line(200).default(''),
  schedule: z.enum(HARVEST_SCHEDULES).default('off'),
  /** True for a repository that does not announce deletions. Each harvest then reads the whole list and removes missing records. */
  prune: z.boolean().default(false),
});

const fields = {
  name: line(IMPORT_LIMITS.name).min(1),
  /** Prefix of all identifiers of the source. An import changes and removes only records with this prefix. */
  prefix: z.string().regex(/^[^\s/\\\p{Cc}]{2,40}$/u),
  licence: z.enum(IMPORT_LICENCES).default('free'),
  same: z.enum(SAME_WORKS).default('join'),
  words: z.array(Word).max(IMPORT_LIMITS.words).default([]),
  oai: oai.nullable().default(null),
};

/** Values of `granularity` and `deletedRecord` in the repository's reply to `Identify`. */
export const GRANULARITIES = ['day', 'second'] as const;
export const DELETED_RECORDS = ['no', 'transient', 'persistent'] as const;
const Repository = z.object({
  granularity: z.enum(GRANULARITIES).nullable(),
  deleted: z.enum(DELETED_RECORDS).nullable(),
  compression: z.array(z.string()),
});

export const ImportSource = z.object({
  id: z.uuid(),
  ...z.object(fields).shape,
  version,
  /** Time up to which everything has been harvested, or `null` if the next harvest starts from the beginning. */
  since: z.string().nullable(),
  due_at: moment.nullable(),
  /** `null` until the repository has been queried. */
  repository: Repository.nullable(),
  last_run: ImportRun.nullable(),
});
export type ImportSource = z.output<typeof ImportSource>;

const gate = { access: 'districtAdmin' } as const;
const PATH = '/api/v1/imports';

export const imports = {
  sources: endpoint({
    method: 'GET',
    path: `${PATH}/sources`,
    summary: 'Import sources of the district with word lists and the result of the last run',
    ...gate,
    reply: z.object({ sources: z.array(ImportSource) }),
  }),
  createSource: endpoint({
    method: 'POST',
    path: `${PATH}/sources`,
    summary: 'Add a source; its prefix is unique in the portal',
    ...gate,
    body: z.object(fields),
    reply: ImportSource,
    bodyLimit: 2_000_000,
  }),
  changeSource: endpoint({
    method: 'PUT',
    path: `${PATH}/sources/{id}`,
    summary: 'Change a source; the prefix cannot change after the first import',
    ...gate,
    params: byId,
    body: z.object({ ...fields, version }),
    reply: ImportSource,
    bodyLimit: 2_000_000,
  }),
  removeSource: endpoint({
    method: 'DELETE',
    path: `${PATH}/sources/{id}`,
    summary: 'Remove a source with its word list; the media stay',
    ...gate,
    params: byId,
    reply: done,
  }),
  harvest: endpoint({
    method: 'POST',
    path: `${PATH}/sources/{id}/harvest`,
    summary: 'Harvest changes of a repository by OAI-PMH, or preview them; `whole` starts from the beginning',
    ...gate,
    params: byId,
    body: z.object({ look: z.boolean().default(false), whole: z.boolean().default(false) }),
    reply: ImportRun,
  }),
  runs: endpoint({
    method: 'GET',
    path: `${PATH}/runs`,
    summary: 'The last hundred runs, newest first',
    ...gate,
    reply: z.object({ runs: z.array(ImportRun) }),
  }),
  run: endpoint({
    method: 'GET',
    path: `${PATH}/runs/{id}`,
    summary: 'A run with its report',
    ...gate,
    params: byId,
    reply: ImportReport,
  }),
  begin: endpoint({
    method: 'POST',
    path: `${PATH}/runs`,
    summary: 'Start an upload of a file in parts',
    ...gate,
    body: z.object({
      file_name: line(IMPORT_LIMITS.fileName).min(1),
      bytes: z.int().min(1).max(IMPORT_LIMITS.file),
      source_id: z.uuid().nullable(),
    }),
    reply: ImportRun,
  }),
  part: endpoint({
    method: 'PUT',
    path: `${PATH}/runs/{id}/part`,
    summary: 'Upload the next part of a file; the last one starts the preview',
    ...gate,
    params: byId,
    body: z.object({ offset: count, content: z.base64().max(base64Length(IMPORT_LIMITS.part)) }),
    reply: ImportRun,
    bodyLimit: base64Length(IMPORT_LIMITS.part),
  }),
  preview: endpoint({
    method: 'POST',
    path: `${PATH}/runs/{id}/preview`,
    summary: 'Preview the file again with another format, other columns, or the current word list',
    ...gate,
    params: byId,
    body: z.object({ format: z.enum(IMPORT_FORMATS).optional(), plan: CsvColumns.optional() }),
    reply: ImportRun,
  }),
  take: endpoint({
    method: 'POST',
    path: `${PATH}/runs/{id}/take`,
    summary: 'Import the previewed file',
    ...gate,
    params: byId,
    reply: ImportRun,
  }),
  cancel: endpoint({
    method: 'POST',
    path: `${PATH}/runs/{id}/cancel`,
    summary: 'Cancel a run; imported records stay',
    ...gate,
    params: byId,
    reply: ImportRun,
  }),
  unlicensed: endpoint({
    method: 'GET',
    path: `${PATH}/runs/{id}/unlicensed`,
    summary: `Media of a file that need a licence and have none, at most ${MAX_MEDIA_AT_ONCE}`,
    ...gate,
    params: byId,
    reply: z.object({ total: count, identifiers: z.array(z.string()) }),
  }),
  refusals: endpoint({
    method: 'GET',
    path: `${PATH}/runs/{id}/refusals`,
    summary: 'Rejected records of a run as a table',
    ...gate,
    params: byId,
    query: z.object(tableQuery),
    heavy: true,
    reply: 'stream',
  }),
};
