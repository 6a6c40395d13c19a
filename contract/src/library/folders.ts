/** Folders for a user's bookmarks, which cannot be nested (docs/behaviour/library.md#folders). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, line } from '../fields.ts';

export const MAX_FOLDERS = 100;
export const MAX_FOLDER_NAME = 80;
/** Maximum number of bookmarks moved by a call, equal to the maximum number of bookmarks. */
const MAX_MOVED = 1_000;

/** Value that selects bookmarks without a folder. */
export const NO_FOLDER = 'none';

export const BookmarkFolder = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Number of bookmarks in the folder. */
  count: z.int(),
});
export type BookmarkFolder = z.output<typeof BookmarkFolder>;

const name = line(MAX_FOLDER_NAME).min(1);
const identifiers = z.array(z.string().min(1).max(200)).max(MAX_MOVED);
/** ID of the folder of a bookmark, or `null`. */
export const folderId = z.uuid().nullable();

export const bookmarkFolders = {
  folders: endpoint({
    method: 'GET',
    path: '/api/v1/library/bookmark-folders',
    summary: 'Bookmark folders by name, with the number of bookmarks in each, in none and in total',
    access: 'user',
    reply: z.object({ items: z.array(BookmarkFolder), unfiled: z.int(), total: z.int() }),
  }),
  createFolder: endpoint({
    method: 'POST',
    path: '/api/v1/library/bookmark-folders',
    summary: 'Create a folder and move bookmarks to it; at most 100 folders',
    access: 'user',
    body: z.object({ name, identifiers: identifiers.default([]) }),
    reply: BookmarkFolder,
  }),
  renameFolder: endpoint({
    method: 'PATCH',
    path: '/api/v1/library/bookmark-folders/{id}',
    summary: 'Rename a folder',
    access: 'user',
    params: byId,
    body: z.object({ name }),
    reply: BookmarkFolder,
  }),
  removeFolder: endpoint({
    method: 'DELETE',
    path: '/api/v1/library/bookmark-folders/{id}',
    summary: 'Delete a folder; its bookmarks stay and are returned',
    access: 'user',
    params: byId,
    reply: z.object({ identifiers: z.array(z.string()) }),
  }),
  fileBookmarks: endpoint({
    method: 'POST',
    path: '/api/v1/library/bookmarks/folder',
    summary: 'Move bookmarks to folders or out of them; missing ones are skipped',
    access: 'user',
    body: z.object({
      items: z
        .array(z.object({ identifier: z.string().min(1).max(200), folder_id: folderId }))
        .min(1)
        .max(MAX_MOVED),
    }),
    reply: done,
  }),
};
