/** Share links for people without an account, and codes for substitute teachers (docs/behaviour/medialists.md#links). */
import { z } from 'zod';
import { MediaDetail } from '../catalogue/catalogue.ts';
import { byId, byIdentifier, count, day, line, text, version } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { ITEM_KINDS, LINK_KINDS, LINK_NAME_LENGTH, LINK_PASSWORD_LENGTH, LINK_STATES } from './rules.ts';

export const ShareLink = z.object({
  id: z.uuid(),
  kind: z.enum(LINK_KINDS),
  /** Name that the author has given the link, which may be empty. */
  name: z.string(),
  /** Path of the link in this portal. `null`, like the code, if it was encrypted with another secret and no longer works. */
  path: z.string().nullable(),
  /** Code of eight characters in groups, or `null`. */
  code: z.string().nullable(),
  has_password: z.boolean(),
  /** Last day on which the link works. */
  valid_until: day,
  state: z.enum(LINK_STATES),
  /** Number of visits. `last_opened_on` is the day of the latest visit. */
  opened: count,
  last_opened_on: day.nullable(),
  created_by: z.string(),
  can: z.object({ change: z.boolean(), revoke: z.boolean() }),
});
export type ShareLink = z.output<typeof ShareLink>;

const name = line(LINK_NAME_LENGTH);
const password = text(LINK_PASSWORD_LENGTH).min(4);
const link = byId.extend({ linkId: z.uuid() });

/** Item of a list as visitors of a share link see it. */
export const LinkedItem = z.object({
  id: z.uuid(),
  kind: z.enum(ITEM_KINDS),
  identifier: z.string().nullable(),
  title: z.string(),
  /** URL of the cover, or `null` if the item is not a medium or the cover must not be shown. */
  cover: z.string().nullable(),
  /** Duration in seconds. */
  duration: z.number().nullable(),
  start_s: z.number().nullable(),
  end_s: z.number().nullable(),
  url: z.string().nullable(),
  body: z.string(),
  /** Note for teachers. Empty unless the link is for a substitute. */
  note_teacher: z.string(),
  note_learner: z.string(),
  visible_to_learners: z.boolean(),
  /** False if the medium no longer exists or must not be shown to visitors of this link. */
  available: z.boolean(),
});
export type LinkedItem = z.output<typeof LinkedItem>;

export const LinkedList = z.object({
  kind: z.enum(LINK_KINDS),
  title: z.string(),
  /** Sanitized HTML. */
  description: z.string(),
  school: z.string(),
  contents: z.array(LinkedItem),
  version,
  content_version: version,
  valid_until: day,
});
export type LinkedList = z.output<typeof LinkedList>;

/** Fields that are needed to show a medium. */
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

/** Endpoints authorized by a link session, which is independent of a user's session. */
const byLink = { access: 'user', guests: 'always', codes: true } as const;

export const medialistLinks = {
  links: endpoint({
    method: 'GET',
    path: '/api/v1/medialists/{id}/links',
    summary: 'Share links and substitute codes of a list with the number of openings, newest first',
    access: 'user',
    params: byId,
    reply: z.object({ links: z.array(ShareLink), can: z.object({ link: z.boolean(), substitute: z.boolean() }) }),
  }),
  createLink: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/links',
    summary: 'Create a share link for people without an account, or a code with which a colleague teaches with the list today',
    access: 'user',
    params: byId,
    body: z.object({
      kind: z.enum(LINK_KINDS).default('link'),
      name: name.default(''),
      password: password.optional(),
      /** Last day of the link, at most 400 days ahead. Defaults to the end of the school year, or to today for a substitute. */
      valid_until: day.optional(),
    }),
    reply: ShareLink,
  }),
  changeLink: endpoint({
    method: 'PATCH',
    path: '/api/v1/medialists/{id}/links/{linkId}',
    summary: 'Change name, last day or password of a link; after a new password open sessions must enter it',
    access: 'user',
    params: link,
    body: z.object({
      name: name.optional(),
      /** New password. `null` removes it. */ password: password.nullable().optional(),
      valid_until: day.optional(),
    }),
    reply: ShareLink,
  }),
  revokeLink: endpoint({
    method: 'DELETE',
    path: '/api/v1/medialists/{id}/links/{linkId}',
    summary: 'Revoke a link permanently and end its sessions',
    access: 'user',
    params: link,
    reply: done,
  }),
  linkQr: endpoint({
    method: 'GET',
    path: '/api/v1/medialists/{id}/links/{linkId}/qr',
    summary: 'Address of a link as a QR code (SVG)',
    access: 'user',
    params: link,
    reply: 'stream',
  }),
  openLink: endpoint({
    method: 'POST',
    path: '/api/v1/session/link',
    summary: 'Start a link session by token or code, with the password if there is one (`details.reason`: `password`)',
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
    summary: 'List of the link session',
    ...byLink,
    reply: LinkedList,
  }),
  linkedMedium: endpoint({
    method: 'GET',
    path: '/api/v1/session/link/media/{identifier}',
    summary: "A medium of the link session's list with its files; downloads are not possible",
    ...byLink,
    params: byIdentifier,
    reply: LinkedMedium,
  }),
  linkedEvents: endpoint({
    method: 'GET',
    path: '/api/v1/session/link/events',
    summary: 'Server-sent events: the version of the list after each change; ends with the link',
    ...byLink,
    reply: 'stream',
  }),
};
