/** Courier tours by weekday and school (docs/behaviour/lending.md#tours). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { byId, day, language, line, named, version } from '../../fields.ts';
import { OrderEffect } from '../orders/effects.ts';
import { COURIER_STATES, LINE_STATES } from '../states.ts';
import { lendingGate } from '../gate.ts';

const MAX_STOPS = 60;
/** Monday is 0. */
const weekday = z.int().min(0).max(6);
const school = z.string().min(1).max(100);

const TourFields = z.object({
  name: line(80).min(1),
  weekday,
  /** Schools in driving order. */
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
  /** Code of the device; empty until it is picked from its shelf. */
  code: z.string(),
  start: day,
  end: day,
  state: z.enum(LINE_STATES),
  courier: z.enum(COURIER_STATES).nullable(),
  /** Days of delivery and return; null for orders older than this feature. */
  bring: day.nullable(),
  fetch: day.nullable(),
});
export type TourLine = z.output<typeof TourLine>;

/** An order whose delivery or return moves; `to` null: the borrower collects or returns it in person. */
export const lendingTours = {
  courier: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/courier',
    summary: 'On which weekdays a courier of a point drives to the school of the visitor',
    query: z.object({ point: z.uuid() }),
    reply: z.object({ weekdays: z.array(weekday) }),
  }),
  tours: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/tours',
    summary: 'Tours of a point; for whoever changes them also the schools there are',
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
    summary: 'Change a tour; what is not named stays',
    params: byId,
    body: TourFields.partial().extend({ version }),
    reply: Tour,
  }),
  tourEffects: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/tours/{id}/effects',
    summary: 'Which open orders a change of a tour would give other days, or no courier any more; nothing is saved',
    params: byId,
    /** Without weekday and schools: the effect of removing the tour. */
    body: TourFields.pick({ weekday: true, schools: true }).partial(),
    reply: z.object({ items: z.array(OrderEffect) }),
  }),
  removeTour: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/tours/{id}',
    summary: 'Take a tour away; orders that were to go by it stay',
    params: byId,
    reply: done,
  }),
  tourDay: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/tours/{id}/day',
    summary: 'What is brought to which school on a day of a tour, and fetched there',
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
    summary: 'Devices were brought to their school, or fetched there',
    params: byId,
    body: z.object({ lines: z.array(z.uuid()).min(1).max(200), to: z.enum(['brought', 'fetched']) }),
    reply: done,
  }),
  tourSheet: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/tours/{id}/sheet',
    summary: 'The sheet of a day of a tour as PDF, school by school',
    params: byId,
    query: z.object({ date: day, lang: language.default('de') }),
    heavy: true,
    reply: 'stream',
  }),
};
