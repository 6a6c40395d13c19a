/** Copies of a catalogue medium in the stock of a lending point (docs/behaviour/lending.md#from-the-catalogue). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byIdentifier, count, line } from '../../fields.ts';
import { lendingGate } from '../gate.ts';

/** Maximum number of copies added by a call. */
export const MAX_COPIES = 50;

export const lendingCopies = {
  addCopies: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/media/{identifier}/copies',
    once: true,
    summary: 'Add copies of a disc, book or media box to a point; they are numbered if no codes are given',
    params: byIdentifier,
    body: z.object({
      point: z.uuid(),
      quantity: z.int().min(1).max(MAX_COPIES).default(1),
      /** One code for each copy. If empty, codes are built from the media number and a running number. */
      codes: z.array(line(40).min(1)).max(MAX_COPIES).default([]),
      shelf: line(60).default(''),
    }),
    reply: z.object({
      model: z.object({ id: z.uuid(), name: z.string() }),
      /** Codes of the new copies. */
      codes: z.array(z.string()),
      /** Number of copies that can be lent, including the new ones. */
      devices: count,
    }),
  }),
};
