/** Templates, which are sets of models that are booked together (docs/behaviour/lending.md#templates). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, day, line, text, version } from '../../fields.ts';
import { Cart } from '../orders/orders.ts';
import { lessonsOrNone } from '../calendar/lessons.ts';
import { idempotencyKey, lendingGate, MAX_AT_ONCE } from '../gate.ts';

export const TEMPLATE_NAME_LENGTH = 80;
export const MAX_TEMPLATE_MODELS = 20;

const Wanted = z.object({ model: z.uuid(), quantity: z.int().min(1).max(MAX_AT_ONCE) });
/** Models with quantities. Each model occurs once. */
export const requestedModels = z
  .array(Wanted)
  .min(1)
  .max(MAX_TEMPLATE_MODELS)
  .refine((models) => new Set(models.map(({ model }) => model)).size === models.length, { message: 'format' });
const TemplateFields = z.object({ name: line(TEMPLATE_NAME_LENGTH).min(1), words: text(500), models: requestedModels });

const LendingTemplate = TemplateFields.omit({ models: true }).extend({
  id: z.uuid(),
  models: z.array(Wanted.extend({ name: z.string() })),
  version,
});
export type LendingTemplate = z.output<typeof LendingTemplate>;

export const lendingTemplates = {
  templates: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/templates',
    summary: 'Templates of a point',
    query: z.object({ point: z.uuid() }),
    reply: z.object({ items: z.array(LendingTemplate) }),
  }),
  createTemplate: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/templates',
    summary: 'Create a template',
    body: TemplateFields.extend({ point: z.uuid() }),
    reply: LendingTemplate,
  }),
  changeTemplate: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/templates/{id}',
    summary: 'Change a template; absent fields stay as they are',
    params: byId,
    body: TemplateFields.partial().extend({ version }),
    reply: LendingTemplate,
  }),
  removeTemplate: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/templates/{id}',
    summary: 'Remove a template; bookings made with it stay',
    params: byId,
    reply: done,
  }),
  takeTemplate: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/cart/templates',
    summary: 'Add all devices of a template to the cart for one period; all or nothing',
    body: z
      .object({ template: z.uuid(), start: day, end: day, lessons: lessonsOrNone, key: idempotencyKey })
      .refine(({ start, end }) => start <= end, { path: ['end'], message: 'min' }),
    reply: Cart,
  }),
};
