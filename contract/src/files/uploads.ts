/** Files of a medium in the editor: uploading, order, roles, removing and restoring. */
import { z } from 'zod';
import { byId, byIdentifier, count, day, moment, text } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { TEXT_ENCODINGS } from './encodings.ts';
import { FILE_ROLES, FileRole, MediaFile } from './files.ts';

/** Hours without activity after which an unfinished upload is discarded. */
export const UPLOAD_HOURS = 24;
/** Days during which a removed file can be restored. */
export const REMOVED_DAYS = 30;
/** Maximum number of files of one medium. */
export const MAX_FILES = 500;

/**
 * `receiving`: bytes are missing; `checking`: complete; `asking`: waits for an answer to the question in `problem` (`encoding`, `convert`);
 * `converting`: ffmpeg makes a copy that browsers play; `done`: a file of the medium; `refused`: discarded for the reason in `problem`.
 */
const UPLOAD_STATES = ['receiving', 'checking', 'asking', 'converting', 'done', 'refused'] as const;

/** Details of the question `encoding`: the text as each encoding would read it. */
export const EncodingQuestion = z.object({
  choices: z.array(z.object({ encoding: z.enum(TEXT_ENCODINGS), preview: z.array(z.string()) })),
});
export type EncodingQuestion = z.output<typeof EncodingQuestion>;

/** Details of the question `convert`. */
export const ConvertQuestion = z.object({
  /** Format, as in `DESCRIBED_FORMATS`. */
  found: z.string(),
  /** Codecs that some browsers do not play. */
  codecs: z.string(),
  /** True if the file can be kept unconverted because some browsers play it. */
  keep: z.boolean(),
  /** True if an earlier conversion failed. */
  failed: z.boolean().optional(),
});
export type ConvertQuestion = z.output<typeof ConvertQuestion>;

/** Code and details of a refusal, `given_up` after too many failed attempts. For an accepted file, a warning for the editor (`codec`). */
export const UploadProblem = z.object({ code: z.string(), details: z.record(z.string(), z.unknown()).optional() });
export type UploadProblem = z.output<typeof UploadProblem>;

export const Upload = z.object({
  id: z.uuid(),
  identifier: z.string(),
  role: FileRole,
  /** Name of the file on the owner's device. */
  name: z.string(),
  language: z.string().nullable(),
  label: z.string().nullable(),
  /** Total size in bytes, and bytes received. */
  bytes: z.int(),
  received: z.int(),
  state: z.enum(UPLOAD_STATES),
  problem: UploadProblem.nullable(),
  /** Progress of the conversion in percent; null unless it is `converting`. */
  converted: z.int().nullable(),
  /** Id of the resulting file. */
  file_id: z.uuid().nullable(),
  /** Address for the tus protocol 1.0 (HEAD and PATCH). */
  href: z.string(),
  created_at: moment,
  /** Time at which it is discarded if unfinished. */
  expires_at: moment,
});
export type Upload = z.output<typeof Upload>;

export const EditFile = MediaFile.extend({
  name: z.string(),
  /** Duration in seconds. */
  duration: z.number().nullable(),
  /** True if uploaded here; false if it came with the record. */
  uploaded: z.boolean(),
});
export type EditFile = z.output<typeof EditFile>;

export const RemovedFile = z.object({
  id: z.uuid(),
  role: FileRole,
  name: z.string(),
  label: z.string().nullable(),
  bytes: z.int(),
  removed_at: moment,
  /** First day on which it can no longer be restored. */
  until: day,
});
export type RemovedFile = z.output<typeof RemovedFile>;

/** Used and maximum number of bytes. */
export const Quota = z.object({ used: z.int(), limit: z.int() });
export type Quota = z.output<typeof Quota>;

export const EditFiles = z.object({
  files: z.array(EditFile),
  removed: z.array(RemovedFile),
  /** The user's own unfinished uploads, and those refused within the last day. */
  uploads: z.array(Upload),
  limit_bytes: z.int(),
  /** Quota of the teacher; for own material. */
  quota: Quota.optional(),
});
export type EditFiles = z.output<typeof EditFiles>;

