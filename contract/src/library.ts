/** A person's own shelf: bookmarks and where they stopped. */
import { z } from 'zod';
import { MediaItem } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

const medium = z.object({ mediaId: z.string().min(1).max(200) });

export const library = {
  bookmarks: endpoint({
    method: 'GET',
    path: '/api/v1/bookmarks',
    summary: 'Bookmarked media, newest first',
    access: 'user',
    query: z.object({ offset: z.coerce.number().int().min(0).default(0), limit: z.coerce.number().int().min(1).max(100).default(20) }),
    reply: z.object({ total: z.int(), offset: z.int(), limit: z.int(), items: z.array(MediaItem) }),
  }),
  setBookmark: endpoint({
    method: 'PUT',
    path: '/api/v1/bookmarks/{mediaId}',
    summary: 'Bookmark a medium; twice is once',
    access: 'user',
    params: medium,
    reply: z.object({ bookmarked: z.literal(true) }),
  }),
  removeBookmark: endpoint({
    method: 'DELETE',
    path: '/api/v1/bookmarks/{mediaId}',
    summary: 'Take a bookmark away',
    access: 'user',
    params: medium,
    reply: z.object({ bookmarked: z.literal(false) }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/v1/history',
    summary: 'Media last opened, with the position reached',
    access: 'user',
    query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(6) }),
    reply: z.object({ items: z.array(z.object({ medium: MediaItem, position: z.number(), last_used: z.iso.datetime() })) }),
  }),
  savePosition: endpoint({
    method: 'PUT',
    path: '/api/v1/history/{mediaId}',
    summary: 'Keep the position reached in a medium, in seconds',
    access: 'user',
    params: medium,
    body: z.object({ position: z.number().min(0).max(1_000_000) }),
    reply: z.object({ ok: z.literal(true) }),
  }),
};
