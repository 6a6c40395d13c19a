/** Licences and their seats (docs/behaviour/licences.md#fields). */
import { z } from 'zod';
import { byId, byMediaId, count, day, line, moment, text, version } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { ENTERED_SCOPES, LICENCE_SCOPES, LICENCE_STATES, MAX_LICENCE_PRICE, MAX_SEATS, RUNTIMES } from './rules.ts';
import { ListedLicences } from './list.ts';
import { Rights } from '../catalogue/media-record.ts';
import { LICENCE_AUDIENCES } from '../catalogue/audiences.ts';

export * from '../catalogue/audiences.ts';
export * from './list.ts';
export * from './rules.ts';

const Medium = z.object({ identifier: z.string(), fn_titel: z.string(), fn_typ: z.string(), cover: z.string() });

/** Licence as its managers see it. */
export const Licence = z.object({
  id: z.uuid(),
  medium: Medium,
  scope: z.enum(LICENCE_SCOPES),
  owner: z.object({ kind: z.enum(['district', 'school']), id: z.string(), name: z.string() }),
  state: z.enum(LICENCE_STATES),
  hidden: z.boolean(),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
  runtime: z.enum(RUNTIMES),
  runtime_days: z.int().nullable(),
  /** Number of seats, or 0 for no limit. */
  seats: count,
  /** Number of assigned seats. `in_use` is the number of seats that have been used. */
  taken: count,
  in_use: count,
  remaining: z.union([count, z.literal(false)]),
  returns: z.union([count, z.literal(false)]),
  returns_left: count.nullable(),
  audience: z.enum(LICENCE_AUDIENCES),
  rights: Rights,
  licensor: z.string(),
  purchase_ref: z.string(),
  warn_below: count.nullable(),
  /** Price including VAT in cents, or `null` if it is unknown. */
  price: count.nullable(),
  origin: z.enum(['record', 'hand', 'purchase', 'trial']),
  version,
  /** True for a school's share of a district licence. It is read-only, and its seats and history are those of the school. */
  share: z.boolean(),
  can: z.object({
    edit: z.boolean(),
    price: z.boolean(),
    hide: z.boolean(),
    withdraw: z.boolean(),
    assign: z.boolean(),
    seeNames: z.boolean(),
  }),
});
export type Licence = z.output<typeof Licence>;

export const LICENCE_EVENTS = ['given', 'redeemed', 'returned', 'used', 'changed', 'hidden', 'shown', 'withdrawn'] as const;
export const LicenceEvent = z.object({ at: moment, what: z.enum(LICENCE_EVENTS), count: z.int(), by: z.string().nullable() });
export type LicenceEvent = z.output<typeof LicenceEvent>;

/** Access of a user to a medium by a licence, as shown on the page of the medium. */
export const OwnLicence = z.object({
  id: z.uuid(),
  scope: z.enum(LICENCE_SCOPES),
  valid_to: day.nullable(),
  state: z.enum(LICENCE_STATES),
  remaining: z.union([count, z.literal(false)]),
  returns: z.union([count, z.literal(false)]),
  /** True if the licence belongs to the media library of the district. */
  is_mediathek: z.boolean(),
  /** Seat of the user, or `null`. */
  seat: z.object({ id: z.uuid(), state: z.enum(['assigned', 'in_use']), code_id: z.uuid().nullable() }).nullable(),
  can: z.object({ take: z.boolean(), giveBack: z.boolean(), manage: z.boolean() }),
});
export type OwnLicence = z.output<typeof OwnLicence>;

/** Terms of a licence that was entered manually. */
const terms = {
  valid_from: day.nullable(),
  runtime: z.enum(RUNTIMES),
  runtime_days: z.int().min(1).max(3_660).nullable(),
  valid_to: day.nullable(),
  seats: z.int().min(0).max(MAX_SEATS),
  returns_left: z.int().min(0).max(MAX_SEATS).nullable(),
  audience: z.enum(LICENCE_AUDIENCES),
  rights: Rights,
  licensor: line(200),
  purchase_ref: line(200),
};
const price = z.int().min(0).max(MAX_LICENCE_PRICE).nullable();

