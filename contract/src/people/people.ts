/** User administration of a school or district (docs/behaviour/people.md#actions). */
import { Obligation } from '../accounts/obligations.ts';
import { z } from 'zod';
import { byId, moment, named, personName, text, version } from '../fields.ts';
import { AccountState } from '../accounts/states.ts';
import { advancedView } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { CAPABILITIES, ASSIGNABLE_ROLES, PERSON_KINDS, PERSON_ROLES, PERSON_SORTS, STATE_FILTERS } from './rules.ts';
import { page, pageOf } from '../paging.ts';
import { TABLE_FORMATS, tableQuery } from '../table-file.ts';
import { TABLE_BODY, RecognisedTable, tableFile } from '../tables/tables.ts';

export * from './rules.ts';

/** A user as displayed to administrators. */
export const PersonEntry = z.object({
  id: z.uuid(),
  vorname: z.string(),
  name: z.string(),
  email: z.string(),
  username: z.string(),
  role: z.enum(PERSON_ROLES),
  school: named(z.string()).nullable(),
  school_admin: z.boolean(),
  district_admin: z.boolean(),
  capabilities: z.array(z.enum(CAPABILITIES)),
  state: AccountState,
  state_since: moment,
  state_reason: z.string(),
  /** Month of the latest sign-in. The day is withheld for privacy. */
  last_sign_in: z
    .string()
    .regex(/^\d{4}-\d{2}$/)
    .nullable(),
  created_at: moment,
  /** School that the user entered at registration because it was not in the list. */
  school_wish: z.string(),
  version,
  can: z.object({
    approve: z.boolean(),
    decline: z.boolean(),
    block: z.boolean(),
    unblock: z.boolean(),
    giveAdmin: z.boolean(),
    takeAdmin: z.boolean(),
    /** Change the role to teacher, other staff or learner. */
    setRole: z.boolean(),
    setCapabilities: z.boolean(),
    sendLink: z.boolean(),
    /** Correct the user's name. */
    rename: z.boolean(),
    exportData: z.boolean(),
    erase: z.boolean(),
    /** Cancel the erasure of the account. */
    keep: z.boolean(),
    remove: z.boolean(),
    assignSchool: z.boolean(),
  }),
});
export type PersonEntry = z.output<typeof PersonEntry>;

/** Result of one line of an import. */
export const ImportRow = z.object({
  line: z.int(),
  vorname: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** Name of the school if the table covers several schools, otherwise ''. */
  school: z.string(),
  /** `new` creates an account, `join` adds an existing user without a school, `here` is already a member. `error` is explained by `problem`. */
  result: z.enum(['new', 'join', 'here', 'error']),
  problem: z.object({ field: z.string(), rule: z.string() }).nullable(),
});
export type ImportRow = z.output<typeof ImportRow>;

const reason = text(500);
const access = 'administrator';

const ListedPeople = {
  q: text(100).default(''),
  /** Id of a school of the district, or `none` for users without a school. */
  school: text(80).default(''),
  state: z.enum(STATE_FILTERS).default('all'),
  kind: z.enum(PERSON_KINDS).default('all'),
  /** Class of the user's school. Only school administrators can filter by class. */
  class: z.union([z.literal(''), z.uuid()]).default(''),
  sort: z.enum(PERSON_SORTS).default('name'),
};

