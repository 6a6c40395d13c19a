/** Templates: sets of models that are booked together (docs/behaviour/lending.md#templates). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, day, line, text, version } from '../../fields.ts';
import { Cart } from '../orders/orders.ts';
import { lessonsOrNone } from '../calendar/lessons.ts';
import { key, lendingGate, MAX_AT_ONCE } from '../gate.ts';

export const TEMPLATE_NAME_LENGTH = 80;
export const MAX_TEMPLATE_MODELS = 20;

const Wanted = z.object({ model: z.uuid(), quantity: z.int().min(1).max(MAX_AT_ONCE) });
/** Models with quantities, each model once. */
export const wantedModels = z
  .array(Wanted)
  .min(1)
  .max(MAX_TEMPLATE_MODELS)
  .refine((models) => new Set(models.map(({ model }) => model)).size === models.length, { message: 'format' });
const TemplateFields = z.object({ name: line(TEMPLATE_NAME_LENGTH).min(1), words: text(500), models: wantedModels });

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
    summary: 'Sets of a point that are booked at once',
    query: z.object({ point: z.uuid() }),
    reply: z.object({ items: z.array(LendingTemplate) }),
  }),
  createTemplate: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/templates',
    summary: 'Put a set together',
    body: TemplateFields.extend({ point: z.uuid() }),
    reply: LendingTemplate,
  }),
  changeTemplate: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/templates/{id}',
    summary: 'Change a set; what is not named stays',
    params: byId,
    body: TemplateFields.partial().extend({ version }),
    reply: LendingTemplate,
  }),
  removeTemplate: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/templates/{id}',
    summary: 'Take a set away; what was booked with it stays',
    params: byId,
    reply: done,
  }),
  takeTemplate: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/cart/templates',
    summary: 'Put everything of a set into the cart, for the same days; all of it or nothing',
    body: z
      .object({ template: z.uuid(), start: day, end: day, lessons: lessonsOrNone, key })
      .refine(({ start, end }) => start <= end, { path: ['end'], message: 'min' }),
    reply: Cart,
  }),
};
