/** External sources: their settings for district administrators, and the search over all of them (docs/behaviour/external-sources.md). */
import { z } from 'zod';
import { byId, count, line, moment, version } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { KINDS, SOURCE_LIMITS } from './sources.ts';

const address = z.url({ protocol: /^https?$/ }).max(SOURCE_LIMITS.address);

/** Settings of a source. */
const fields = {
  kind: z.enum(KINDS),
  label: line(SOURCE_LIMITS.label).min(1),
  address,
  /** Metadata set, record format or context, depending on the kind. */
  scope: line(SOURCE_LIMITS.scope).default(''),
  /** User name to send with the key as its password; without a name the key is sent as a bearer token. */
  account: line(SOURCE_LIMITS.account).default(''),
};

const marks = {
  enabled: z.boolean().default(false),
  /** True if only teachers and other staff may use it. */
  teachers_only: z.boolean().default(false),
  /** True if its pages have advertising; learners get no links to it. */
  advertising: z.boolean().default(false),
  /** True if its pages require a sign-in. */
  sign_in: z.boolean().default(false),
};
/** New key; absent: the stored one stays; '': it is removed. */
const key = z.string().trim().max(SOURCE_LIMITS.key).optional();

/**
 * Reasons for missing results. `address`: the portal does not connect to it; `resting`: too many failures, paused; `collecting`: the local copy of
 * its list is being built.
 */
export const SOURCE_PROBLEMS = [
  'address',
  'unreachable',
  'timeout',
  'redirect',
  'too_large',
  'refused',
  'bad_reply',
  'resting',
  'collecting',
] as const;
export type SourceProblem = (typeof SOURCE_PROBLEMS)[number];

export const ExternalSource = z.object({
  id: z.uuid(),
  ...z.object(fields).shape,
  ...z.object(marks).shape,
  has_key: z.boolean(),
  /** Result of the latest check, or null before the first one. */
  check: z
    .object({ at: moment, problem: z.enum(SOURCE_PROBLEMS).nullable(), status: z.int().nullable(), since: moment.nullable() })
    .nullable(),
  version,
});
export type ExternalSource = z.output<typeof ExternalSource>;
const list = z.object({ sources: z.array(ExternalSource) });

export const RemoteHit = z.object({
  /** Group number: hits with the same number are one work and one card. */
  work: z.int(),
  title: z.string(),
  description: z.string(),
  creators: z.string(),
  publisher: z.string(),
  year: z.int().nullable(),
  /** Code of the portal's media type. */
  type: z.string(),
  languages: z.array(z.string()),
  /** Name of the licence, '' if unknown. */
  licence: z.string(),
  /** Address of the work; a path of the portal if the source must be queried on opening. */
  address: z.string(),
  /** The same work in the catalogue; `active`: the user may open it. */
  here: z.object({ identifier: z.string(), active: z.boolean() }).nullable(),
});
export type RemoteHit = z.output<typeof RemoteHit>;

/** State of a source in a search. `slow`: timeout; `collecting`: the local copy of its list is being built. */
export const SOURCE_STATES = ['loading', 'hits', 'failed', 'slow', 'collecting'] as const;

/** Server-sent events of a search: first the list of sources, then one event for each source as it answers. */
export const RemoteEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('sources'),
    sources: z.array(
      z.object({ id: z.uuid(), label: z.string(), advertising: z.boolean(), sign_in: z.boolean(), teachers_only: z.boolean() }),
    ),
  }),
  z.object({
    event: z.literal('source'),
    id: z.uuid(),
    state: z.enum(SOURCE_STATES),
    /** Total number of hits, if the source reports it. */
    total: count.nullable(),
    hits: z.array(RemoteHit),
  }),
]);
export type RemoteEvent = z.output<typeof RemoteEvent>;

const gate = { access: 'districtAdmin', setting: ['Search', 'ExternSearch'] } as const;
const PATH = '/api/v1/external-sources';

export const externalSources = {
  remoteSearch: endpoint({
    method: 'GET',
    path: '/api/v1/media/search/remote',
    summary: 'Search the external sources of the district; server-sent events with the results of each source',
    access: 'user',
    setting: ['Search', 'ExternSearch'],
    query: z.object({ q: line(SOURCE_LIMITS.words).min(1) }),
    reply: 'stream',
  }),
  open: endpoint({
    method: 'GET',
    path: `${PATH}/{id}/open`,
    summary: 'Redirect to a work whose source provides temporary addresses; `licence_missing` if it provides none',
    access: 'user',
    setting: ['Search', 'ExternSearch'],
    params: byId,
    query: z.object({ identifier: line(200).min(1) }),
    reply: 'stream',
  }),
  list: endpoint({
    method: 'GET',
    path: PATH,
    summary: 'External sources of the district in their order',
    ...gate,
    reply: list,
  }),
  create: endpoint({
    method: 'POST',
    path: PATH,
    summary: 'Add an external source at the end',
    ...gate,
    body: z.object({ ...fields, ...marks, key }),
    reply: ExternalSource,
  }),
  change: endpoint({
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Change an external source; without `key` the stored one stays',
    ...gate,
    params: byId,
    body: z.object({ ...fields, ...marks, key, version }),
    reply: ExternalSource,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Remove an external source with its key',
    ...gate,
    params: byId,
    reply: done,
  }),
  order: endpoint({
    method: 'PUT',
    path: `${PATH}/order`,
    summary: 'Reorder the sources; omitted ones come last',
    ...gate,
    body: z.object({ ids: z.array(z.uuid()).max(SOURCE_LIMITS.sources) }),
    reply: list,
  }),
  test: endpoint({
    method: 'POST',
    path: `${PATH}/test`,
    summary: 'Test the entered settings of a source without storing them; with `id`, a missing key is taken from the stored source',
    ...gate,
    body: z.object({
      ...fields,
      key,
      id: z.uuid().optional(),
      q: line(SOURCE_LIMITS.words).min(1),
    }),
    reply: z.object({
      problem: z.enum(SOURCE_PROBLEMS).nullable(),
      /** HTTP status of a failed request. */
      status: z.int().nullable(),
      milliseconds: count,
      total: count.nullable(),
      titles: z.array(z.string()),
    }),
  }),
};
