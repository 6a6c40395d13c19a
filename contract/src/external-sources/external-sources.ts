/** External sources: settings for district administrators, and the search in all sources (docs/behaviour/external-sources.md). */
import { z } from 'zod';
import { byId, count, line, moment, version } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { KINDS, SOURCE_LIMITS } from './sources.ts';

const address = z.url({ protocol: /^https?$/ }).max(SOURCE_LIMITS.address);

/** Settings of an external source. */
const fields = {
  kind: z.enum(KINDS),
  label: line(SOURCE_LIMITS.label).min(1),
  address,
  /** Metadata set, record format or context, depending on the kind of source. */
  scope: line(SOURCE_LIMITS.scope).default(''),
  /** User name, with which the key is sent as a password. Without a user name, the key is sent as a bearer token. */
  account: line(SOURCE_LIMITS.account).default(''),
};

const marks = {
  enabled: z.boolean().default(false),
  /** True if only teachers and other staff may use the source. */
  teachers_only: z.boolean().default(false),
  /** True if the pages of the source contain advertising. Learners then get no links to them. */
  advertising: z.boolean().default(false),
  /** True if the pages of the source require a sign-in. */
  sign_in: z.boolean().default(false),
};
/** New key. An empty string removes the stored key, and an omitted key leaves it unchanged. */
const key = z.string().trim().max(SOURCE_LIMITS.key).optional();

/**
 * Reasons why a source returns no results. `address` means that connections to its address are not allowed, `resting` that it is paused after too
 * many failures, and `collecting` that its list is still being copied.
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
  /** Number of the group. Hits with the same number are the same work and share a card. */
  work: z.int(),
  title: z.string(),
  description: z.string(),
  creators: z.string(),
  publisher: z.string(),
  year: z.int().nullable(),
  /** Code of the media type in the portal. */
  type: z.string(),
  languages: z.array(z.string()),
  /** Name of the licence, or an empty string if it is unknown. */
  licence: z.string(),
  /** URL of the work, or a path of the portal if the source must be queried when the work is opened. */
  address: z.string(),
  /** The same work in the catalogue, or `null`. `active` means that the user may open it. */
  here: z.object({ identifier: z.string(), active: z.boolean() }).nullable(),
});
export type RemoteHit = z.output<typeof RemoteHit>;

/** States of a source during a search. `slow` means a timeout, and `collecting` that its list is still being copied. */
export const SOURCE_STATES = ['loading', 'hits', 'failed', 'slow', 'collecting'] as const;

/** Server-sent events of a search. The first one lists the sources, followed by one event for each source that answers. */
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
    /** Total number of hits, or `null` if the source does not report it. */
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
      /** HTTP status of a failed request, or `null`. */
      status: z.int().nullable(),
      milliseconds: count,
      total: count.nullable(),
      titles: z.array(z.string()),
    }),
  }),
};
