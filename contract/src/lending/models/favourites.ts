/** Favourite models of a user (docs/behaviour/lending.md#favourites). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, named } from '../../fields.ts';
import { DeviceModel } from '../points/points.ts';
import { lendingGate } from '../gate.ts';

/** Maximum number of favourite models of a user. */
export const MAX_FAVOURITES = 200;

export const lendingFavourites = {
  favourites: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/favourites',
    summary: 'Favourite models of the user at all points they may see',
    reply: z.object({ items: z.array(DeviceModel.extend({ point: named(z.uuid()) })) }),
  }),
  addFavourite: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/models/{id}/favourite',
    summary: 'Add a model to the favourites; idempotent',
    params: byId,
    body: z.object({}),
    reply: done,
  }),
  removeFavourite: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/models/{id}/favourite',
    summary: 'Remove a model from the favourites',
    params: byId,
    reply: done,
  }),
};
