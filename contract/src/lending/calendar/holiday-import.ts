/** Imports closures from a calendar file (docs/behaviour/lending.md#holidays). */
import { z } from 'zod';
import { base64Length } from '../../base64.ts';
import { endpoint } from '../../endpoint.ts';
import { count, day } from '../../fields.ts';
import { lendingGate } from '../gate.ts';

/** Maximum size of a calendar file in bytes. */
export const CALENDAR_BYTES = 1_000_000;

export const holidayImport = {
  readHolidays: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/holidays',
    summary: 'Read the closures in a calendar file (iCalendar, at most 1 MB) that are not over; nothing is stored',
    bodyLimit: base64Length(CALENDAR_BYTES),
    body: z.object({ content: z.base64().max(base64Length(CALENDAR_BYTES)) }),
    reply: z.object({
      closures: z.array(z.object({ from: day, until: day, name: z.string(), processed: z.boolean() })),
      /** Number of events skipped because they have no day or name, are cancelled, or are longer than any holidays. */
      skipped: count,
      /** Number of closures in the file that exceed the maximum. */
      more: count,
    }),
  }),
};
