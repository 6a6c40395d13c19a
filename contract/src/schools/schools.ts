/**
 * Endpoints for the page of a school, its licences and figures, and for the administration of a district's schools
 * (docs/behaviour/schools.md#fields).
 */
import { z } from 'zod';
import { addressOrEmpty, count, day, emailOrEmpty, line, named, text, version } from '../fields.ts';
import { advancedView } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { LICENCE_SCOPES, LICENCE_STATES } from '../licences/rules.ts';
import { page, pageOf } from '../paging.ts';
import { schoolCalendar } from './calendar.ts';
import { schoolImport } from './import.ts';
import { schoolNumbers } from './numbers.ts';
import { SchoolSettings } from './settings.ts';
import { CLOSING_KINDS, LOGO_BYTES, maskProblem, SCHOOL_STATES } from './rules.ts';
import { tableQuery } from '../table-file.ts';

export * from './rules.ts';
export { SchoolSettings };

/** Fields of a school that administrators can edit. */
export const schoolFields = {
  name: line(160).min(1),
  number: line(20).min(1),
  kind: line(80),
  street: line(120),
  postcode: z.union([z.literal(''), z.string().regex(/^\d{5}$/)]),
  city: line(80),
  email: emailOrEmpty,
  phone: z.union([
    z.literal(''),
    z
      .string()
      .trim()
      .regex(/^[+(]?[\d][\d\s()/-]{2,29}$/),
  ]),
  website: addressOrEmpty(300),
};

export const School = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  kind: z.string(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  email: z.string(),
  phone: z.string(),
  website: z.string(),
  district: named(z.string()),
  /** Address of the logo; null if the school has none. */
  logo: z.string().nullable(),
  state: z.enum(SCHOOL_STATES),
  state_reason: z.string(),
  closes_on: day.nullable(),
  /** Day on which a closed school will be deleted; null in any other state. */
  erased_on: day.nullable(),
  /** Settings of the school; null if the user cannot change them. */
  settings: SchoolSettings.nullable(),
  version,
  can: z.object({
    /** Edit the contact data, website, logo and settings. */
    editContact: z.boolean(),
    /** Edit the name, number, kind and address. */
    editHead: z.boolean(),
    seeMedia: z.boolean(),
    seePeople: z.boolean(),
    seeNumbers: z.boolean(),
    invite: z.boolean(),
    suspend: z.boolean(),
    resume: z.boolean(),
    close: z.boolean(),
    merge: z.boolean(),
  }),
});
export type School = z.output<typeof School>;

/** A licence on the school's page. */
export const SchoolLicence = z.object({
  id: z.uuid(),
  medium: z.object({ identifier: z.string(), fn_titel: z.string(), fn_typ: z.string(), cover: z.string() }),
  scope: z.enum(LICENCE_SCOPES),
  state: z.enum(LICENCE_STATES),
  valid_to: day.nullable(),
  /** Number of seats; 0 if it is unlimited. */
  seats: count,
  taken: count,
  remaining: z.union([count, z.literal(false)]),
  /** True if the school uses its share of a district licence; `seats` is the size of the share. */
  share: z.boolean(),
  /** Id in the address `/school/{mediaId}/{codeId}`: the id of one of the licence's codes, or of the licence itself. */
  code_id: z.uuid(),
});
export type SchoolLicence = z.output<typeof SchoolLicence>;

export const SCHOOL_MEDIA_FILTERS = ['current', 'expiring', 'free_seats'] as const;

export const SCHOOL_SORTS = ['name', '-name', 'number', '-number', 'city', '-city', 'people', '-people'] as const;
export type SchoolSort = (typeof SCHOOL_SORTS)[number];

/** A school in the list of the district's schools. */
export const SchoolLine = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  kind: z.string(),
  postcode: z.string(),
  city: z.string(),
  email: z.string(),
  state: z.enum(SCHOOL_STATES),
  closes_on: day.nullable(),
  version,
  people: count,
  waiting: count,
  administrators: count,
});
export type SchoolLine = z.output<typeof SchoolLine>;

const id = z.object({ id: z.string().min(1).max(80) });
const ofAll = {
  q: text(100).default(''),
  state: z.enum(['all', ...SCHOOL_STATES]).default('all'),
  sort: z.enum(SCHOOL_SORTS).default('name'),
};

const ListedMedia = {
  q: text(100).default(''),
  show: z.enum(SCHOOL_MEDIA_FILTERS).default('current'),
  typ: text(20).default(''),
};

