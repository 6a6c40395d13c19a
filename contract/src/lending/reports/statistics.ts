/** Anonymous statistics of a lending point (docs/behaviour/lending.md#numbers). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { count } from '../../fields.ts';
import { tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

/** School year such as `2026/27`. Empty for the current one, or for the previous one while the current one has fewer than five borrowers. */
const year = z.union([z.literal(''), z.string().regex(/^\d{4}\/\d{2}$/)]).default('');

/** Loans that started in the school year, or `null` if they belong to fewer than five people. */
const Loans = z
  .object({
    loans: count,
    /** Number of loans that were returned late or are overdue. */
    late: count,
    /** Total number of days on loan. */
    days: count,
    /** Percentage of the available days on which devices were on loan, or `null` if there are no devices. */
    used: z.int().min(0).max(100).nullable(),
  })
  .nullable();
export type Loans = z.output<typeof Loans>;

const Statistics = z.object({
  /** School years in which there were loans, newest first. */
  years: z.array(z.string()),
  year: z.string(),
  /** Number of borrowers, or `null` if there are fewer than five. */
  people: count.nullable(),
  total: Loans,
  months: z.array(z.object({ month: z.string(), loans: Loans })),
  models: z.array(z.object({ id: z.uuid(), name: z.string(), devices: count, loans: Loans })),
  /** Loans by school. The name of a deleted school is empty. */
  schools: z.array(z.object({ name: z.string(), loans: Loans })),
});
export type Statistics = z.output<typeof Statistics>;

export const lendingStatistics = {
  statistics: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/statistics',
    summary: 'Loans of a point in a school year by month, model and school; counts of fewer than five people are omitted',
    query: z.object({ point: z.uuid(), year }),
    reply: Statistics,
  }),
  statisticsFile: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/statistics/export',
    summary: 'Statistics of a point as a table',
    query: z.object({ point: z.uuid(), year, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
};
