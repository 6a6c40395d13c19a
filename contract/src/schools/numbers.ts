/** Endpoints for the usage figures of a school or district (docs/behaviour/uses.md#figures). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { count, language } from '../fields.ts';
import { tableQuery } from '../table-file.ts';

/** Cost of a medium's licences in the last twelve months: in total and per use, in cents including VAT. */
export const LicenceCost = z.object({
  identifier: z.string(),
  fn_titel: z.string(),
  cost: z.int(),
  /** `few` means that the medium was used, but in no month by enough people to report the uses. */
  state: z.enum(['used', 'few', 'unused']),
  uses: count.nullable(),
  per_use: z.int().nullable(),
});
export type LicenceCost = z.output<typeof LicenceCost>;

/** Figures of a school, or of all schools of a district. A figure is null if it covers fewer than five people. */
export const SchoolFigures = z.object({
  members: count,
  teachers: count,
  /** Number of users who signed in within the last thirty days. */
  active: count.nullable(),
  /** Number of classes of the current school year. */
  classes: count,
  /** Uses per month in the last twelve months, oldest first. Opening or downloading a medium counts once per day and user or learner code. */
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), uses: count.nullable() })),
  /**
   * Number of classes per month in which at least five people used media, oldest first; null if fewer than five people of the school or district used
   * any.
   */
  class_months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), classes: count.nullable() })),
  /** Number of classes of the current school year by grade, and how many of them are active. `grade` is null for classes without a grade. */
  class_grades: z.array(z.object({ grade: z.int().nullable(), active: count, all: count })),
  /** The most used media. Only months with at least five users of a medium are counted. */
  top: z.array(z.object({ identifier: z.string(), fn_titel: z.string(), uses: count })),
  /** Licences without any use: those of the school, or the district's own licences. */
  unused: z.object({
    total: count,
    items: z.array(z.object({ id: z.uuid(), identifier: z.string(), fn_titel: z.string(), price: count.nullable() })),
  }),
  /**
   * Cost of licences by medium, highest cost per use first. `idle` is the cost of unused licences, `unpriced` the number of licences without a price.
   */
  costs: z.object({ cost: z.int(), idle: z.int(), unpriced: count, total: count, items: z.array(LicenceCost) }),
  /** Searches without results. `people` is the number of users in the month with the most; at least five. */
  missed: z.array(z.object({ words: z.string(), people: count })),
});
export type SchoolFigures = z.output<typeof SchoolFigures>;

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
    reply: SchoolFigures,
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
    reply: SchoolFigures,
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
