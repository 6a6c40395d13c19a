/** Usage figures of a school or district (docs/behaviour/uses.md#figures). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { count, language } from '../fields.ts';
import { tableQuery } from '../table-file.ts';

/** Cost of a medium's licences in the last twelve months, in cents with VAT, in total and per use. */
export const LicenceCost = z.object({
  identifier: z.string(),
  fn_titel: z.string(),
  cost: z.int(),
  /** `few`: used by fewer people than may be reported, in every month; `unused`: not used. */
  state: z.enum(['used', 'few', 'unused']),
  uses: count.nullable(),
  per_use: z.int().nullable(),
});
export type LicenceCost = z.output<typeof LicenceCost>;

/** Figures of a school, or of all schools of a district; null if fewer than five people are counted. */
export const SchoolNumbers = z.object({
  members: count,
  teachers: count,
  /** Number of users who signed in within thirty days. */
  active: count.nullable(),
  /** Number of classes of this school year. */
  classes: count,
  /** The last twelve months, oldest first: media opened or downloaded, counted once per day and user or learner code. */
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), uses: count.nullable() })),
  /**
   * Classes in which at least five people used media in a month, oldest month first; null if fewer than five people of the school, or of all schools,
   * used any.
   */
  class_months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), classes: count.nullable() })),
  /** Classes of this school year by grade (null for none): all, and those active in a month. */
  class_grades: z.array(z.object({ grade: z.int().nullable(), active: count, all: count })),
  /** Most used media; counts only months with at least five users. */
  top: z.array(z.object({ identifier: z.string(), fn_titel: z.string(), uses: count })),
  /** Unused licences; for a district its own. */
  unused: z.object({
    total: count,
    items: z.array(z.object({ id: z.uuid(), identifier: z.string(), fn_titel: z.string(), price: count.nullable() })),
  }),
  /** Highest cost per use first. `idle`: cost of unused licences; `unpriced`: number of licences without a price. */
  costs: z.object({ cost: z.int(), idle: z.int(), unpriced: count, total: count, items: z.array(LicenceCost) }),
  /** Searches without results, with the maximum number of people in one month, at least five. */
  missed: z.array(z.object({ words: z.string(), people: count })),
});
export type SchoolNumbers = z.output<typeof SchoolNumbers>;

const params = z.object({ id: z.string().min(1).max(80) });
const reported = z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), lang: language.default('de') });

export const schoolNumbers = {
  numbers: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/numbers',
    summary: 'Statistics of a school; figures of fewer than five people are suppressed',
    access: 'administrator',
    setting: 'ShowAnalytics',
    advancedView,
    params,
    reply: SchoolNumbers,
  }),
  numbersFile: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/numbers/export',
    summary: 'Statistics of a school as a table',
    access: 'administrator',
    setting: 'ShowAnalytics',
    advancedView,
    params,
    query: z.object(tableQuery),
    heavy: true,
    reply: 'stream',
  }),
  report: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/report',
    summary: 'Report of one of the last twelve months as PDF: figures, deadlines, unused licences and pending decisions',
    access: 'administrator',
    setting: 'ShowAnalytics',
    advancedView,
    params,
    query: reported,
    heavy: true,
    reply: 'stream',
  }),
  districtReport: endpoint({
    method: 'GET',
    path: '/api/v1/schools/report',
    summary: 'Monthly report of the district as PDF',
    access: 'districtAdmin',
    setting: 'ShowAnalytics',
    query: reported,
    heavy: true,
    reply: 'stream',
  }),
  districtNumbers: endpoint({
    method: 'GET',
    path: '/api/v1/schools/numbers',
    summary: 'Statistics of all schools of the district together',
    access: 'districtAdmin',
    setting: 'ShowAnalytics',
    reply: SchoolNumbers,
  }),
  districtNumbersFile: endpoint({
    method: 'GET',
    path: '/api/v1/schools/numbers/export',
    summary: 'Statistics of the district as a table',
    access: 'districtAdmin',
    setting: 'ShowAnalytics',
    query: z.object(tableQuery),
    heavy: true,
    reply: 'stream',
  }),
};
