/** Filters and sort orders of the list of licences. */
import { z } from 'zod';
import { RESULT_TYPES } from '../catalogue/catalogue.ts';
import { day, text } from '../fields.ts';
import { LICENCE_SCOPES } from './rules.ts';

export const LICENCE_FILTERS = ['current', 'expiring', 'free_seats', 'unused', 'upcoming', 'ended', 'all'] as const;
export type LicenceFilter = (typeof LICENCE_FILTERS)[number];

const SORTED = ['until', 'title', 'owner', 'scope', 'licensor', 'seats'] as const;
/** Sort orders of the list. A leading minus sorts in descending order. */
export const LICENCE_SORTS = [...SORTED, ...SORTED.map((name) => `-${name}` as const)];
export type LicenceSort = (typeof LICENCE_SORTS)[number];

/** Value of the school filter that selects the district itself. */
export const DISTRICT_ITSELF = '-';

export const ListedLicences = {
  q: text(200).default(''),
  show: z.enum(LICENCE_FILTERS).default('current'),
  c: z.enum(RESULT_TYPES).default('all'),
  scope: z.enum(['', ...LICENCE_SCOPES]).default(''),
  /** ID of a school, `DISTRICT_ITSELF`, or an empty string for all. */
  school: z.string().max(80).default(''),
  licensor: text(200).default(''),
  /** Range of last days, both inclusive. An empty string leaves the range open. */
  from: z.union([z.literal(''), day]).default(''),
  to: z.union([z.literal(''), day]).default(''),
  sort: z.enum(LICENCE_SORTS).default('until'),
};