export const schools = {
  ...schoolNumbers,
  ...schoolCalendar,
  ...schoolImport,
  own: endpoint({
    method: 'GET',
    path: '/api/v1/school',
    summary: 'School of the user and its other administrators; null without one',
    access: 'user',
    advancedView,
    reply: z.object({
      school: School.nullable(),
      /** Other administrators of the school; `email` may be empty. Not returned to learners. */
      contacts: z.array(named(z.uuid()).extend({ email: z.string() })).optional(),
    }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}',
    summary: "A school: the user's own, or one of the district",
    access: 'user',
    advancedView,
    params: id,
    reply: School,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/v1/schools/{id}',
    summary: 'Change contact and settings (school), also name, number and address (district)',
    access: 'administrator',
    advancedView,
    params: id,
    body: z.object({ version, ...z.object(schoolFields).partial().shape, settings: SchoolSettings.optional() }),
    reply: School,
  }),
  setLogo: endpoint({
    method: 'PUT',
    path: '/api/v1/schools/{id}/logo',
    summary: 'Set the logo of a school: PNG or SVG in base64, at most 500 kB',
    access: 'administrator',
    advancedView,
    params: id,
    bodyLimit: 1_000_000,
    body: z.object({ version, content: z.base64().max(Math.ceil((LOGO_BYTES * 4) / 3) + 4) }),
    reply: School,
  }),
  removeLogo: endpoint({
    method: 'POST',
    path: '/api/v1/schools/{id}/logo/remove',
    summary: 'Remove the logo of a school',
    access: 'administrator',
    advancedView,
    params: id,
    body: z.object({ version }),
    reply: School,
  }),
  logo: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/logo/{file}',
    summary: 'Logo of a school',
    access: 'user',
    guests: 'always',
    params: id.extend({ file: z.string().regex(/^[0-9a-f]{64}$/) }),
    reply: 'stream',
  }),
  media: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/media',
    summary: 'Licences of the school: all for staff, those for everyone for learners',
    access: 'user',
    advancedView,
    params: id,
    query: z.object({ ...page, ...ListedMedia }),
    reply: pageOf(SchoolLicence).extend({ types: z.array(z.object({ value: z.string(), label: z.string(), count })) }),
  }),
  exportMedia: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/media/export',
    summary: 'Filtered licences of the school as a table',
    access: 'user',
    advancedView,
    params: id,
    query: z.object({ ...ListedMedia, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/schools',
    summary: 'All schools of the district',
    access: 'districtAdmin',
    query: z.object({ ...page, ...ofAll }),
    reply: pageOf(SchoolLine).extend({
      /** Pattern of school numbers: `#` matches a digit, `@` a letter, any other character itself. '' allows any number. */
      number_pattern: z.string(),
      sums: z.object({ schools: count, waiting: count }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/schools',
    summary: 'Add a school to the district',
    access: 'districtAdmin',
    body: z.object({
      name: schoolFields.name,
      number: schoolFields.number,
      kind: schoolFields.kind.default(''),
      street: schoolFields.street.default(''),
      postcode: schoolFields.postcode.default(''),
      city: schoolFields.city.default(''),
      email: schoolFields.email.default(''),
      phone: schoolFields.phone.default(''),
      website: schoolFields.website.default(''),
    }),
    reply: School,
  }),
  numberPattern: endpoint({
    method: 'PUT',
    path: '/api/v1/schools/number-pattern',
    summary: 'Set the pattern of school numbers in the district',
    access: 'districtAdmin',
    body: z.object({ number_pattern: text(20).refine((mask) => maskProblem(mask) === null, { message: 'format' }) }),
    reply: z.object({ number_pattern: z.string() }),
  }),
  state: endpoint({
    method: 'POST',
    path: '/api/v1/schools/{id}/state',
    summary: 'Suspend, resume, schedule closing, close, or reopen a school',
    access: 'districtAdmin',
    params: id,
    body: z.discriminatedUnion('to', [
      z.object({ to: z.literal('suspended'), version, reason: text(500).min(1) }),
      z.object({ to: z.literal('active'), version }),
      z.object({ to: z.literal(CLOSING_KINDS[0]), version, closes_on: day }),
      z.object({ to: z.literal(CLOSING_KINDS[1]), version }),
    ]),
    reply: School,
  }),
  merge: endpoint({
    method: 'POST',
    path: '/api/v1/schools/{id}/merge',
    summary: 'Move people, licences and seats to another school and close this one',
    access: 'districtAdmin',
    params: id,
    body: z.object({ version, into: z.string().min(1).max(80), dry_run: z.boolean().default(false) }),
    reply: z.object({ people: count, licences: count, seats: count, invitations: count }),
  }),
  exportData: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/data',
    summary: 'Stored data of a school as JSON: people, licences, invitations, classes, learner codes, requests',
    access: 'administrator',
    advancedView,
    params: id,
    query: z.object({ lang: tableQuery.lang }),
    heavy: true,
    reply: 'stream',
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/schools/export',
    summary: 'All schools of the district as a table',
    access: 'districtAdmin',
    query: z.object({ ...ofAll, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
};
