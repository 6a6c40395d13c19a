/** Seats of a licence and the codes that give them (docs/behaviour/licences.md#seats). */
import { z } from 'zod';
import { byId, count, day, identifier, moment, text } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { MAX_AT_ONCE, MAX_SEATS } from './rules.ts';
import { page, pageOf } from '../paging.ts';

/** To whom seats are given: one to a person or a learner code, one to each learner of a class or of a group of it, or those of a whole school. */
export const SEAT_TARGETS = ['person', 'code', 'class', 'group', 'school'] as const;
export const SeatTarget = z.object({ kind: z.enum(SEAT_TARGETS), id: z.string().min(1).max(80) });
export type SeatTarget = z.output<typeof SeatTarget>;

export const Seat = z.object({
  id: z.uuid(),
  to: SeatTarget.extend({ name: z.string() }),
  /** Seats it takes: one, as many as the school has members, or as learners of the class have one. */
  taken: count,
  state: z.enum(['assigned', 'in_use']),
  assigned_at: moment,
  first_used_at: moment.nullable(),
  can: z.object({ takeBack: z.boolean() }),
});
export type Seat = z.output<typeof Seat>;

/** Somebody who may get seats. `has` is said only of those whose seats the visitor sees. */
export const Candidate = SeatTarget.extend({ name: z.string(), about: z.string(), has: z.boolean(), members: z.int() });
export type Candidate = z.output<typeof Candidate>;

export const LicenceCode = z.object({
  id: z.uuid(),
  code: z.string(),
  quantity: z.int(),
  redeemed: z.int(),
  redeem_until: day,
});
export type LicenceCode = z.output<typeof LicenceCode>;

export const Given = z.object({
  /** Newly given. */
  given: count,
  /** They had one already. */
  had: count,
  /** Left out because there were no more seats; only with `partial`. */
  left_out: count,
  remaining: z.union([count, z.literal(false)]),
});
export type Given = z.output<typeof Given>;

/** What a class has of a medium for which seats are given. */
export const ClassSeats = z.object({
  /** The class was given seats: who comes later gets one too. */
  given: z.boolean(),
  learners: count,
  /** Learners of it who have a seat. */
  seated: count,
  /** Seats the visitor may give; null: without limit. */
  free: count.nullable(),
  /** Whether the visitor gives and takes back seats for this class. */
  may: z.boolean(),
});
export type ClassSeats = z.output<typeof ClassSeats>;

const targets = z.array(SeatTarget).min(1).max(MAX_AT_ONCE);

/** Who may do what with which licence is decided for each one (docs/behaviour/licences.md#rights); the gate only asks for a person. */
export const licenceSeats = {
  assign: endpoint({
    method: 'POST',
    path: '/api/v1/licences/assign',
    summary: 'Give seats of a medium, from the licence that ends first; a teacher may take one for themselves where the school allows it',
    access: 'user',
    body: z.object({ mediaId: identifier, to: targets, partial: z.boolean().default(false) }),
    reply: Given,
  }),
  seats: endpoint({
    method: 'GET',
    path: '/api/v1/licences/{id}/seats',
    summary:
      'Who holds seats: by name for the own school, as sums by school for a district; of what a district gave to schools, the own school',
    access: 'user',
    params: byId,
    query: z.object(page),
    reply: pageOf(Seat).extend({ sums: z.array(z.object({ school: z.string(), taken: count, in_use: count })) }),
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/v1/licences/{id}/candidates',
    summary:
      'Who may get a seat of this licence, at most 20 of a kind: schools, or classes and groups, and from three letters on people and codes',
    access: 'user',
    params: byId,
    query: z.object({ q: text(100).default('') }),
    reply: z.object({ items: z.array(Candidate) }),
  }),
  give: endpoint({
    method: 'POST',
    path: '/api/v1/licences/{id}/seats',
    summary: 'Give seats: all or none, or with `partial` as many as there are',
    access: 'user',
    params: byId,
    body: z.object({ to: targets, partial: z.boolean().default(false) }),
    reply: Given,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/v1/licences/{id}/seats/return',
    summary: 'Take seats back: by the seat or by who has it; all or none',
    access: 'user',
    params: byId,
    body: z
      .object({ seats: z.array(z.uuid()).max(MAX_AT_ONCE).default([]), from: z.array(SeatTarget).max(MAX_AT_ONCE).default([]) })
      .refine(({ seats, from }) => seats.length + from.length > 0, { path: ['seats'], message: 'required' }),
    /** `kept`: seats of a class that were used and stay with those who have them. */
    reply: z.object({ returned: count, kept: count }),
  }),
  codes: endpoint({
    method: 'GET',
    path: '/api/v1/licences/{id}/codes',
    summary: 'Codes of a licence and how often they were redeemed',
    access: 'user',
    params: byId,
    reply: z.object({ items: z.array(LicenceCode) }),
  }),
  makeCode: endpoint({
    method: 'POST',
    path: '/api/v1/licences/{id}/codes',
    summary: "Make a code that gives seats, or enter the publisher's",
    access: 'user',
    params: byId,
    body: z.object({
      /** Absent: one is made. */
      code: z
        .string()
        .trim()
        .regex(/^[\p{L}\p{N}][\p{L}\p{N}\s_.–-]{5,59}$/u)
        .optional(),
      quantity: z.int().min(1).max(MAX_SEATS),
      redeem_until: day.optional(),
    }),
    reply: LicenceCode,
  }),
  removeCode: endpoint({
    method: 'DELETE',
    path: '/api/v1/licences/{id}/codes/{codeId}',
    summary: 'End a code; seats it gave stay',
    access: 'user',
    params: byId.extend({ codeId: z.uuid() }),
    reply: done,
  }),
};
