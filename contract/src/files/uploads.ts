/** Files of a medium in the editor, which can be uploaded, ordered, removed and restored. */
import { z } from 'zod';
import { byId, byIdentifier, count, day, moment, text } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { TEXT_ENCODINGS } from './encodings.ts';
import { FILE_ROLES, FileRole, MediaFile } from './files.ts';

/** Number of hours without activity after which an unfinished upload is discarded. */
export const UPLOAD_HOURS = 24;
/** Number of days for which a removed file can be restored. */
export const REMOVED_DAYS = 30;
/** Maximum number of files of a medium. */
export const MAX_FILES = 500;

/** States of an upload. */
const UPLOAD_STATES = [
  /** The file is incomplete. */
  'receiving',
  'checking',
  /** Waits for an answer to the question in `problem`, which is `encoding` or `convert`. */
  'asking',
  /** ffmpeg is creating a file that browsers can play. */
  'converting',
  'done',
  /** The file was discarded for the reason in `problem`. */
  'refused',
] as const;

/** Details of the question `encoding`, with a preview of the text in each possible encoding. */
export const EncodingQuestion = z.object({
  choices: z.array(z.object({ encoding: z.enum(TEXT_ENCODINGS), preview: z.array(z.string()) })),
});
export type EncodingQuestion = z.output<typeof EncodingQuestion>;

/** Details of the question `convert`. */
export const ConvertQuestion = z.object({
  /** Format of the file, one of `DESCRIBED_FORMATS`. */
  found: z.string(),
  /** Names of codecs that some browsers cannot play. */
  codecs: z.string(),
  /** True if the file can be kept without conversion, because some browsers can play it. */
  keep: z.boolean(),
  /** True if a previous conversion failed. */
  failed: z.boolean().optional(),
});
export type ConvertQuestion = z.output<typeof ConvertQuestion>;

/** Reason why an upload is refused, with its details. For an accepted file, a warning for the editor. */
export const UploadProblem = z.object({ code: z.string(), details: z.record(z.string(), z.unknown()).optional() });
export type UploadProblem = z.output<typeof UploadProblem>;

export const Upload = z.object({
  id: z.uuid(),
  identifier: z.string(),
  role: FileRole,
  /** Name of the file on the device of the user. */
  name: z.string(),
  language: z.string().nullable(),
  label: z.string().nullable(),
  /** `bytes` is the total size, and `received` the number of bytes received so far. */
  bytes: z.int(),
  received: z.int(),
  state: z.enum(UPLOAD_STATES),
  problem: UploadProblem.nullable(),
  /** Progress of the conversion in percent, or `null` if the state is not `converting`. */
  converted: z.int().nullable(),
  /** ID of the resulting file, or `null`. */
  file_id: z.uuid().nullable(),
  /** URL for the tus protocol 1.0 (HEAD and PATCH). */
  href: z.string(),
  created_at: moment,
  /** Time at which an unfinished upload is discarded. */
  expires_at: moment,
});
export type Upload = z.output<typeof Upload>;

export const EditFile = MediaFile.extend({
  name: z.string(),
  /** Duration in seconds. */
  duration: z.number().nullable(),
  /** True if the file was uploaded here, false if it came with the imported record. */
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
  /** First day on which the file can no longer be restored. */
  until: day,
});
export type RemovedFile = z.output<typeof RemovedFile>;

/** Number of bytes used, and the maximum number of bytes. */
export const Quota = z.object({ used: z.int(), limit: z.int() });
export type Quota = z.output<typeof Quota>;

export const EditFiles = z.object({
  files: z.array(EditFile),
  removed: z.array(RemovedFile),
  /** Unfinished uploads of the user, and those refused within the last day. */
  uploads: z.array(Upload),
  limit_bytes: z.int(),
  /** Storage quota of the teacher, set for own material. */
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
      /** SHA-256 hash of the whole file in hexadecimal notation. */
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
