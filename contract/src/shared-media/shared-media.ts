/**
 * Endpoints for media shared with members of a school or with the whole school (docs/behaviour/shared-media.md). `classes/media.ts` covers sharing
 * with classes.
 */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { byId, count, day, identifier, moment, named, text } from '../fields.ts';
import { hasMediaOrExcerpts } from '../catalogue/excerpts.ts';
import { ClassMedium } from '../classes/media.ts';
import { done, endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';

/**
 * Lists of shared media: received from others, shared by the user with people or the school, shared with the user's classes, and shared with the
 * whole school.
 */
const SHARED_LISTS = ['to_me', 'by_me', 'classes', 'school'] as const;
export type SharedList = (typeof SHARED_LISTS)[number];
/** States of a shared medium for its recipient. */
export const RECEIVED_STATES = ['unread', 'read', 'archived'] as const;
/** Actions of the recipient. `unarchived` restores an archived medium and keeps whether it was read. */
const SHARED_MARKS = ['read', 'archived', 'unarchived'] as const;
export type ReceivedAction = (typeof SHARED_MARKS)[number];
/** States of a shared medium for its sender. `ended` means that the last day has passed, `revoked` that a user ended the sharing. */
export const SHARED_STATES = ['waiting', 'active', 'ended', 'revoked'] as const;
export const MESSAGE_LENGTH = 500;
export const MAX_SHARE_RECIPIENTS = 50;
const MAX_SHARED = 50;
/** Maximum number of active shares per user; `MAX_SHARES_WITH_SCHOOL` limits the active shares with a whole school. */
export const MAX_SHARES = 500;
export const MAX_SHARES_WITH_SCHOOL = 500;
/** Number of days after which ended and revoked shares are deleted. */
export const SHARE_RETENTION_DAYS = 60;

/** A member of the school's staff. */
export const Colleague = z.object({ id: z.uuid(), name: z.string(), detail: z.string() });
export type Colleague = z.output<typeof Colleague>;

const GIVEN = { id: true, kind: true, identifier: true, item: true, title: true, excerpt: true } as const;

export const SharedMedium = ClassMedium.pick(GIVEN).extend({
  message: z.string(),
  /** First and last day of the sharing, inclusive. If `visible_from` is null, it starts immediately. */
  visible_from: day.nullable(),
  visible_until: day,
  shared_at: moment,
  mine: z.boolean(),
  /** Name of the sender; '' for learners and for the sender. */
  from: z.string(),
  to: z.enum(['people', 'school']),
  /** Recipients who still work at the school. Only returned to the sender. */
  receivers: z.array(z.object({ id: z.uuid(), name: z.string(), opened: z.boolean() })),
  /** Number of people who opened a medium shared with the whole school. Only returned to the sender. */
  opened: count,
  state: z.enum(SHARED_STATES),
  /** State for the user as a named recipient; null if the user is not named. */
  received: z.enum(RECEIVED_STATES).nullable(),
  can: z.object({ change: z.boolean(), revoke: z.boolean(), archive: z.boolean(), forward: z.boolean() }),
});
export type SharedMedium = z.output<typeof SharedMedium>;

const terms = {
  message: text(MESSAGE_LENGTH).default(''),
  /** First and last day of the sharing, inclusive. The defaults are today and the end of the school year. */
  visible_from: day.nullable().default(null),
  visible_until: day.nullable().default(null),
};

export const sharedMedia = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/shared-media',
    summary: 'Media shared with the user, by the user, or with the whole school; newest first',
    access: 'user',
    query: z.object({
      ...page,
      show: z.enum(['to_me', 'by_me', 'school']).default('to_me'),
      /** Lists only archived media in `to_me`, or only ended shares in `by_me`. */
      archived: z.stringbool().default(false),
      /** Lists only unread media in `to_me`. */
      unread: z.stringbool().default(false),
    }),
    reply: pageOf(SharedMedium).extend({
      /** Lists that the visitor can open. */
      lists: z.array(z.enum(SHARED_LISTS)),
      /** Number of unread media in `to_me`; the filters are ignored. */
      unread: count,
      can: z.object({ share: z.boolean() }),
    }),
  }),
  classes: endpoint({
    method: 'GET',
    path: '/api/v1/shared-media/classes',
    summary: "Media of the user's classes, newest first; learners get those visible today",
    access: 'user',
    query: z.object(page),
    reply: pageOf(ClassMedium.extend({ class: named(z.uuid()) })),
  }),
  colleagues: endpoint({
    method: 'GET',
    path: '/api/v1/shared-media/colleagues',
    summary: 'Colleagues at the school by part of the name, at most 20; without words the last recipients',
    access: 'user',
    advancedView,
    query: z.object({ q: text(100).default('') }),
    reply: z.object({ items: z.array(Colleague) }),
  }),
  share: endpoint({
    method: 'POST',
    path: '/api/v1/shared-media',
    summary: 'Share media with colleagues, the whole school, or both; existing recipients get the new message and days',
    access: 'user',
    advancedView,
    body: z
      .object({
        /** Identifiers of media. A request contains one to fifty media and excerpts. */
        media: z.array(identifier).max(MAX_SHARED).default([]),
        /** Ids of the user's excerpts, or of excerpts shared with the user, which are copied. */
        excerpts: z.array(z.uuid()).max(MAX_SHARED).default([]),
        people: z.array(z.uuid()).max(MAX_SHARE_RECIPIENTS).default([]),
        /** Shares with the whole school. Without it, `people` must contain at least one person. */
        school: z.boolean().default(false),
        ...terms,
      })
      .refine(hasMediaOrExcerpts(MAX_SHARED), { path: ['media'], message: 'required' }),
    /** `unlicensed` lists shared media that learners of the school cannot see until there is a licence. */
    reply: z.object({
      shared: count,
      /** Ids of the created shares, used to undo the request. */
      given: z.array(z.uuid()),
      unlicensed: z.array(z.object({ identifier: z.string(), title: z.string() })),
    }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/v1/shared-media/{id}',
    summary: 'Change message and days of a share; absent fields stay as they are',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({
      message: text(MESSAGE_LENGTH).optional(),
      visible_from: day.nullable().optional(),
      visible_until: day.nullable().optional(),
    }),
    reply: SharedMedium,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/v1/shared-media/{id}',
    summary: 'Revoke a share; administrators also those with their whole school',
    access: 'user',
    advancedView,
    params: byId,
    reply: done,
  }),
  mark: endpoint({
    method: 'POST',
    path: '/api/v1/shared-media/{id}/mark',
    summary: 'Mark a received share as opened, archived or restored; shares with the whole school only as opened',
    access: 'user',
    params: byId,
    body: z.object({ to: z.enum(SHARED_MARKS) }),
    reply: done,
  }),
};
