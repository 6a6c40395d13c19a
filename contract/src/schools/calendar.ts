/** What waits and what ends at a school or in a district, day by day: licences, budgets, what is to be paid, what is deleted (docs/behaviour/licences.md#calendar). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { done, endpoint } from '../endpoint.ts';
import { count, day, line, moment, named } from '../fields.ts';
import { page, pageOf } from '../paging.ts';

/**
 * `licence`: its last day; `package`: of licences, lies ready and was not fetched until then; `budget`: the last day of the school year it is for; `invoice`: due; `order`: on invoice, ends where nobody accepts it;
 * `deletion`: the portal deletes something on this day.
 */
export const END_KINDS = ['licence', 'package', 'budget', 'invoice', 'order', 'deletion'] as const;
export type EndKind = (typeof END_KINDS)[number];

/** What is deleted: `closing`: the school is closed, and deleted later. */
export const DELETED = ['accounts', 'classes', 'codes', 'trials', 'orders', 'closing', 'school'] as const;

/** Ends within so many days. */
export const END_DAYS = ['30', '90', '365'] as const;

export const End = z.object({
  kind: z.enum(END_KINDS),
  on: day,
  /** Of the licence or the order; null where nothing is opened. */
  id: z.uuid().nullable(),
  /** The medium, who supplied the package, or the number of the order. */
  title: z.string(),
  /** Of the medium of a licence. */
  identifier: z.string().nullable(),
  /** Null: of the district itself. */
  school: named(z.string()).nullable(),
  /** Of a licence of the district, where a school is looked at. */
  by_district: z.boolean(),
  deleted: z.enum(DELETED).nullable(),
  /** How many are deleted, or licences of the package. */
  count,
  /** What is to be paid, or what is left of the budget; below nothing where more was spent. */
  cents: z.int().nullable(),
  /** All of the budget. */
  whole: z.int().nullable(),
  /** `open`: the licence has a page for the person, where they also ask what would be missing without it. */
  can: z.object({ open: z.boolean() }),
});
export type End = z.output<typeof End>;

const administrator = { access: 'administrator', advancedView } as const;
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

export const schoolCalendar = {
  ends: endpoint({
    ...administrator,
    method: 'GET',
    path: '/api/v1/schools/calendar',
    summary: 'What ends from today on, the next in front, and what is overdue: of a school, or of the own district with all its schools',
    query: z.object({
      ...page,
      /** Empty: the own school, or the own district. */
      school: z.string().max(80).default(''),
      kind: z.union([z.literal(''), z.enum(END_KINDS)]).default(''),
      days: z.union([z.literal(''), z.enum(END_DAYS)]).default(''),
      month: z.union([z.literal(''), month]).default(''),
    }),
    reply: pageOf(End).extend({
      /** Months in which something of what was asked for ends, whichever is chosen; at most 24. */
      months: z.array(z.object({ month, count })),
      /** Ends within thirty and ninety days, of all kinds. */
      soon: z.object({ in30: count, in90: count }),
    }),
  }),
  waiting: endpoint({
    ...administrator,
    method: 'GET',
    path: '/api/v1/schools/waiting',
    summary: 'What waits for a decision: of the own school orders, trials and wishes; of the own district orders on invoice',
    reply: z.object({ orders: count, trials: count, wishes: count }),
  }),
  feed: endpoint({
    ...administrator,
    method: 'GET',
    path: '/api/v1/schools/calendar/feed',
    summary: 'Since when a calendar may follow what ends; null: none may',
    reply: z.object({ made_at: moment.nullable() }),
  }),
  makeFeed: endpoint({
    ...administrator,
    method: 'POST',
    path: '/api/v1/schools/calendar/feed',
    summary: 'A new secret address for a calendar that follows what ends at the own school or in the own district; the one before ends',
    body: z.object({}),
    reply: z.object({ path: z.string() }),
  }),
  endFeed: endpoint({
    ...administrator,
    method: 'DELETE',
    path: '/api/v1/schools/calendar/feed',
    summary: 'No calendar follows what ends any more',
    reply: done,
  }),
  feedFile: endpoint({
    access: 'user',
    guests: 'always',
    method: 'GET',
    path: '/api/v1/schools/calendar/feed/{token}',
    summary: 'What ends, as a calendar file, while whoever made the address manages the school or the district',
    params: z.object({ token: line(64) }),
    heavy: true,
    reply: 'stream',
  }),
};
