/** Anonymous statistics of a lending point (docs/behaviour/lending.md#numbers). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { count } from '../../fields.ts';
import { tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

/** Such as `2026/27`; '' for the current school year, or the previous one while it has fewer than five borrowers. */
const year = z.union([z.literal(''), z.string().regex(/^\d{4}\/\d{2}$/)]).default('');

/** Loans that started in the year; `null` if fewer than five people are behind them. */
const Loans = z
  .object({
    loans: count,
    /** Returned after the last day, or overdue. */
    late: count,
    /** Number of days on loan. */
    days: count,
    /** Percentage of the possible days; `null` without devices. */
    used: z.int().min(0).max(100).nullable(),
  })
  .nullable();
export type Loans = z.output<typeof Loans>;

const Statistics = z.object({
  /** School years with loans, newest first. */
  years: z.array(z.string()),
  year: z.string(),
  /** Number of borrowers; `null`: fewer than five. */
  people: count.nullable(),
  total: Loans,
  months: z.array(z.object({ month: z.string(), loans: Loans })),
  models: z.array(z.object({ id: z.uuid(), name: z.string(), devices: count, loans: Loans })),
  /** '' for schools that were deleted. */
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