const gate = { access: 'mediumEditor' } as const;
const file = byIdentifier.extend({ fileId: z.uuid() });
const language = z
  .string()
  .trim()
  .max(12)
  .regex(/^[a-z]{0,3}[a-z0-9-]*$/i)
  .nullable();
const label = text(300).nullable();

export const uploads = {
  editFiles: endpoint({
    method: 'GET',
    path: '/api/v1/media/{identifier}/files',
    summary: 'Files of a medium, removed files, and pending uploads',
    ...gate,
    params: byIdentifier,
    reply: EditFiles,
  }),
  startUpload: endpoint({
    method: 'POST',
    path: '/api/v1/media/{identifier}/uploads',
    summary: 'Start an upload; the bytes are sent to `href` by tus',
    ...gate,
    params: byIdentifier,
    body: z.object({
      name: z.string().trim().min(1).max(255),
      bytes: z.int().min(1),
      role: z.enum(FILE_ROLES),
      language: language.default(null),
      label: label.default(null),
    }),
    reply: Upload,
  }),
  openUploads: endpoint({
    method: 'GET',
    path: '/api/v1/uploads',
    summary: 'Media with unfinished uploads of the user, or uploads rejected within a day; failures first',
    access: 'catalogueEditor',
    reply: z.object({
      items: z.array(z.object({ identifier: z.string(), title: z.string(), waiting: count, failed: count })),
    }),
  }),
  upload: endpoint({
    method: 'GET',
    path: '/api/v1/uploads/{id}',
    summary: 'Progress of an upload',
    ...gate,
    params: byId,
    reply: Upload,
  }),
  finishUpload: endpoint({
    method: 'POST',
    path: '/api/v1/uploads/{id}/finish',
    summary: 'Finish an upload: verify the checksum, inspect the content, and add the file to the medium',
    ...gate,
    params: byId,
    body: z.object({
      /** Hexadecimal hash of the whole file. */
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    reply: Upload,
  }),
  answerUpload: endpoint({
    method: 'POST',
    path: '/api/v1/uploads/{id}/answer',
    summary: 'Answer the question about an upload: encoding of a text, or conversion of a film',
    ...gate,
    params: byId,
    body: z.union([z.strictObject({ encoding: z.enum(TEXT_ENCODINGS) }), z.strictObject({ convert: z.boolean() })]),
    reply: Upload,
  }),
  cancelUpload: endpoint({
    method: 'DELETE',
    path: '/api/v1/uploads/{id}',
    summary: 'Cancel an upload or its conversion, or dismiss a rejected one',
    ...gate,
    params: byId,
    reply: z.object({ cancelled: z.literal(true) }),
  }),
  changeFile: endpoint({
    method: 'PATCH',
    path: '/api/v1/media/{identifier}/files/{fileId}',
    summary: 'Change role, language or name of a file',
    ...gate,
    params: file,
    body: z.object({ role: FileRole.optional(), language: language.optional(), label: label.optional() }),
    reply: EditFiles,
  }),
  orderFiles: endpoint({
    method: 'PUT',
    path: '/api/v1/media/{identifier}/files/order',
    summary: 'Reorder all files of a medium',
    ...gate,
    params: byIdentifier,
    body: z.object({ ids: z.array(z.uuid()).max(MAX_FILES) }),
    reply: EditFiles,
  }),
  removeFile: endpoint({
    method: 'DELETE',
    path: '/api/v1/media/{identifier}/files/{fileId}',
    summary: 'Remove a file; it can be restored for 30 days',
    ...gate,
    params: file,
    reply: EditFiles,
  }),
  restoreFile: endpoint({
    method: 'POST',
    path: '/api/v1/media/{identifier}/files/{fileId}/restore',
    summary: 'Restore a file',
    ...gate,
    params: file,
    reply: EditFiles,
  }),
};
