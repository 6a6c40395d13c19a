/** Deadlines of a school or district: licences, budgets, due payments, deletions (docs/behaviour/licences.md#calendar). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { done, endpoint } from '../endpoint.ts';
import { count, day, line, moment, named } from '../fields.ts';
import { page, pageOf } from '../paging.ts';

/**
 * Kinds of deadlines. A `package` deadline is the last day for fetching a licence package, a `budget` deadline the last day of the school year, and an
 * `order` deadline the last day for accepting an invoice order. An `invoice` deadline is the due date, and a `deletion` deadline a scheduled deletion.
 */
export const DEADLINE_KINDS = ['licence', 'package', 'budget', 'invoice', 'order', 'deletion'] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** Objects that will be deleted. `closing` is a school that is closed on the day and deleted later. */
export const DELETED = ['accounts', 'classes', 'codes', 'trials', 'orders', 'closing', 'school'] as const;

/** Number of days ahead for which deadlines can be listed. */
export const DEADLINE_DAYS = ['30', '90', '365'] as const;

export const Deadline = z.object({
  kind: z.enum(DEADLINE_KINDS),
  on: day,
  /** Id of the licence or order; null if the user cannot open it. */
  id: z.uuid().nullable(),
  /** Title of the licensed medium, supplier of the licence package, or number of the order. */
  title: z.string(),
  /** Identifier of the licensed medium; null for other kinds. */
  identifier: z.string().nullable(),
  /** School that the deadline concerns; null for the district itself. */
  school: named(z.string()).nullable(),
  /** True for a licence of the district in the calendar of a school. */
  by_district: z.boolean(),
  deleted: z.enum(DELETED).nullable(),
  /** Number of objects to be deleted, or of licences in the package. */
  count,
  /** Amount due or remaining budget in cents; negative if the budget is overspent. */
  cents: z.int().nullable(),
  /** Total budget in cents. */
  whole: z.int().nullable(),
  /** `open` is true if the user can open the page of the licence. */
  can: z.object({ open: z.boolean() }),
});
export type Deadline = z.output<typeof Deadline>;

const administrator = { access: 'administrator', advancedView } as const;
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);

export const schoolCalendar = {
  ends: endpoint({
    ...administrator,
    method: 'GET',
    path: '/api/v1/schools/calendar',
    summary: 'Upcoming and overdue deadlines of a school, or of the district with all its schools; next first',
    query: z.object({
      ...page,
      /** Defaults to the user's school or district. */
      school: z.string().max(80).default(''),
      kind: z.union([z.literal(''), z.enum(DEADLINE_KINDS)]).default(''),
      days: z.union([z.literal(''), z.enum(DEADLINE_DAYS)]).default(''),
      month: z.union([z.literal(''), month]).default(''),
    }),
    reply: pageOf(Deadline).extend({
      /** Months that contain deadlines, at most 24. The selected month is ignored. */
      months: z.array(z.object({ month, count })),
      /** Number of deadlines of all kinds within the next 30 and 90 days. */
      soon: z.object({ in30: count, in90: count }),
    }),
  }),
  waiting: endpoint({
    ...administrator,
    method: 'GET',
    path: '/api/v1/schools/waiting',
    summary: 'Pending decisions: orders, trials and requests of the school, orders on invoice of the district',
    reply: z.object({ orders: count, trials: count, wishes: count }),
  }),
  feed: endpoint({
    ...administrator,
    method: 'GET',
    path: '/api/v1/schools/calendar/feed',
    summary: 'Creation time of the calendar feed; null if there is none',
    reply: z.object({ made_at: moment.nullable() }),
  }),
  makeFeed: endpoint({
    ...administrator,
    method: 'POST',
    path: '/api/v1/schools/calendar/feed',
    summary: "Create a secret address for a calendar feed of the school's or district's deadlines; the previous one becomes invalid",
    body: z.object({}),
    reply: z.object({ path: z.string() }),
  }),
  endFeed: endpoint({
    ...administrator,
    method: 'DELETE',
    path: '/api/v1/schools/calendar/feed',
    summary: 'Remove the calendar feed',
    reply: done,
  }),
  feedFile: endpoint({
    access: 'user',
    guests: 'always',
    method: 'GET',
    path: '/api/v1/schools/calendar/feed/{token}',
    summary: 'Deadlines as a calendar file, while the creator of the address manages the school or district',
    params: z.object({ token: line(64) }),
    heavy: true,
    reply: 'stream',
  }),
};
