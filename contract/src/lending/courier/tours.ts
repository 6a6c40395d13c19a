/** Courier tours by weekday and school (docs/behaviour/lending.md#tours). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, day, language, line, named, version } from '../../fields.ts';
import { OrderEffect } from '../orders/effects.ts';
import { COURIER_STATES, LINE_STATES } from '../states.ts';
import { lendingGate } from '../gate.ts';

const MAX_STOPS = 60;
/** Weekday, where 0 is Monday. */
const weekday = z.int().min(0).max(6);
const school = z.string().min(1).max(100);

const TourFields = z.object({
  name: line(80).min(1),
  weekday,
  /** IDs of the schools in driving order. */
  schools: z
    .array(school)
    .min(1)
    .max(MAX_STOPS)
    .refine((schools) => new Set(schools).size === schools.length, { message: 'format' }),
});

const Tour = TourFields.omit({ schools: true }).extend({ id: z.uuid(), schools: z.array(named(z.string())), version });
export type Tour = z.output<typeof Tour>;

const TourLine = z.object({
  id: z.uuid(),
  number: z.string(),
  borrower: z.string(),
  model: z.string(),
  /** Code of the device, or an empty string until a device is assigned. */
  code: z.string(),
  start: day,
  end: day,
  state: z.enum(LINE_STATES),
  courier: z.enum(COURIER_STATES).nullable(),
  /** Days of delivery and collection. `null` for old orders, which have no such days. */
  bring: day.nullable(),
  fetch: day.nullable(),
});
export type TourLine = z.output<typeof TourLine>;

export const lendingTours = {
  courier: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/courier',
    summary: 'Weekdays on which a courier of a point visits the school of the user',
    query: z.object({ point: z.uuid() }),
    reply: z.object({ weekdays: z.array(weekday) }),
  }),
  tours: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/tours',
    summary: 'Tours of a point; for users who may change them also the schools',
    query: z.object({ point: z.uuid() }),
    reply: z.object({ items: z.array(Tour), schools: z.array(named(z.string())) }),
  }),
  createTour: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/tours',
    summary: 'Add a tour to a point',
    body: TourFields.extend({ point: z.uuid() }),
    reply: Tour,
  }),
  changeTour: endpoint({
    ...lendingGate,
    method: 'PATCH',
    path: '/api/v1/lending/tours/{id}',
    summary: 'Change a tour; absent fields stay as they are',
    params: byId,
    body: TourFields.partial().extend({ version }),
    reply: Tour,
  }),
  tourEffects: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/tours/{id}/effects',
    summary: 'Open orders for which a change of a tour would move the courier days or end the courier; nothing is saved',
    params: byId,
    /** Changed tour. If both fields are omitted, the effects of removing the tour are returned. */
    body: TourFields.pick({ weekday: true, schools: true }).partial(),
    reply: z.object({ items: z.array(OrderEffect) }),
  }),
  removeTour: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/tours/{id}',
    summary: 'Remove a tour; orders with its courier stay',
    params: byId,
    reply: done,
  }),
  tourDay: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/tours/{id}/day',
    summary: 'Deliveries and collections of a tour on a day by school',
    params: byId,
    query: z.object({ date: day }),
    reply: z.object({
      stops: z.array(z.object({ school: named(z.string()), bring: z.array(TourLine), fetch: z.array(TourLine) })),
    }),
  }),
  markTour: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/tours/{id}/mark',
    summary: 'Mark devices as delivered to their school, or as collected there',
    params: byId,
    body: z.object({ lines: z.array(z.uuid()).min(1).max(200), to: z.enum(['brought', 'fetched']) }),
    reply: done,
  }),
  tourSheet: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/tours/{id}/sheet',
    summary: 'Sheet of a tour on a day as PDF, by school',
    params: byId,
    query: z.object({ date: day, lang: language.default('de') }),
    heavy: true,
    reply: 'stream',
  }),
};
