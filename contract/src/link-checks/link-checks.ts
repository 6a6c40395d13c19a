/** Regular checks of the web addresses of media (docs/behaviour/link-checks.md). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { byIdentifier, day, identifier, moment } from '../fields.ts';
import { page, pageOf } from '../paging.ts';
import { tableQuery } from '../table-file.ts';

/** Number of days between two checks of a working URL, and of a failing one. */
export const CHECK_DAYS = { good: 7, bad: 1 } as const;

/** Reasons why a check fails. */
export const LINK_PROBLEMS = [
  /** HTTP status 404 or 410. */
  'gone',
  /** Any other HTTP error status. */
  'refused',
  /** DNS, connection or certificate error. */
  'unreachable',
  'timeout',
  'redirect',
  /** The portal does not check such URLs. */
  'address',
] as const;
export type LinkProblem = (typeof LINK_PROBLEMS)[number];

/** States of a URL. */
export const CHECKED_LINK_STATES = [
  /** The URL has failed on two days. */
  'dead',
  /** The URL has failed on one day. */
  'failing',
  /** The URL is not checked. */
  'unasked',
] as const;
export type LinkState = (typeof CHECKED_LINK_STATES)[number];

const Check = z.object({
  identifier,
  fn_titel: z.string(),
  url: z.string(),
  state: z.enum(CHECKED_LINK_STATES),
  problem: z.enum(LINK_PROBLEMS),
  /** HTTP status of the last reply, or `null` if there was none. */
  status: z.int().nullable(),
  /** Day on which the URL first failed. */
  since: day,
  checked_at: moment,
});
export type LinkCheck = z.output<typeof Check>;

const gate = { access: 'catalogueEditor', setting: 'LinkCheck' } as const;

export const linkChecks = {
  list: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/link-checks',
    summary: 'Media with a broken address, longest failing first',
    query: z.object({ ...page, state: z.enum(CHECKED_LINK_STATES).default('dead') }),
    reply: pageOf(Check).extend({ counts: z.record(z.enum(CHECKED_LINK_STATES), z.int()) }),
  }),
  exportList: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/link-checks/export',
    summary: 'Media with a broken address as a table',
    query: z.object({ state: z.enum(CHECKED_LINK_STATES).default('dead'), ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  ofMedium: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/link-checks/{identifier}',
    summary: 'Known problem of the address of a medium; null if none',
    params: byIdentifier,
    reply: z.object({ check: Check.nullable() }),
  }),
  checkNow: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/link-checks/{identifier}',
    summary: 'Check the address of a medium now; null if it works',
    params: byIdentifier,
    reply: z.object({ check: Check.nullable() }),
  }),
};
