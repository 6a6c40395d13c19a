/** Favourite models of a user (docs/behaviour/lending.md#favourites). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, named } from '../../fields.ts';
import { DeviceModel } from '../points/points.ts';
import { lendingGate } from '../gate.ts';

/** Maximum number of favourites of one user. */
export const MAX_FAVOURITES = 200;

export const lendingFavourites = {
  favourites: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/favourites',
    summary: 'Models the visitor has marked, of all points they know of',
    reply: z.object({ items: z.array(DeviceModel.extend({ point: named(z.uuid()) })) }),
  }),
  addFavourite: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/models/{id}/favourite',
    summary: 'Mark a model; one that is marked stays so',
    params: byId,
    body: z.object({}),
    reply: done,
  }),
  removeFavourite: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/models/{id}/favourite',
    summary: 'Mark a model no longer',
    params: byId,
    reply: done,
  }),
};
