/** Anonymous usage figures of a lending point (docs/behaviour/lending.md#numbers). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { count } from '../../fields.ts';
import { tableQuery } from '../../table-file.ts';
import { lendingGate } from '../gate.ts';

/** School year `2026/27`; '' for the current one, or the previous one if that has no data yet. */
const year = z.union([z.literal(''), z.string().regex(/^\d{4}\/\d{2}$/)]).default('');

/** Loans that began in the year; null if fewer than five people borrowed. */
const Loans = z
  .object({
    loans: count,
    /** Number of loans returned late or still overdue. */
    late: count,
    /** Days devices were on loan. */
    days: count,
    /** Use in percent of the possible days; null without devices. */
    used: z.int().min(0).max(100).nullable(),
  })
  .nullable();
export type Loans = z.output<typeof Loans>;

const Statistics = z.object({
  /** School years with loans, newest first. */
  years: z.array(z.string()),
  year: z.string(),
  /** Number of borrowers; null if fewer than five. */
  people: count.nullable(),
  total: Loans,
  months: z.array(z.object({ month: z.string(), loans: Loans })),
  models: z.array(z.object({ id: z.uuid(), name: z.string(), devices: count, loans: Loans })),
  /** '' for deleted schools. */
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
