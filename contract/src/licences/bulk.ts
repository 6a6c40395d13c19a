/** Many licences in one act: changed, entered for many media and schools, taken back (docs/behaviour/licences.md#bulk-changes). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, count, day, line } from '../fields.ts';
import { tableQuery } from '../table-file.ts';
import { Rights } from '../catalogue/media-record.ts';
import { ListedLicences } from './list.ts';
import { ENTERED_SCOPES, LICENCE_SCOPES, MAX_LICENCE_PRICE, MAX_SEATS, RUNTIMES } from './rules.ts';
import { LICENCE_AUDIENCES } from '../catalogue/audiences.ts';

/** Maximum number of licences one act changes or enters. */
export const MAX_LICENCES_AT_ONCE = 5_000;
export const MAX_MEDIA_AT_ONCE = 500;
/** Maximum number of licences a preview names. */
export const MAX_PREVIEWED = 50;
/** Days in which an act can be taken back. */
export const BULK_UNDO_DAYS = 30;

/** Licences by their ids, or all that a filter of the list finds. */
export const LicenceSelection = z
  .object({ ids: z.array(z.uuid()).min(1).max(MAX_LICENCES_AT_ONCE).optional(), filter: z.object(ListedLicences).optional() })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), { path: ['filter'], params: { rule: 'choice' } });
export type LicenceSelection = z.output<typeof LicenceSelection>;

/** Terms that change; fields that are absent stay. */
export const LicencesChange = z.object({
  /** The new last day; null is without end. */
  valid_to: day.nullable().optional(),
  /** Months after the present last day; a licence without end stays. */
  extend_months: z.int().min(1).max(120).optional(),
  seats: z.int().min(0).max(MAX_SEATS).optional(),
  audience: z.enum(LICENCE_AUDIENCES).optional(),
  rights: Rights.optional(),
  licensor: line(200).optional(),
  price: z.int().min(0).max(MAX_LICENCE_PRICE).nullable().optional(),
  warn_below: z.int().min(0).max(MAX_SEATS).nullable().optional(),
  hidden: z.boolean().optional(),
  /** Ends the licences for good, with their seats. */
  withdrawn: z.literal(true).optional(),
});
export type LicencesChange = z.output<typeof LicencesChange>;

/**
 * Why a licence is left out. `record`: its terms are changed with its record; `purchase`: it was bought here or is a trial; `withdrawn`: it was ended;
 * `rights`: the user may not; `seats`: more are given than it would have, or the number does not fit its scope; `days`: it would end before it begins;
 * `free`: the medium needs none; `covered`: the owner has such a licence at least until then.
 */
export const LEFT_OUT = ['record', 'purchase', 'withdrawn', 'rights', 'seats', 'days', 'free', 'covered', 'unknown'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

export const PreviewLine = z.object({
  title: z.string(),
  owner: z.string(),
  scope: z.enum(LICENCE_SCOPES),
  valid_to: day.nullable(),
  next_valid_to: day.nullable(),
  result: z.enum(['changed', 'new', 'same', ...LEFT_OUT]),
});
export type PreviewLine = z.output<typeof PreviewLine>;

/** Result of a bulk act or of its preview. */
export const BulkLicences = z.object({
  total: count,
  /** Licences that change or are entered. */
  changed: count,
  same: count,
  left_out: z.array(z.object({ reason: z.enum(LEFT_OUT), count })),
  /** Schools whose licences they are; the district itself is none. */
  schools: count,
  /** Seats of people that end with the licences. */
  seats_ended: count,
  lines: z.array(PreviewLine),
  /** Names this preview: the act is done only as it was seen. */
  seen: z.string(),
  /** For taking it back; null for a preview and for what cannot be taken back. */
  bulk_id: z.uuid().nullable(),
});
export type BulkLicences = z.output<typeof BulkLicences>;

/** The schools, or `all` of the district. */
const Schools = z.union([z.literal('all'), z.array(z.string().max(80)).min(1).max(MAX_LICENCES_AT_ONCE)]);

export const LicencesForMany = z.object({
  media: z.array(z.string().trim().min(1).max(200)).min(1).max(MAX_MEDIA_AT_ONCE),
  scope: z.enum(ENTERED_SCOPES),
  /** `own`: of the own school or the district; `schools`: one for each school; `share`: one of the district, given to the schools. */
  to: z.enum(['own', 'schools', 'share']),
  schools: Schools.default('all'),
  valid_from: day.nullable().default(null),
  runtime: z.enum(RUNTIMES).default('until_date'),
  runtime_days: z.int().min(1).max(3_660).nullable().default(null),
  valid_to: day.nullable().default(null),
  seats: z.int().min(0).max(MAX_SEATS).default(0),
  audience: z.enum(LICENCE_AUDIENCES).default('all'),
  rights: Rights.prefault({}),
  licensor: line(200).default(''),
  price: z.int().min(0).max(MAX_LICENCE_PRICE).nullable().default(null),
});
export type LicencesForMany = z.output<typeof LicencesForMany>;

/** Without `seen` it is a preview, and nothing is written. */
const seen = z.string().max(100).optional();

export const licenceBulk = {
  exportList: endpoint({
    method: 'GET',
    path: '/api/v1/licences/export',
    summary: 'Licences of the own school or district as a table, as the list is filtered and sorted',
    access: 'user',
    query: z.object({ ...ListedLicences, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  changeMany: endpoint({
    method: 'POST',
    path: '/api/v1/licences/bulk',
    summary: 'Change or end many licences in one act, after a preview of what changes',
    access: 'user',
    body: z.object({ selection: LicenceSelection, change: LicencesChange, seen }),
    reply: BulkLicences,
  }),
  createMany: endpoint({
    method: 'POST',
    path: '/api/v1/licences/bulk/new',
    summary: 'Enter licences for many media, for the own school or district or for many schools, after a preview',
    access: 'user',
    body: LicencesForMany.extend({ seen }),
    reply: BulkLicences,
  }),
  undoMany: endpoint({
    method: 'POST',
    path: '/api/v1/licences/bulk/{id}/undo',
    summary: 'Take back what the user did to many licences, except those that changed again or are in use since',
    access: 'user',
    params: byId,
    reply: z.object({ undone: count, skipped: count }),
  }),
};
