/** Media people of a school share with each other and with all of the school: one inbox (docs/behaviour/shared-media.md). Classes: `classes/media.ts`. */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { byId, count, day, identifier, moment, named, text } from '../fields.ts';
import { namesSome } from '../catalogue/excerpts.ts';
import { ClassMedium } from '../classes/media.ts';
import { done, endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';

/** `to_me` what others gave me, `by_me` what I gave to people and to the school, `classes` what stands in my classes, `school` what all of the school has. */
const SHARED_LISTS = ['to_me', 'by_me', 'classes', 'school'] as const;
export type SharedList = (typeof SHARED_LISTS)[number];
/** For whoever got it. */
export const RECEIVED_STATES = ['unread', 'read', 'archived'] as const;
/** What whoever got it can say of it; `unarchived` takes it out again, read or not. */
const SHARED_MARKS = ['read', 'archived', 'unarchived'] as const;
export type SharedMark = (typeof SHARED_MARKS)[number];
/** For whoever gave it: `ended` by its day, `revoked` by somebody. */
export const SHARED_STATES = ['waiting', 'active', 'ended', 'revoked'] as const;
export const MESSAGE_LENGTH = 500;
export const MAX_RECEIVERS = 50;
const MAX_SHARED = 50;
/** What one person gives at a time, and what all of one school has. */
export const MAX_GIVEN = 500;
export const MAX_OF_SCHOOL = 500;
/** Days after which what has ended or was taken back is removed. */
export const SHARED_DAYS_KEPT = 60;

/** Somebody of the school who works there. */
export const Colleague = z.object({ id: z.uuid(), name: z.string(), detail: z.string() });
export type Colleague = z.output<typeof Colleague>;

const GIVEN = { id: true, kind: true, identifier: true, item: true, title: true, excerpt: true } as const;

export const SharedMedium = ClassMedium.pick(GIVEN).extend({
  message: z.string(),
  /** First and last day, both included; null: at once. */
  visible_from: day.nullable(),
  visible_until: day,
  shared_at: moment,
  mine: z.boolean(),
  /** Who gave it; empty where it was I, and for learners. */
  from: z.string(),
  to: z.enum(['people', 'school']),
  /** Those who got it and still work at the school; for whoever gave it only. */
  receivers: z.array(z.object({ id: z.uuid(), name: z.string(), opened: z.boolean() })),
  /** Of what all of the school has: how many people opened it; for whoever gave it. */
  opened: count,
  state: z.enum(SHARED_STATES),
  /** For whoever it was given to by name, otherwise null. */
  received: z.enum(RECEIVED_STATES).nullable(),
  can: z.object({ change: z.boolean(), revoke: z.boolean(), archive: z.boolean(), forward: z.boolean() }),
});
export type SharedMedium = z.output<typeof SharedMedium>;

const terms = {
  message: text(MESSAGE_LENGTH).default(''),
  /** First and last day, both included; null: at once, and until the school year ends. */
  visible_from: day.nullable().default(null),
  visible_until: day.nullable().default(null),
};

export const sharedMedia = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/shared-media',
    summary: 'Media that reached the visitor, that they gave, or that all of the school has; the newest first',
    access: 'user',
    query: z.object({
      ...page,
      show: z.enum(['to_me', 'by_me', 'school']).default('to_me'),
      /** Of `to_me` what was put away, of `by_me` what is over; instead of the rest. */
      archived: z.stringbool().default(false),
      /** Of `to_me` only what is new. */
      unread: z.stringbool().default(false),
    }),
    reply: pageOf(SharedMedium).extend({
      /** Lists there are for the visitor. */
      lists: z.array(z.enum(SHARED_LISTS)),
      /** How much of `to_me` is new, whatever was asked for. */
      unread: count,
      can: z.object({ share: z.boolean() }),
    }),
  }),
  classes: endpoint({
    method: 'GET',
    path: '/api/v1/shared-media/classes',
    summary: 'What stands in the classes of the visitor, the newest first; learners get what is shown today',
    access: 'user',
    query: z.object(page),
    reply: pageOf(ClassMedium.extend({ class: named(z.uuid()) })),
  }),
  colleagues: endpoint({
    method: 'GET',
    path: '/api/v1/shared-media/colleagues',
    summary: 'People who work at the own school, by a part of the name, at most 20; without words those given something to last',
    access: 'user',
    advancedView,
    query: z.object({ q: text(100).default('') }),
    reply: z.object({ items: z.array(Colleague) }),
  }),
  share: endpoint({
    method: 'POST',
    path: '/api/v1/shared-media',
    summary: 'Give media to colleagues, to all of the own school, or both; who has one already gets the new words and days',
    access: 'user',
    advancedView,
    body: z
      .object({
        /** With the excerpts at least one and at most fifty. */
        media: z.array(identifier).max(MAX_SHARED).default([]),
        /** Of the person themselves, or given to them: that becomes an own one then. */
        excerpts: z.array(z.uuid()).max(MAX_SHARED).default([]),
        people: z.array(z.uuid()).max(MAX_RECEIVERS).default([]),
        /** All of the school; without it there is at least one of the people. */
        school: z.boolean().default(false),
        ...terms,
      })
      .refine(namesSome(MAX_SHARED), { path: ['media'], message: 'required' }),
    /** `unlicensed`: shared, and learners of the school do not see these until there is a licence. */
    reply: z.object({
      shared: count,
      /** What nobody of them had before: it can be taken back. */
      given: z.array(z.uuid()),
      unlicensed: z.array(z.object({ identifier: z.string(), title: z.string() })),
    }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/v1/shared-media/{id}',
    summary: 'Change words and days of what the visitor gave; what is not named stays',
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
    summary: 'Take back what the visitor gave; administrators also what all of their school has',
    access: 'user',
    advancedView,
    params: byId,
    reply: done,
  }),
  mark: endpoint({
    method: 'POST',
    path: '/api/v1/shared-media/{id}/mark',
    summary: 'Opened, put away, or taken out again, by whoever got it; what all of the school has can only be opened',
    access: 'user',
    params: byId,
    body: z.object({ to: z.enum(SHARED_MARKS) }),
    reply: done,
  }),
};