export const NewLicence = z.object({
  mediaId: z.string().trim().min(1).max(200),
  scope: z.enum(ENTERED_SCOPES),
  /** ID of a school of the district. Defaults to the user's school, or to the district itself. */
  school_id: z.string().max(80).nullish(),
  valid_from: terms.valid_from.default(null),
  runtime: terms.runtime.default('until_date'),
  runtime_days: terms.runtime_days.default(null),
  valid_to: terms.valid_to.default(null),
  seats: terms.seats.default(0),
  returns_left: terms.returns_left.default(null),
  audience: terms.audience.default('all'),
  rights: terms.rights.prefault({}),
  licensor: terms.licensor.default(''),
  purchase_ref: terms.purchase_ref.default(''),
  price: price.default(null),
});
export type NewLicence = z.output<typeof NewLicence>;

export const LicenceChange = z.object({
  version,
  valid_from: terms.valid_from.optional(),
  valid_to: terms.valid_to.optional(),
  seats: terms.seats.optional(),
  returns_left: terms.returns_left.optional(),
  audience: terms.audience.optional(),
  rights: terms.rights.optional(),
  licensor: terms.licensor.optional(),
  hidden: z.boolean().optional(),
  warn_below: z.int().min(0).max(MAX_SEATS).nullable().optional(),
  price: price.optional(),
});
export type LicenceChange = z.output<typeof LicenceChange>;

/** Rights of teachers to the school's seats: to take one for themselves, and to assign seats to the classes they teach. */
const TeachersMay = z.object({ teachers_take: z.boolean(), teachers_assign: z.boolean() });

/** The endpoints admit all users, because rights depend on the licence (docs/behaviour/licences.md#rights). */
export const licences = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/licences',
    summary: 'Licences of the school or district with their use, filtered and sorted',
    access: 'user',
    query: z.object({
      ...page,
      ...ListedLicences,
    }),
    reply: pageOf(Licence).extend({
      /** Totals that ignore the filter: active licences, those that end soon, and those unused for 90 days. */
      sums: z.object({ current: count, expiring: count, unused: count, seats: count, taken: count, in_use: count }),
      /** `forSchools` is true if the user may create licences for the district and its schools. */
      can: z.object({ create: z.boolean(), forSchools: z.boolean() }),
      /** Settings of the user's school, or `null` for a district. */
      settings: TeachersMay.nullable(),
    }),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/v1/licences/choices',
    summary: 'Filter values of the licence list: publishers and schools with licences',
    access: 'user',
    reply: z.object({ licensors: z.array(z.string()), schools: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  media: endpoint({
    method: 'GET',
    path: '/api/v1/licences/media',
    summary: 'Media of the catalogue for a new licence, at most 8; `free` ones need none',
    access: 'user',
    query: z.object({ q: text(200).default('') }),
    reply: z.object({ items: z.array(Medium.extend({ producer: z.string(), year: z.int().nullable(), free: z.boolean() })) }),
  }),
  schools: endpoint({
    method: 'GET',
    path: '/api/v1/licences/schools',
    summary: "Schools of the user's district by part of name, number or place, at most 20",
    access: 'user',
    query: z.object({ q: text(100).default('') }),
    reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), about: z.string() })) }),
  }),
  settings: endpoint({
    method: 'PUT',
    path: '/api/v1/licences/settings',
    summary: 'Set whether teachers of the school may claim seats',
    access: 'schoolAdmin',
    body: TeachersMay.partial(),
    reply: TeachersMay,
  }),
  ofMedium: endpoint({
    method: 'GET',
    path: '/api/v1/licences/of/{mediaId}',
    summary: 'Licences by which the user has or could have a medium; `code` names one by its code or id',
    access: 'user',
    params: byMediaId,
    query: z.object({ code: z.uuid().optional() }),
    reply: z.object({ items: z.array(OwnLicence) }),
  }),
  redeem: endpoint({
    method: 'POST',
    path: '/api/v1/licences/redeem',
    summary: 'Redeem a code for a seat',
    access: 'user',
    body: z.object({ code: z.string().trim().min(4).max(100) }),
    reply: z.object({ medium: Medium, valid_to: day.nullable() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/licences',
    summary: 'Enter a licence',
    access: 'user',
    body: NewLicence,
    reply: Licence,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/licences/{id}',
    summary: 'A licence with its latest events, by its id or that of one of its codes',
    access: 'user',
    params: byId,
    reply: Licence.extend({ events: z.array(LicenceEvent) }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/v1/licences/{id}',
    summary: 'Change the terms of a manually entered licence; hide any licence, or set its alert',
    access: 'user',
    params: byId,
    body: LicenceChange,
    reply: Licence,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/api/v1/licences/{id}/withdraw',
    summary: 'Withdraw a licence permanently; its seats end',
    access: 'user',
    params: byId,
    reply: Licence,
  }),
};
