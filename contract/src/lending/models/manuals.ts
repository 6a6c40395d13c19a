/** Manuals of models (docs/behaviour/lending.md#manuals). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { byId, line } from '../../fields.ts';
import { DeviceModel } from '../points/points.ts';
import { lendingGate, viewGate } from '../gate.ts';
import { base64Length } from '../../base64.ts';

export const MANUAL_TITLE_LENGTH = 120;
export const MANUAL_BYTES = 20_000_000;
/** File extensions by media type. */
export const MANUAL_TYPES: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.oasis.opendocument.text': 'odt',
};

export const lendingManuals = {
  addManual: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/models/{id}/manuals',
    summary: 'Add a manual to a model (PDF, DOCX, ODT, at most 20 MB) with its title',
    params: byId,
    bodyLimit: base64Length(MANUAL_BYTES),
    body: z.object({ title: line(MANUAL_TITLE_LENGTH).min(1), content: z.base64().max(base64Length(MANUAL_BYTES)) }),
    reply: DeviceModel,
  }),
  removeManual: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/manuals/{id}',
    summary: 'Remove a manual from its model',
    params: byId,
    reply: DeviceModel,
  }),
  manual: endpoint({
    ...viewGate,
    method: 'GET',
    path: '/api/v1/lending/manuals/{id}',
    summary: 'Manual of a model: a PDF is displayed, other files are downloaded',
    params: byId,
    reply: 'stream',
  }),
};