export const people = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/people',
    summary: 'People of the school, or of all schools of the district; words match the start of names, user names and addresses',
    access,
    advancedView,
    query: z.object({ ...page, ...ListedPeople }),
    reply: pageOf(PersonEntry).extend({
      /** Number of users waiting for approval. The school filter applies, all other filters are ignored. */
      waiting: z.int(),
    }),
  }),
  exportList: endpoint({
    method: 'GET',
    path: '/api/v1/people/export',
    summary: 'Filtered people as a table',
    access,
    advancedView,
    query: z.object({ ...ListedPeople, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/people/{id}',
    summary: 'One person',
    access,
    advancedView,
    params: byId,
    reply: PersonEntry,
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/v1/people/{id}/approve',
    summary: 'Approve a registration and notify the person',
    access,
    advancedView,
    params: byId,
    body: z.object({ version }),
    reply: PersonEntry,
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/v1/people/{id}/decline',
    summary: 'Decline a registration with a reason and notify the person; the data is deleted after 30 days',
    access,
    advancedView,
    params: byId,
    body: z.object({ version, reason: reason.min(1) }),
    reply: PersonEntry,
  }),
  undoDecision: endpoint({
    method: 'POST',
    path: '/api/v1/people/{id}/decision/undo',
    summary: 'Undo the decision on a registration, until the mail about it is sent',
    access,
    advancedView,
    params: byId,
    reply: PersonEntry,
  }),
  block: endpoint({
    method: 'POST',
    path: '/api/v1/people/{id}/block',
    summary: 'Block an account; all its sessions end',
    access,
    advancedView,
    params: byId,
    body: z.object({ version, reason: reason.default('') }),
    reply: PersonEntry,
  }),
  unblock: endpoint({
    method: 'POST',
    path: '/api/v1/people/{id}/unblock',
    summary: 'Unblock an account',
    access,
    advancedView,
    params: byId,
    body: z.object({ version }),
    reply: PersonEntry,
  }),
  rights: endpoint({
    method: 'PATCH',
    path: '/api/v1/people/{id}/rights',
    summary: 'Change school administration and role (school, district), and capabilities (district)',
    access,
    advancedView,
    params: byId,
    body: z.object({
      version,
      school_admin: z.boolean().optional(),
      role: z.enum(ASSIGNABLE_ROLES).optional(),
      capabilities: z.array(z.enum(CAPABILITIES)).max(CAPABILITIES.length).optional(),
    }),
    reply: PersonEntry,
  }),
  sendLink: endpoint({
    method: 'POST',
    path: '/api/v1/people/{id}/reset-link',
    summary: 'Send the person a link to set a new password',
    access,
    advancedView,
    params: byId,
    reply: z.object({ ok: z.literal(true) }),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v1/people/{id}/remove',
    summary: 'Remove a person from the school; seats of its licences are released, the account stays',
    access,
    advancedView,
    params: byId,
    body: z.object({ version }),
    reply: z.object({ seats: z.int() }),
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/v1/people/{id}/name',
    summary: 'Correct the name of a person and notify them (GDPR art. 16)',
    access,
    advancedView,
    params: byId,
    body: z.object({ version, vorname: personName.min(1), name: personName.min(1) }),
    reply: PersonEntry,
  }),
  exportData: endpoint({
    method: 'GET',
    path: '/api/v1/people/{id}/data',
    summary: 'Stored data of a person without reading history, searches and bookmarks (GDPR art. 15); the person is notified',
    access,
    advancedView,
    params: byId,
    query: z.object({ ...tableQuery, format: z.enum(['json', ...TABLE_FORMATS]).default('json') }),
    heavy: true,
    reply: 'stream',
  }),
  obligations: endpoint({
    method: 'GET',
    path: '/api/v1/people/{id}/obligations',
    summary: 'Loans, orders and amounts that prevent the deletion of an account',
    access,
    advancedView,
    params: byId,
    reply: z.object({ items: z.array(Obligation) }),
  }),
  erase: endpoint({
    method: 'POST',
    path: '/api/v1/people/{id}/erase',
    summary: 'Schedule the erasure of an account in 14 days (GDPR art. 17); ends all sessions and notifies the person',
    access,
    advancedView,
    params: byId,
    body: z.object({ version, reason: reason.default('') }),
    reply: PersonEntry,
  }),
  keep: endpoint({
    method: 'POST',
    path: '/api/v1/people/{id}/keep',
    summary: 'Cancel the erasure of an account; a blocked account is blocked again',
    access,
    advancedView,
    params: byId,
    body: z.object({ version }),
    reply: PersonEntry,
  }),
  assignSchool: endpoint({
    method: 'POST',
    path: '/api/v1/people/{id}/school',
    summary: 'Assign a person without a school to one of the district',
    access: 'districtAdmin',
    params: byId,
    body: z.object({ version, school: z.string().min(1).max(80) }),
    reply: PersonEntry,
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/v1/people/import',
    summary: 'Import people from a table: with `dry_run` a preview, otherwise all or nothing; new people get a mail',
    access,
    advancedView,
    bodyLimit: TABLE_BODY,
    body: z.object({
      /** Defaults to the user's school. In tables of district administrators, each row contains its school number instead. */
      school: z.string().max(80).optional(),
      ...tableFile,
      dry_run: z.boolean(),
      /** Skips invalid lines. By default, one invalid line cancels the import. */
      skip_errors: z.boolean().default(false),
    }),
    reply: z.object({
      table: RecognisedTable,
      rows: z.array(ImportRow),
      created: z.int(),
      joined: z.int(),
      here: z.int(),
      errors: z.int(),
      /** Number of users that were added to classes. */
      placed: z.int(),
    }),
  }),
};
