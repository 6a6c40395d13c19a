/** Excerpts of films and sounds that teachers keep for themselves and hand on by a link (docs/behaviour/catalogue.md#excerpts). */
import { z } from 'zod';
import { byId, byIdentifier, line } from '../fields.ts';
import { endpoint } from '../endpoint.ts';

/** Of one person for one medium. */
export const MOST_EXCERPTS = 100;
export const LONGEST_EXCERPT_TITLE = 80;

const times = {
  start_s: z.number().min(0).max(1_000_000),
  end_s: z.number().positive().max(1_000_000),
  title: line(LONGEST_EXCERPT_TITLE).min(1),
};
const inOrder = (given: { start_s: number; end_s: number }): boolean => given.end_s > given.start_s;

export const Excerpt = z.object({
  id: z.uuid(),
  ...times,
  /** Made by the person who asks. */
  own: z.boolean(),
  /** What its link bears; null: it has none. Of another's it is the one that was asked with. */
  share_code: z.string().nullable(),
});
export type Excerpt = z.output<typeof Excerpt>;

const ExcerptInput = z.object(times).refine(inOrder, { path: ['end_s'], message: 'range' });
const own = { access: 'teacher', setting: 'Sequences' } as const;

export const excerpts = {
  excerpts: endpoint({
    method: 'GET',
    path: '/api/v1/media/{identifier}/excerpts',
    summary: "The person's own excerpts of a medium, and the one a link leads to",
    access: 'user',
    guests: 'always',
    setting: 'Sequences',
    params: byIdentifier,
    query: z.object({ code: z.string().max(40).optional() }),
    reply: z.object({ items: z.array(Excerpt), can: z.object({ create: z.boolean() }) }),
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
    summary: 'Remove an own excerpt; its link leads to the whole medium then',
    ...own,
    params: byId,
    reply: z.object({ removed: z.literal(true) }),
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
