/** Requests for media by the users of a school or district (docs/behaviour/library.md#wishes). */
import { z } from 'zod';
import { byId, byMediaId, moment, text } from '../fields.ts';
import { MediaItem } from '../catalogue/catalogue.ts';
import { done, endpoint } from '../endpoint.ts';
import { MAX_NOTE } from './library.ts';
import { page, pageOf } from '../paging.ts';
import { tableQuery } from '../table-file.ts';

export const MAX_WISHES = 200;
export const WISH_STATES = ['open', 'examined', 'planned', 'ordered', 'declined'] as const;
export type WishState = (typeof WISH_STATES)[number];

/** Requested medium. `medium` is `null` if it no longer exists. */
export const Wish = z.object({
  id: z.uuid(),
  identifier: z.string(),
  title: z.string(),
  medium: MediaItem.nullable(),
  note: z.string(),
  state: z.enum(WISH_STATES),
  answer: z.string(),
  /** Name of the user who made the request. Set only for users who may decide. */
  by: z.string().nullable(),
  at: moment,
  can: z.object({ withdraw: z.boolean(), decide: z.boolean() }),
});
export type Wish = z.output<typeof Wish>;

export const wishes = {
  wishes: endpoint({
    method: 'GET',
    path: '/api/v1/library/wishes',
    summary:
      "Requested media of the user; with `school` those of the whole school (administrators) or of the district's administrators; open ones first",
    access: 'user',
    query: z.object({ ...page, school: z.stringbool().default(false) }),
    reply: pageOf(Wish).extend({ can: z.object({ decide: z.boolean() }) }),
  }),
  exportWishes: endpoint({
    method: 'GET',
    path: '/api/v1/library/wishes/export',
    summary: 'Requested media as a table: those of the user, or with `school` those the user decides on',
    access: 'user',
    query: z.object({ school: z.stringbool().default(false), ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
  wishOf: endpoint({
    method: 'GET',
    path: '/api/v1/wishes/{mediaId}',
    summary: 'Request of the user for a medium, and whether the user may make one',
    access: 'user',
    params: byMediaId,
    reply: z.object({ state: z.enum(WISH_STATES).nullable(), can: z.object({ wish: z.boolean() }) }),
  }),
  setWish: endpoint({
    method: 'PUT',
    path: '/api/v1/wishes/{mediaId}',
    summary: 'Request a medium from the school, or as its administrator from the district. Idempotent; the later note applies',
    access: 'user',
    params: byMediaId,
    body: z.object({ note: text(MAX_NOTE).default('') }),
    reply: z.object({ state: z.enum(WISH_STATES) }),
  }),
  removeWish: endpoint({
    method: 'DELETE',
    path: '/api/v1/wishes/{mediaId}',
    summary: 'Withdraw a request',
    access: 'user',
    params: byMediaId,
    reply: done,
  }),
  decideWish: endpoint({
    method: 'PATCH',
    path: '/api/v1/library/wishes/{id}',
    summary: "Decide on a request of the school or of the district's administrators; the requesting users are notified",
    access: 'user',
    params: byId,
    body: z.object({ state: z.enum(WISH_STATES), answer: text(MAX_NOTE).default('') }),
    reply: done,
  }),
  undoDecision: endpoint({
    method: 'POST',
    path: '/api/v1/library/wishes/{id}/decision/undo',
    summary: 'Undo the last decision on a wish, until the mail about it is sent',
    access: 'user',
    params: byId,
    reply: done,
  }),
};
