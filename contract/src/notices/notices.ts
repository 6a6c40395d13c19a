/** Notices: notifications inside the portal (docs/behaviour/mails.md#notices). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, language, moment } from '../fields.ts';
import { page, pageOf } from '../paging.ts';

/** Number of days after which notices are deleted. */
export const NOTICE_DAYS = 90;

const visitor = { access: 'user', codes: true } as const;

export const Notice = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  /** Path in the portal that the notice links to. */
  href: z.string().nullable(),
  created_at: moment,
  read: z.boolean(),
});
export type Notice = z.output<typeof Notice>;

export const notices = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/notices',
    summary: 'Notices of the user, newest first',
    ...visitor,
    query: z.object({
      ...page,
      unread: z.enum(['true', 'false']).default('false'),
      /** Language of the texts; defaults to the language in which the notice was stored. */
      lang: language.optional(),
    }),
    reply: pageOf(Notice).extend({ unread: count }),
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/v1/notices/events',
    summary: 'Server-sent events: number of unread notices, at first and after each change',
    ...visitor,
    reply: 'stream',
  }),
  setRead: endpoint({
    method: 'PUT',
    path: '/api/v1/notices/{id}/read',
    summary: 'Mark a notice as read or unread',
    ...visitor,
    params: byId,
    body: z.object({ read: z.boolean() }),
    reply: z.object({ unread: count }),
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/api/v1/notices/read',
    summary: 'Mark all notices up to a moment as read',
    ...visitor,
    body: z.object({ until: moment }),
    reply: done,
  }),
};
