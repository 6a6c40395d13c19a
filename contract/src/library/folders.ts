/** Bookmark folders of a user (docs/behaviour/library.md#folders): one level. */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, line } from '../fields.ts';

export const MAX_FOLDERS = 100;
export const MAX_FOLDER_NAME = 80;
/** Maximum number of bookmarks moved at once, equal to that of all bookmarks. */
const MAX_MOVED = 1_000;

/** Value for bookmarks without a folder. */
export const NO_FOLDER = 'none';

export const BookmarkFolder = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Number of bookmarks in it. */
  count: z.int(),
});
export type BookmarkFolder = z.output<typeof BookmarkFolder>;

const name = line(MAX_FOLDER_NAME).min(1);
const identifiers = z.array(z.string().min(1).max(200)).max(MAX_MOVED);
/** Folder of a bookmark; null: none. */
export const folderId = z.uuid().nullable();

export const bookmarkFolders = {
  folders: endpoint({
    method: 'GET',
    path: '/api/v1/library/bookmark-folders',
    summary: 'Folders of bookmarks, by name, with how many lie in each, in none and in all',
    access: 'user',
    reply: z.object({ items: z.array(BookmarkFolder), unfiled: z.int(), total: z.int() }),
  }),
  createFolder: endpoint({
    method: 'POST',
    path: '/api/v1/library/bookmark-folders',
    summary: 'Make a folder, and put bookmarks into it; at most 100',
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
    summary: 'Delete a folder; what lay in it stays bookmarked, and is named',
    access: 'user',
    params: byId,
    reply: z.object({ identifiers: z.array(z.string()) }),
  }),
  fileBookmarks: endpoint({
    method: 'POST',
    path: '/api/v1/library/bookmarks/folder',
    summary: 'Put bookmarks into folders, or into none; those that are not there are passed over',
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
