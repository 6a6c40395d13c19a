/** Bulk actions on licences, which change or create many licences and can be undone (docs/behaviour/licences.md#bulk-changes). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byId, count, day, line } from '../fields.ts';
import { tableQuery } from '../table-file.ts';
import { Rights } from '../catalogue/media-record.ts';
import { ListedLicences } from './list.ts';
import { ENTERED_SCOPES, LICENCE_SCOPES, MAX_LICENCE_PRICE, MAX_SEATS, RUNTIMES } from './rules.ts';
import { LICENCE_AUDIENCES } from '../catalogue/audiences.ts';

/** Maximum number of licences that an action can change or create. */
export const MAX_LICENCES_AT_ONCE = 5_000;
export const MAX_MEDIA_AT_ONCE = 500;
/** Maximum number of licences that a preview lists. */
export const MAX_PREVIEWED = 50;
/** Number of days for which an action can be undone. */
export const BULK_UNDO_DAYS = 30;

/** Selected licences, either by ID or by a filter of the list. */
export const LicenceSelection = z
  .object({ ids: z.array(z.uuid()).min(1).max(MAX_LICENCES_AT_ONCE).optional(), filter: z.object(ListedLicences).optional() })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), { path: ['filter'], params: { rule: 'choice' } });
export type LicenceSelection = z.output<typeof LicenceSelection>;

/** Changes to licences. Omitted fields are not changed. */
export const LicencesChange = z.object({
  /** New last day, or `null` for an unlimited licence. */
  valid_to: day.nullable().optional(),
  /** Number of months to add to the last day. Unlimited licences are not changed. */
  extend_months: z.int().min(1).max(120).optional(),
  seats: z.int().min(0).max(MAX_SEATS).optional(),
  audience: z.enum(LICENCE_AUDIENCES).optional(),
  rights: Rights.optional(),
  licensor: line(200).optional(),
  price: z.int().min(0).max(MAX_LICENCE_PRICE).nullable().optional(),
  warn_below: z.int().min(0).max(MAX_SEATS).nullable().optional(),
  hidden: z.boolean().optional(),
  /** Ends the licences and their seats permanently. */
  withdrawn: z.literal(true).optional(),
});
export type LicencesChange = z.output<typeof LicencesChange>;

/**
 * Reasons why a licence is skipped. `record` means that its terms come from the media record, `purchase` that it was bought here or is a trial, and
 * `rights` that the user may not change it.
 */
export const SKIP_REASONS = ['record', 'purchase', 'withdrawn', 'rights', 'seats', 'days', 'free', 'covered', 'unknown'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const PreviewLine = z.object({
  title: z.string(),
  owner: z.string(),
  scope: z.enum(LICENCE_SCOPES),
  valid_to: day.nullable(),
  next_valid_to: day.nullable(),
  result: z.enum(['changed', 'new', 'same', ...SKIP_REASONS]),
});
export type PreviewLine = z.output<typeof PreviewLine>;

/** Result of a bulk action or of its preview. */
export const BulkLicences = z.object({
  total: count,
  /** Number of licences that are changed or created. */
  changed: count,
  same: count,
  left_out: z.array(z.object({ reason: z.enum(SKIP_REASONS), count })),
  /** Number of schools that own the licences. The district does not count. */
  schools: count,
  /** Number of personal seats that end together with the licences. */
  seats_ended: count,
  lines: z.array(PreviewLine),
  /** Fingerprint of the preview. The action runs only if the preview has not changed. */
  seen: z.string(),
  /** ID with which the action can be undone. `null` for a preview and for irreversible actions. */
  bulk_id: z.uuid().nullable(),
});
export type BulkLicences = z.output<typeof BulkLicences>;

/** IDs of the schools, or `all` for all schools of the district. */
const Schools = z.union([z.literal('all'), z.array(z.string().max(80)).min(1).max(MAX_LICENCES_AT_ONCE)]);

export const LicencesForMany = z.object({
  media: z.array(z.string().trim().min(1).max(200)).min(1).max(MAX_MEDIA_AT_ONCE),
  scope: z.enum(ENTERED_SCOPES),
  /**
   * `own` creates one licence for the user's school or district, `schools` one for each school, and `share` one for the district that is shared with
   * the schools.
   */
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

/** Fingerprint of the preview. If omitted, the call is a dry run. */
const seen = z.string().max(100).optional();

export const licenceBulk = {
  exportList: endpoint({
    method: 'GET',
    path: '/api/v1/licences/export',
    summary: 'Filtered licences of the school or district as a table',
    access: 'user',
    query: z.object({ ...ListedLicences, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  changeMany: endpoint({
    method: 'POST',
    path: '/api/v1/licences/bulk',
    summary: 'Change or end many licences as previewed',
    access: 'user',
    body: z.object({ selection: LicenceSelection, change: LicencesChange, seen }),
    reply: BulkLicences,
  }),
  createMany: endpoint({
    method: 'POST',
    path: '/api/v1/licences/bulk/new',
    summary: 'Enter licences for many media, for the school, the district or several schools, as previewed',
    access: 'user',
    body: LicencesForMany.extend({ seen }),
    reply: BulkLicences,
  }),
  undoMany: endpoint({
    method: 'POST',
    path: '/api/v1/licences/bulk/{id}/undo',
    summary: 'Undo a bulk change of the user, except for licences changed or used since',
    access: 'user',
    params: byId,
    reply: z.object({ undone: count, skipped: count }),
  }),
};
