/** Seats of a licence and codes that assign them (docs/behaviour/licences.md#seats). */
import { z } from 'zod';
import { byId, count, day, identifier, moment, text } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { MAX_AT_ONCE, MAX_SEATS } from './rules.ts';
import { page, pageOf } from '../paging.ts';

/** Kinds of recipients: a person, a learner code, each learner of a class or group, or a whole school. */
export const SEAT_TARGETS = ['person', 'code', 'class', 'group', 'school'] as const;
export const SeatTarget = z.object({ kind: z.enum(SEAT_TARGETS), id: z.string().min(1).max(80) });
export type SeatTarget = z.output<typeof SeatTarget>;

export const Seat = z.object({
  id: z.uuid(),
  to: SeatTarget.extend({ name: z.string() }),
  /** Number of seats that the recipient uses. For a school it is the number of members, and for a class the number of learners with a seat. */
  taken: count,
  state: z.enum(['assigned', 'in_use']),
  assigned_at: moment,
  first_used_at: moment.nullable(),
  can: z.object({ takeBack: z.boolean() }),
});
export type Seat = z.output<typeof Seat>;

/** Possible recipient of a seat. `has` is set only if the visitor may see the recipient's seats. */
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

export const SeatsResult = z.object({
  /** Number of newly assigned seats. */
  given: count,
  /** Number of recipients who already had a seat. */
  had: count,
  /** Number of recipients who were skipped because no seat was free. Set only with `partial`. */
  left_out: count,
  remaining: z.union([count, z.literal(false)]),
});
export type SeatsResult = z.output<typeof SeatsResult>;

/** Seats for the learners of a class. */
export const ClassSeats = z.object({
  /** True if seats are assigned to the class, so that learners who join later get a seat too. */
  given: z.boolean(),
  learners: count,
  /** Number of learners in the class who have a seat. */
  seated: count,
  /** Number of seats that the visitor can assign, or `null` for no limit. */
  free: count.nullable(),
  /** True if the visitor may assign and return seats for the class. */
  may: z.boolean(),
});
export type ClassSeats = z.output<typeof ClassSeats>;

const targets = z.array(SeatTarget).min(1).max(MAX_AT_ONCE);

/** The endpoints admit all users, because rights depend on the licence (docs/behaviour/licences.md#rights). */
export const licenceSeats = {
  assign: endpoint({
    method: 'POST',
    path: '/api/v1/licences/assign',
    summary: 'Assign seats of a medium from the licence that ends first; teachers may claim one if the school allows it',
    access: 'user',
    body: z.object({ mediaId: identifier, to: targets, partial: z.boolean().default(false) }),
    reply: SeatsResult,
  }),
  seats: endpoint({
    method: 'GET',
    path: '/api/v1/licences/{id}/seats',
    summary: 'Holders of seats: by name for the own school, as totals by school for a district',
    access: 'user',
    params: byId,
    query: z.object(page),
    reply: pageOf(Seat).extend({ sums: z.array(z.object({ school: z.string(), taken: count, in_use: count })) }),
  }),
  candidates: endpoint({
    method: 'GET',
    path: '/api/v1/licences/{id}/candidates',
    summary:
      'Possible recipients of seats, at most 20 of a kind: schools, or classes and groups, and from three letters on people and codes',
    access: 'user',
    params: byId,
    query: z.object({ q: text(100).default('') }),
    reply: z.object({ items: z.array(Candidate) }),
  }),
  assignSeats: endpoint({
    method: 'POST',
    path: '/api/v1/licences/{id}/seats',
    summary: 'Assign seats: all or none, or with `partial` as many as are free',
    access: 'user',
    params: byId,
    body: z.object({ to: targets, partial: z.boolean().default(false) }),
    reply: SeatsResult,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/v1/licences/{id}/seats/return',
    summary: 'Take back seats by seat or holder; all or none',
    access: 'user',
    params: byId,
    body: z
      .object({ seats: z.array(z.uuid()).max(MAX_AT_ONCE).default([]), from: z.array(SeatTarget).max(MAX_AT_ONCE).default([]) })
      .refine(({ seats, from }) => seats.length + from.length > 0, { path: ['seats'], message: 'required' }),
    /** `kept` is the number of seats of a class that stay assigned because they have been used. */
    reply: z.object({ returned: count, kept: count }),
  }),
  codes: endpoint({
    method: 'GET',
    path: '/api/v1/licences/{id}/codes',
    summary: 'Codes of a licence with the number of redemptions',
    access: 'user',
    params: byId,
    reply: z.object({ items: z.array(LicenceCode) }),
  }),
  makeCode: endpoint({
    method: 'POST',
    path: '/api/v1/licences/{id}/codes',
    summary: "Create a code for seats, or enter the publisher's",
    access: 'user',
    params: byId,
    body: z.object({
      /** Code entered by the user. If omitted, a code is generated. */
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
    summary: 'Revoke a code; its seats stay',
    access: 'user',
    params: byId.extend({ codeId: z.uuid() }),
    reply: done,
  }),
};
