/** Excerpts of films and audio, which teachers create and share with classes, colleagues or by link (docs/behaviour/catalogue.md#excerpts). */
import { z } from 'zod';
import { byId, byIdentifier, line, moment } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { MediaItem } from './catalogue.ts';

/** Maximum number of excerpts that a user may create for a medium. */
export const MAX_EXCERPTS = 100;
export const MAX_EXCERPT_TITLE = 80;

const times = {
  start_s: z.number().min(0).max(1_000_000),
  end_s: z.number().positive().max(1_000_000),
  title: line(MAX_EXCERPT_TITLE).min(1),
};
const inOrder = (given: { start_s: number; end_s: number }): boolean => given.end_s > given.start_s;

/** Excerpt as a reference within another object that names the medium. */
export const ExcerptOf = z.object({
  id: z.uuid(),
  ...times,
  /** True if the film has become too short to contain the excerpt. */
  gone: z.boolean(),
});
export type ExcerptOf = z.output<typeof ExcerptOf>;

export const Excerpt = ExcerptOf.extend({
  /** True if the user has created the excerpt. */
  own: z.boolean(),
  bookmarked: z.boolean(),
  /** Code of the share link, or `null`. For an excerpt of another user, the code with which it was opened. */
  share_code: z.string().nullable(),
});
export type Excerpt = z.output<typeof Excerpt>;

/** Excerpt in a list. `medium` is `null` if it no longer exists or is not visible to the user. */
export const ExcerptEntry = Excerpt.extend({
  identifier: z.string(),
  medium_title: z.string(),
  medium: MediaItem.nullable(),
  created_at: moment,
});
export type ExcerptEntry = z.output<typeof ExcerptEntry>;

/** Returns a check that at least one and at most `most` media and excerpts are given. */
export const hasMediaOrExcerpts =
  (most: number) =>
  ({ media, excerpts }: { media: readonly string[]; excerpts: readonly string[] }): boolean =>
    media.length + excerpts.length > 0 && media.length + excerpts.length <= most;

type Times = { start_s: number; end_s: number };
/** Returns the maximum actual length of a film in seconds. Recorded durations in whole minutes are often rounded. */
const longest = (duration: number): number => duration + (duration % 60 === 0 ? 60 : 1);

/** Returns whether an excerpt fits into a film of the given duration, which is always the case if the duration is unknown. */
export const fitsDuration = ({ end_s }: Times, duration: number | null): boolean => !duration || end_s <= longest(duration);

/** Returns the part of an excerpt that is within a film of the given duration. */
export const clampToDuration = (times: Times, duration: number | null): Times & { gone: boolean } => {
  const { start_s, end_s } = times;
  if (!duration || fitsDuration(times, duration)) return { start_s, end_s, gone: false };
  return start_s >= duration ? { start_s, end_s, gone: true } : { start_s, end_s: duration, gone: false };
};

const ExcerptInput = z.object(times).refine(inOrder, { path: ['end_s'], message: 'range' });
const own = { access: 'teacher', setting: 'Sequences' } as const;

export const excerpts = {
  excerpts: endpoint({
    method: 'GET',
    path: '/api/v1/media/{identifier}/excerpts',
    summary: 'Excerpts of a medium by the user, and the one of a link or class',
    access: 'user',
    codes: true,
    guests: 'always',
    setting: 'Sequences',
    params: byIdentifier,
    query: z.object({
      /** Code of a share link, or of an excerpt shared with the user. */
      code: z.string().max(40).optional(),
    }),
    reply: z.object({ items: z.array(Excerpt), can: z.object({ create: z.boolean() }) }),
  }),
  listExcerpts: endpoint({
    method: 'GET',
    path: '/api/v1/excerpts',
    summary: 'Excerpts the user created or bookmarked, newest first',
    access: 'user',
    setting: 'Sequences',
    query: z.object({ ...page, show: z.enum(['own', 'bookmarked']).default('own') }),
    reply: pageOf(ExcerptEntry).extend({ can: z.object({ create: z.boolean() }) }),
  }),
  addExcerpt: endpoint({
    method: 'POST',
    path: '/api/v1/media/{identifier}/excerpts',
    summary: 'Create an excerpt',
    ...own,
    params: byIdentifier,
    body: ExcerptInput,
    reply: Excerpt,
  }),
  changeExcerpt: endpoint({
    method: 'PUT',
    path: '/api/v1/excerpts/{id}',
    summary: 'Change times or title of an own excerpt',
    ...own,
    params: byId,
    body: ExcerptInput,
    reply: Excerpt,
  }),
  removeExcerpt: endpoint({
    method: 'DELETE',
    path: '/api/v1/excerpts/{id}',
    summary: 'Delete an own excerpt for all recipients; it can be restored for a day, and its link opens the whole medium meanwhile',
    ...own,
    params: byId,
    reply: z.object({ removed: z.literal(true) }),
  }),
  restoreExcerpt: endpoint({
    method: 'POST',
    path: '/api/v1/excerpts/{id}/restore',
    summary: 'Restore a deleted excerpt for all recipients',
    ...own,
    params: byId,
    reply: Excerpt,
  }),
  bookmarkExcerpt: endpoint({
    method: 'PUT',
    path: '/api/v1/excerpts/{id}/bookmark',
    summary: 'Bookmark an excerpt, or remove the bookmark',
    access: 'user',
    setting: 'Sequences',
    params: byId,
    body: z.object({ bookmarked: z.boolean() }),
    reply: done,
  }),
  shareExcerpt: endpoint({
    method: 'PUT',
    path: '/api/v1/excerpts/{id}/link',
    summary: 'Create or remove the link of an own excerpt',
    ...own,
    params: byId,
    body: z.object({ shared: z.boolean() }),
    reply: Excerpt,
  }),
};
