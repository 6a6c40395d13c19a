/** How a lending point is used, in numbers that lead to nobody (docs/behaviour/lending.md#numbers). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { count } from '../../fields.ts';
import { tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

/** `2026/27`; '' for the one that tells something: the one that runs, or the one before. */
const year = z.union([z.literal(''), z.string().regex(/^\d{4}\/\d{2}$/)]).default('');

/** Of loans that began in the year; null where fewer than five people stand behind them. */
const Loans = z
  .object({
    loans: count,
    /** Brought back after their last day, or not yet. */
    late: count,
    /** Days devices were with somebody. */
    days: count,
    /** Per cent of the days on which they could have been; null: of no devices. */
    used: z.int().min(0).max(100).nullable(),
  })
  .nullable();
export type Loans = z.output<typeof Loans>;

const Statistics = z.object({
  /** School years in which something was lent, the newest first. */
  years: z.array(z.string()),
  year: z.string(),
  /** How many people borrowed; null: fewer than five. */
  people: count.nullable(),
  total: Loans,
  months: z.array(z.object({ month: z.string(), loans: Loans })),
  models: z.array(z.object({ id: z.uuid(), name: z.string(), devices: count, loans: Loans })),
  /** '' for those that are gone. */
  schools: z.array(z.object({ name: z.string(), loans: Loans })),
});
export type Statistics = z.output<typeof Statistics>;

export const lendingStatistics = {
  statistics: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/statistics',
    summary: 'Loans of a point in a school year by month, model and school; nothing behind which fewer than five people stand',
    query: z.object({ point: z.uuid(), year }),
    reply: Statistics,
  }),
  statisticsFile: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/statistics/export',
    summary: 'The same as a table',
    query: z.object({ point: z.uuid(), year, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
};
