/** Pictures of models (docs/behaviour/lending.md#pictures). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, line } from '../../fields.ts';
import { DeviceModel } from '../points/points.ts';
import { lendingGate, viewGate } from '../gate.ts';
import { base64Length } from '../../base64.ts';
import { PHOTO_BYTES } from './upload.ts';

export const ALT_LENGTH = 200;
/** Widths in pixels of pictures in lists and on the page of a model. */
export const PICTURE_SIZES = { small: 480, large: 1_280 } as const;
export type PictureSize = keyof typeof PICTURE_SIZES;

const alt = line(ALT_LENGTH).min(1);

export const lendingPictures = {
  addPicture: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/models/{id}/pictures',
    summary: 'Add a picture to a model (JPEG, PNG, WebP, at most 8 MB) with its description; it is re-encoded',
    params: byId,
    bodyLimit: base64Length(PHOTO_BYTES),
    body: z.object({ alt, content: z.base64().max(base64Length(PHOTO_BYTES)) }),
    reply: DeviceModel,
  }),
  changePicture: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/pictures/{id}',
    summary: 'Change the description of a picture, or make it the first one of its model',
    params: byId,
    body: z.object({ alt: alt.optional(), first: z.literal(true).optional() }),
    reply: DeviceModel,
  }),
  removePicture: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/pictures/{id}',
    summary: 'Remove a picture from its model',
    params: byId,
    reply: DeviceModel,
  }),
  picture: endpoint({
    ...viewGate,
    method: 'GET',
    path: '/api/v1/lending/pictures/{id}',
    summary: 'Picture of a model as WebP in one of two widths',
    params: byId,
    query: z.object({ size: z.enum(['small', 'large']).default('large') }),
    reply: 'stream',
  }),
};
