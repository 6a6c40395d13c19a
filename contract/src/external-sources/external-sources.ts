/** External sources: what an administrator of the district says of them, and the search over all of them (docs/behaviour/external-sources.md). */
import { z } from 'zod';
import { byId, count, line, moment, version } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { KINDS, SOURCE_LIMITS } from './sources.ts';

const address = z.url({ protocol: /^https?$/ }).max(SOURCE_LIMITS.address);

/** What may be said of a source. */
const fields = {
  kind: z.enum(KINDS),
  label: line(SOURCE_LIMITS.label).min(1),
  address,
  /** Metadata set, record format or context, as the kind wants it. */
  scope: line(SOURCE_LIMITS.scope).default(''),
  /** With a key: name and password; a key alone is sent as a bearer token. */
  account: line(SOURCE_LIMITS.account).default(''),
};

const marks = {
  enabled: z.boolean().default(false),
  /** Only teachers and other staff. */
  teachers_only: z.boolean().default(false),
  /** Its pages have advertising: learners are not led there. */
  advertising: z.boolean().default(false),
  /** Its pages ask to sign in. */
  sign_in: z.boolean().default(false),
};
/** Absent: the one that is kept stays. '' takes it away. */
const key = z.string().trim().max(SOURCE_LIMITS.key).optional();

/** Why a source gave nothing. `address`: one the portal does not speak to; `resting`: it failed too often; `collecting`: the copy of its list is being made. */
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
  /** Whether it answered when the portal asked it last; null: it was not asked yet. */
  check: z
    .object({ at: moment, problem: z.enum(SOURCE_PROBLEMS).nullable(), status: z.int().nullable(), since: moment.nullable() })
    .nullable(),
  version,
});
export type ExternalSource = z.output<typeof ExternalSource>;
const list = z.object({ sources: z.array(ExternalSource) });

export const RemoteHit = z.object({
  /** Which work it is: hits of one answer with the same number are one card. */
  work: z.int(),
  title: z.string(),
  description: z.string(),
  creators: z.string(),
  publisher: z.string(),
  year: z.int().nullable(),
  /** Code of a media type of ours. */
  type: z.string(),
  languages: z.array(z.string()),
  /** Name of the licence, '' where none is told. */
  licence: z.string(),
  /** Of the work; a path of the portal where the source is asked for it when it is opened. */
  address: z.string(),
  /** The same work in the catalogue; `active`: the person may open it. */
  here: z.object({ identifier: z.string(), active: z.boolean() }).nullable(),
});
export type RemoteHit = z.output<typeof RemoteHit>;

/** How it stands with a source. `slow`: no answer in time; `collecting`: the copy of its list is being made. */
export const SOURCE_STATES = ['loading', 'hits', 'failed', 'slow', 'collecting'] as const;

/** The answer is a stream of server-sent events: first the sources that are asked, then one event for each, in the order in which they answer. */
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
    /** How many it has altogether, where it says so. */
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
    summary: 'Search the external sources of the district; server-sent events, as each of them answers',
    access: 'user',
    setting: ['Search', 'ExternSearch'],
    query: z.object({ q: line(SOURCE_LIMITS.words).min(1) }),
    reply: 'stream',
  }),
  open: endpoint({
    method: 'GET',
    path: `${PATH}/{id}/open`,
    summary: 'Leads to a work of a source that gives its addresses for a while only; `licence_missing` where it gives none',
    access: 'user',
    setting: ['Search', 'ExternSearch'],
    params: byId,
    query: z.object({ identifier: line(200).min(1) }),
    reply: 'stream',
  }),
  list: endpoint({
    method: 'GET',
    path: PATH,
    summary: 'The external sources of the district, in their order',
    ...gate,
    reply: list,
  }),
  create: endpoint({
    method: 'POST',
    path: PATH,
    summary: 'Add an external source, behind the others',
    ...gate,
    body: z.object({ ...fields, ...marks, key }),
    reply: ExternalSource,
  }),
  change: endpoint({
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Change an external source; without `key` the one that is kept stays',
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
    summary: 'The order in which the sources are shown; those that are not named come last',
    ...gate,
    body: z.object({ ids: z.array(z.uuid()).max(SOURCE_LIMITS.sources) }),
    reply: list,
  }),
  test: endpoint({
    method: 'POST',
    path: `${PATH}/test`,
    summary: 'Ask a source as it is entered, without keeping anything; with `id` by the key that is kept where none is entered',
    ...gate,
    body: z.object({
      ...fields,
      key,
      id: z.uuid().optional(),
      q: line(SOURCE_LIMITS.words).min(1),
    }),
    reply: z.object({
      problem: z.enum(SOURCE_PROBLEMS).nullable(),
      /** HTTP status, where it refused. */
      status: z.int().nullable(),
      milliseconds: count,
      total: count.nullable(),
      titles: z.array(z.string()),
    }),
  }),
};
