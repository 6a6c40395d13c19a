/** How the portal is used at a school or in a district (docs/behaviour/uses.md#figures). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { count, language } from '../fields.ts';
import { tableQuery } from '../table-file.ts';

/** What the licences of a medium cost in the last twelve months, in cents with VAT, and each use of it. */
export const LicenceCost = z.object({
  identifier: z.string(),
  fn_titel: z.string(),
  cost: z.int(),
  /** `few`: in no month by as many people as may be told; `unused`: by nobody. */
  state: z.enum(['used', 'few', 'unused']),
  uses: count.nullable(),
  per_use: z.int().nullable(),
});
export type LicenceCost = z.output<typeof LicenceCost>;

/** Figures of a school, or of all schools of a district; null where fewer than five people stand behind one. */
export const SchoolNumbers = z.object({
  members: count,
  teachers: count,
  /** Signed in within thirty days. */
  active: count.nullable(),
  /** Those that run in this school year. */
  classes: count,
  /** The last twelve months, the oldest first: media opened or downloaded, each once a day by a person or a learner code. */
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), uses: count.nullable() })),
  /**
   * Classes of which five people used media in a month, the oldest month first, as far back as they are counted; null where fewer than five of the
   * school, or of all schools, used any.
   */
  class_months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), classes: count.nullable() })),
  /** Of those that run in this school year, by grade (null: none): all, and the ones that were active in a month. */
  class_grades: z.array(z.object({ grade: z.int().nullable(), active: count, all: count })),
  /** Of each the months in which five people used it. */
  top: z.array(z.object({ identifier: z.string(), fn_titel: z.string(), uses: count })),
  /** Of a district its own licences. */
  unused: z.object({
    total: count,
    items: z.array(z.object({ id: z.uuid(), identifier: z.string(), fn_titel: z.string(), price: count.nullable() })),
  }),
  /** The most costly uses in front. `idle`: what nobody used cost; `unpriced`: licences nobody entered a price for. */
  costs: z.object({ cost: z.int(), idle: z.int(), unpriced: count, total: count, items: z.array(LicenceCost) }),
  /** What people searched and did not find, with the most of them in one month: five at least. */
  missed: z.array(z.object({ words: z.string(), people: count })),
});
export type SchoolNumbers = z.output<typeof SchoolNumbers>;

const params = z.object({ id: z.string().min(1).max(80) });
const reported = z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/), lang: language.default('de') });

export const schoolNumbers = {
  numbers: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/numbers',
    summary: 'How the portal is used at the school; nothing that fewer than five people stand behind',
    access: 'administrator',
    setting: 'ShowAnalytics',
    advancedView,
    params,
    reply: SchoolNumbers,
  }),
  numbersFile: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/numbers/export',
    summary: 'The figures of a school as a table',
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
    summary: 'The report of a month of the last twelve as PDF: its figures, and what ends, lies idle and waits today',
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
    summary: 'The report of a month of the own district as PDF',
    access: 'districtAdmin',
    setting: 'ShowAnalytics',
    query: reported,
    heavy: true,
    reply: 'stream',
  }),
  districtNumbers: endpoint({
    method: 'GET',
    path: '/api/v1/schools/numbers',
    summary: 'How the portal is used at all schools of the own district together',
    access: 'districtAdmin',
    setting: 'ShowAnalytics',
    reply: SchoolNumbers,
  }),
  districtNumbersFile: endpoint({
    method: 'GET',
    path: '/api/v1/schools/numbers/export',
    summary: 'The figures of the own district as a table',
    access: 'districtAdmin',
    setting: 'ShowAnalytics',
    query: z.object(tableQuery),
    heavy: true,
    reply: 'stream',
  }),
};
