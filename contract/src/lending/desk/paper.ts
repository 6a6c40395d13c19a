/** Printed lending documents: slips, labels, picking lists (docs/behaviour/lending.md#paper). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, day, language, text } from '../../fields.ts';
import { lendingGate } from '../gate.ts';

export const MAX_LABELS = 500;
const lang = language.default('de');

export const lendingPaper = {
  slip: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/orders/{id}/slip',
    summary: 'The slip of an order as PDF: what was handed over, or what came back and how',
    params: byId,
    query: z.object({ kind: z.enum(['out', 'back']).default('out'), lang }),
    heavy: true,
    reply: 'stream',
  }),
  labels: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/labels',
    summary: 'Labels of devices as PDF, 24 on a sheet, with Code 128 and QR; by a part of code, serial number or model',
    query: z.object({ point: z.uuid(), q: text(100).default(''), model: z.union([z.literal(''), z.uuid()]).default(''), lang }),
    heavy: true,
    reply: 'stream',
  }),
  picking: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/picking-list',
    summary: 'What is to be fetched from the shelves for those who come on a day, as PDF',
    query: z.object({ point: z.uuid(), date: day, lang }),
    heavy: true,
    reply: 'stream',
  }),
};
