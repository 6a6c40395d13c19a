/** Printable documents for lending: delivery notes, labels and picking lists (docs/behaviour/lending.md#paper). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, dayOrEmpty, language, text } from '../../fields.ts';
import { page } from '../../paging.ts';
import { itemFilters } from './desk.ts';
import { lendingGate } from '../gate.ts';

export const MAX_LABELS = 500;
export const LABELS_A_SHEET = 24;
/** Maximum number of orders on a picking list. */
export const MAX_PICKED = 100;
const orderIds = text(MAX_PICKED * 37)
  .default('')
  .transform((ids) => ids.split(',').filter((id) => id !== ''))
  .pipe(z.array(z.uuid()).max(MAX_PICKED));
const lang = language.default('de');

export const lendingPaper = {
  slip: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/orders/{id}/slip',
    summary: 'Slip of an order as PDF: devices handed over, or ready if none is, or devices returned and their condition',
    params: byId,
    query: z.object({ kind: z.enum(['out', 'back']).default('out'), lang }),
    heavy: true,
    reply: 'stream',
  }),
  slips: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/slips',
    summary: 'Loan slips of chosen orders in one PDF, each on its own page; orders without a device that is ready or on loan are left out',
    query: z.object({ point: z.uuid(), orders: orderIds.refine((ids) => ids.length > 0, 'required'), lang }),
    heavy: true,
    reply: 'stream',
  }),
  labels: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/labels',
    summary: 'Labels of the devices found by a search as PDF, 24 on a sheet, with Code 128 and QR',
    query: z.object({
      point: z.uuid(),
      ...itemFilters,
      /** Number of labels that previous files contain. */
      offset: page.offset,
      /** Position of the first label on the first sheet, starting with 1. */
      first: z.coerce.number().int().min(1).max(LABELS_A_SHEET).default(1),
      lang,
    }),
    heavy: true,
    reply: 'stream',
  }),
  picking: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/picking-list',
    summary: 'Picking list for a day or for chosen orders as PDF, by order or by shelf',
    query: z
      .object({
        point: z.uuid(),
        date: dayOrEmpty,
        /** Order IDs separated by commas, or an empty string for all orders of the day. */
        orders: orderIds,
        by: z.enum(['order', 'shelf']).default('order'),
        lang,
      })
      .refine(({ date, orders }) => date !== '' || orders.length > 0, { path: ['date'], message: 'required' }),
    heavy: true,
    reply: 'stream',
  }),
};
