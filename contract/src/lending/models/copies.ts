/** Copies of a medium of the catalogue, added to the stock of a lending point (docs/behaviour/lending.md#from-the-catalogue). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byIdentifier, count, line } from '../../fields.ts';
import { lendingGate } from '../gate.ts';

/** Maximum number of copies that are added at once. */
export const MAX_COPIES = 50;

export const lendingCopies = {
  addCopies: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/media/{identifier}/copies',
    once: true,
    summary: 'Add copies of a disc, book or media box to a point; without codes they are numbered',
    params: byIdentifier,
    body: z.object({
      point: z.uuid(),
      quantity: z.int().min(1).max(MAX_COPIES).default(1),
      /** One for each copy; none: the media number and a running number. */
      codes: z.array(line(40).min(1)).max(MAX_COPIES).default([]),
      shelf: line(60).default(''),
    }),
    reply: z.object({
      model: z.object({ id: z.uuid(), name: z.string() }),
      /** Codes of the new copies. */
      codes: z.array(z.string()),
      /** Copies that can be lent, with the new ones. */
      devices: count,
    }),
  }),
};
