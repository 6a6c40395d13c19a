/** Excerpts of films and sounds that teachers make, give to classes and colleagues, and hand on by a link (docs/behaviour/catalogue.md#excerpts). */
import { z } from 'zod';
import { byId, byIdentifier, line, moment } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { MediaItem } from './catalogue.ts';

/** Of one person for one medium. */
export const MAX_EXCERPTS = 100;
export const MAX_EXCERPT_TITLE = 80;

const times = {
  start_s: z.number().min(0).max(1_000_000),
  end_s: z.number().positive().max(1_000_000),
  title: line(MAX_EXCERPT_TITLE).min(1),
};
const inOrder = (given: { start_s: number; end_s: number }): boolean => given.end_s > given.start_s;

/** As whatever points to one names it: the medium stands beside it. */
export const ExcerptOf = z.object({
  id: z.uuid(),
  ...times,
  /** The film has become so short that nothing of it is there. */
  gone: z.boolean(),
});
export type ExcerptOf = z.output<typeof ExcerptOf>;

export const Excerpt = ExcerptOf.extend({
  /** Made by the person who asks. */
  own: z.boolean(),
  bookmarked: z.boolean(),
  /** What its link bears; null: it has none. Of another's it is the one that was asked with. */
  share_code: z.string().nullable(),
});
export type Excerpt = z.output<typeof Excerpt>;

/** In a list of excerpts; `medium` is null where the catalogue has it no more, or not for this person. */
export const ExcerptEntry = Excerpt.extend({
  identifier: z.string(),
  medium_title: z.string(),
  medium: MediaItem.nullable(),
  created_at: moment,
});
export type ExcerptEntry = z.output<typeof ExcerptEntry>;

/** What is given at once: media, excerpts, or both. */
export const namesSome =
  (most: number) =>
  ({ media, excerpts }: { media: readonly string[]; excerpts: readonly string[] }): boolean =>
    media.length + excerpts.length > 0 && media.length + excerpts.length <= most;

type Times = { start_s: number; end_s: number };
/** How long a film may be at most of which the record says this: whole minutes are often rounded ones. */
const longest = (duration: number): number => duration + (duration % 60 === 0 ? 60 : 1);

/** Whether all of it lies in a film so long; a length that is not known fits. */
export const fitsInto = ({ end_s }: Times, duration: number | null): boolean => !duration || end_s <= longest(duration);

/** What there is of an excerpt in a film so long. */
export const cutTo = (times: Times, duration: number | null): Times & { gone: boolean } => {
  const { start_s, end_s } = times;
  if (!duration || fitsInto(times, duration)) return { start_s, end_s, gone: false };
  return start_s >= duration ? { start_s, end_s, gone: true } : { start_s, end_s: duration, gone: false };
};

const ExcerptInput = z.object(times).refine(inOrder, { path: ['end_s'], message: 'range' });
const own = { access: 'teacher', setting: 'Sequences' } as const;

export const excerpts = {
  excerpts: endpoint({
    method: 'GET',
    path: '/api/v1/media/{identifier}/excerpts',
    summary: "The person's own excerpts of a medium, and the one a link or a class leads to",
    access: 'user',
    codes: true,
    guests: 'always',
    setting: 'Sequences',
    params: byIdentifier,
    query: z.object({
      /** What a link bears, or which one was given to the person. */
      code: z.string().max(40).optional(),
    }),
    reply: z.object({ items: z.array(Excerpt), can: z.object({ create: z.boolean() }) }),
  }),
  listExcerpts: endpoint({
    method: 'GET',
    path: '/api/v1/excerpts',
    summary: 'Excerpts the person made, or bookmarked of what others gave them; the newest first',
    access: 'user',
    setting: 'Sequences',
    query: z.object({ ...page, show: z.enum(['own', 'bookmarked']).default('own') }),
    reply: pageOf(ExcerptEntry).extend({ can: z.object({ create: z.boolean() }) }),
  }),
  addExcerpt: endpoint({
    method: 'POST',
    path: '/api/v1/media/{identifier}/excerpts',
    summary: 'Keep an excerpt',
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
    summary: 'Delete an own excerpt: nobody has it any more, and it can be restored for a day; its link leads to the whole medium then',
    ...own,
    params: byId,
    reply: z.object({ removed: z.literal(true) }),
  }),
  restoreExcerpt: endpoint({
    method: 'POST',
    path: '/api/v1/excerpts/{id}/restore',
    summary: 'Take the deletion of an own excerpt back: whoever it was given to has it again',
    ...own,
    params: byId,
    reply: Excerpt,
  }),
  bookmarkExcerpt: endpoint({
    method: 'PUT',
    path: '/api/v1/excerpts/{id}/bookmark',
    summary: 'Bookmark an excerpt the person may open, or take that away',
    access: 'user',
    setting: 'Sequences',
    params: byId,
    body: z.object({ bookmarked: z.boolean() }),
    reply: done,
  }),
  shareExcerpt: endpoint({
    method: 'PUT',
    path: '/api/v1/excerpts/{id}/link',
    summary: 'Give an own excerpt a link, or take it away',
    ...own,
    params: byId,
    body: z.object({ shared: z.boolean() }),
    reply: Excerpt,
  }),
};
