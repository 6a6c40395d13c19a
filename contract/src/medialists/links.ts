/** Links to a media list for whoever has no account, and the code by which a colleague teaches with it today (docs/behaviour/medialists.md#links). */
import { z } from 'zod';
import { MediaDetail } from '../catalogue/catalogue.ts';
import { byId, byIdentifier, count, day, line, text, version } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { ITEM_KINDS, LINK_KINDS, LINK_NAME_LENGTH, LINK_PASSWORD_LENGTH, LINK_STATES } from './rules.ts';

export const ShareLink = z.object({
  id: z.uuid(),
  kind: z.enum(LINK_KINDS),
  /** As its maker calls it; empty: it has no name. */
  name: z.string(),
  /** The path on this portal; null, like the code, if it was sealed under another secret and opens nothing. */
  path: z.string().nullable(),
  /** Eight signs to be typed, in groups. */
  code: z.string().nullable(),
  has_password: z.boolean(),
  /** The last day. */
  valid_until: day,
  state: z.enum(LINK_STATES),
  /** How often it was opened, and on which day last. */
  opened: count,
  last_opened_on: day.nullable(),
  created_by: z.string(),
  can: z.object({ change: z.boolean(), revoke: z.boolean() }),
});
export type ShareLink = z.output<typeof ShareLink>;

const name = line(LINK_NAME_LENGTH);
const password = text(LINK_PASSWORD_LENGTH).min(4);
const link = byId.extend({ linkId: z.uuid() });

/** What stands in a list, for whoever came by a link. */
export const LinkedItem = z.object({
  id: z.uuid(),
  kind: z.enum(ITEM_KINDS),
  identifier: z.string().nullable(),
  title: z.string(),
  /** Address of the cover; null for what is no medium, and for what may not be shown. */
  cover: z.string().nullable(),
  /** In seconds. */
  duration: z.number().nullable(),
  start_s: z.number().nullable(),
  end_s: z.number().nullable(),
  url: z.string().nullable(),
  body: z.string(),
  /** For a substitute only; otherwise empty. */
  note_teacher: z.string(),
  note_learner: z.string(),
  visible_to_learners: z.boolean(),
  /** False: the school may not give it to whoever comes by this link, or it is gone. */
  available: z.boolean(),
});
export type LinkedItem = z.output<typeof LinkedItem>;

export const LinkedList = z.object({
  kind: z.enum(LINK_KINDS),
  title: z.string(),
  /** Cleaned HTML. */
  description: z.string(),
  school: z.string(),
  contents: z.array(LinkedItem),
  version,
  content_version: version,
  valid_until: day,
});
export type LinkedList = z.output<typeof LinkedList>;

/** What is needed to show a medium, and no more. */
export const LinkedMedium = MediaDetail.pick({
  identifier: true,
  fn_titel: true,
  cover: true,
  url: true,
  duration: true,
  files: true,
  sequences: true,
});
export type LinkedMedium = z.output<typeof LinkedMedium>;

/** Asked by whoever has a link session, which is beside that of a person: signed in or not makes no difference. */
const byLink = { access: 'user', guests: 'always', codes: true } as const;

export const medialistLinks = {
  links: endpoint({
    method: 'GET',
    path: '/api/v1/medialists/{id}/links',
    summary: 'Links to a list and codes for substitutes, with how often they were opened, the newest first',
    access: 'user',
    params: byId,
    reply: z.object({ links: z.array(ShareLink), can: z.object({ link: z.boolean(), substitute: z.boolean() }) }),
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/links',
    summary: 'Make a link to a list for whoever has no account, or a code by which a colleague teaches with it today',
    access: 'user',
    params: byId,
    body: z.object({
      kind: z.enum(LINK_KINDS).default('link'),
      name: name.default(''),
      password: password.optional(),
      /** The last day, at most 400 days ahead; absent: the end of the school year. A substitute's is today. */
      valid_until: day.optional(),
    }),
    reply: ShareLink,
  }),
  changeLink: endpoint({
    method: 'PATCH',
    path: '/api/v1/medialists/{id}/links/{linkId}',
    summary: 'Change name, last day or password of a link; with another password whoever has it open enters that one',
    access: 'user',
    params: link,
    body: z.object({
      name: name.optional(),
      /** Null: none any more. */ password: password.nullable().optional(),
      valid_until: day.optional(),
    }),
    reply: ShareLink,
  }),
  revokeLink: endpoint({
    method: 'DELETE',
    path: '/api/v1/medialists/{id}/links/{linkId}',
    summary: 'End a link for good, and with it what is open by it',
    access: 'user',
    params: link,
    reply: done,
  }),
  linkQr: endpoint({
    method: 'GET',
    path: '/api/v1/medialists/{id}/links/{linkId}/qr',
    summary: 'Where a link leads, to be scanned (SVG)',
    access: 'user',
    params: link,
    reply: 'stream',
  }),
  openLink: endpoint({
    method: 'POST',
    path: '/api/v1/session/link',
    summary: 'Begin a link session by the token or the code of a link, with its password where it has one (`details.reason`: `password`)',
    ...byLink,
    body: z.object({ code: z.string().trim().min(1).max(60), password: z.string().max(200).optional() }),
    reply: done,
  }),
  closeLink: endpoint({
    method: 'DELETE',
    path: '/api/v1/session/link',
    summary: 'End the link session of this browser',
    ...byLink,
    reply: done,
  }),
  linked: endpoint({
    method: 'GET',
    path: '/api/v1/session/link',
    summary: 'The list of the link session',
    ...byLink,
    reply: LinkedList,
  }),
  linkedMedium: endpoint({
    method: 'GET',
    path: '/api/v1/session/link/media/{identifier}',
    summary: 'A medium of that list with its files; none of them can be saved',
    ...byLink,
    params: byIdentifier,
    reply: LinkedMedium,
  }),
  linkedEvents: endpoint({
    method: 'GET',
    path: '/api/v1/session/link/events',
    summary: 'A stream of server-sent events: the version of the list, one for each change; it ends with the link',
    ...byLink,
    reply: 'stream',
  }),
};
