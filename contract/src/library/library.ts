/** Library of a user (docs/behaviour/library.md): licences, bookmarks, history, searches and downloads. */
import { z } from 'zod';
import { byId, byMediaId, day, identifier, line, moment, named, text } from '../fields.ts';
import { MediaItem } from '../catalogue/catalogue.ts';
import { SEARCH_SCOPES } from '../catalogue/search-words.ts';
import { done, endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { LICENCE_SCOPES, OwnLicence } from '../licences/licences.ts';
import { bookmarkFolders, folderId, NO_FOLDER } from './folders.ts';
import { LIBRARY_TABS } from './tabs.ts';

export const MAX_BOOKMARKS = 1_000;
export const MAX_SEARCHES = 50;
export const MAX_NOTE = 300;

/** Licence that the user can use, with its medium. */
export const LicenceEntry = z.object({
  id: z.uuid(),
  medium: MediaItem,
  scope: z.enum(LICENCE_SCOPES),
  /** Number of seats, or 0 for no limit. */
  seats: z.int(),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
  /** Seat of the user, and the actions that the user may perform. */
  own: OwnLicence,
});
export type LicenceEntry = z.output<typeof LicenceEntry>;

/** Bookmark. `medium` is `null` if the medium no longer exists or is no longer visible to the user. */
export const BookmarkEntry = z.object({
  identifier: z.string(),
  title: z.string(),
  medium: MediaItem.nullable(),
  note: z.string(),
  added_at: moment,
  /** Position in the user's own order, or `null` if the user has not ordered it. */
  rank: z.int().nullable(),
  folder_id: folderId,
});
export type BookmarkEntry = z.output<typeof BookmarkEntry>;

export const HistoryEntry = z.object({ medium: MediaItem, position: z.number(), last_used: moment });
export type HistoryEntry = z.output<typeof HistoryEntry>;

export const DownloadEntry = z.object({
  file_id: z.uuid(),
  medium: MediaItem,
  name: z.string(),
  bytes: z.int(),
  at: moment,
  /** Last day on which the medium may be used, or `null` for no limit. */
  allowed_until: day.nullable(),
  /** URL for downloading the file again, or `null` if the user may no longer download it. */
  href: z.string().nullable(),
});
export type DownloadEntry = z.output<typeof DownloadEntry>;

export const ALERTS = ['off', 'weekly', 'daily'] as const;

/** Saved search. `query` is the query string of the search screen. */
export const SavedSearch = z.object({
  id: z.uuid(),
  name: z.string(),
  scope: z.enum(SEARCH_SCOPES),
  query: z.string(),
  alert: z.enum(ALERTS),
  last_run: moment,
  /** Time after which added media count as new. */
  seen_at: moment,
  /** Number of media added since the user last opened the search. */
  new_count: z.int(),
  created_at: moment,
});
export type SavedSearch = z.output<typeof SavedSearch>;

/** Kinds of places where a user has a medium (docs/behaviour/library.md#places-of-a-medium). */
const PLACE_KINDS = ['classes', 'shared', 'bookmarks', 'excerpts', 'history', 'downloads', 'wishes'] as const;
export const MediumAppearance = z.object({
  kind: z.enum(PLACE_KINDS),
  at: moment,
  count: z.int(),
  /** Note of the bookmark or of the request. */
  note: z.string(),
  /** Classes of the user that have the medium. Set only for the kind `classes`. */
  classes: z.array(named(z.uuid())),
});
export type MediumAppearance = z.output<typeof MediumAppearance>;

const searchName = line(100).min(1);

export const library = {
  ...bookmarkFolders,
  tabs: endpoint({
    method: 'GET',
    path: '/api/v1/library/tabs',
    summary: 'Available library tabs',
    access: 'user',
    reply: z.object({ items: z.array(z.enum(LIBRARY_TABS)) }),
  }),
  licences: endpoint({
    method: 'GET',
    path: '/api/v1/library/licences',
    summary: 'Licences available to the user, ending soonest first, searchable by title',
    access: 'user',
    query: z.object({ ...page, q: text(100).default(''), ended: z.stringbool().default(false) }),
    reply: pageOf(LicenceEntry).extend({
      /** `manage` is true if the user manages the licences of a school or district. */
      can: z.object({ manage: z.boolean() }),
    }),
  }),
  appearances: endpoint({
    method: 'GET',
    path: '/api/v1/library/appearances/{mediaId}',
    summary: 'Places where the user has a medium: classes, shares, bookmarks, excerpts, history, downloads, requests',
    access: 'user',
    params: byMediaId,
    reply: z.object({ items: z.array(MediumAppearance) }),
  }),
  bookmarks: endpoint({
    method: 'GET',
    path: '/api/v1/library/bookmarks',
    summary: "Bookmarked media in the user's order or newest first, searchable by title and note",
    access: 'user',
    query: z.object({
      ...page,
      q: text(100).default(''),
      sort: z.enum(['newest', 'own']).default('newest'),
      /** ID of a folder, or `NO_FOLDER` for bookmarks without a folder. */
      folder: z.union([z.uuid(), z.literal(NO_FOLDER)]).optional(),
    }),
    reply: pageOf(BookmarkEntry),
  }),
  setBookmark: endpoint({
    method: 'PUT',
    path: '/api/v1/bookmarks/{mediaId}',
    summary: 'Bookmark a medium. Idempotent',
    access: 'user',
    params: byMediaId,
    reply: z.object({ bookmarked: z.literal(true) }),
  }),
  restoreBookmark: endpoint({
    method: 'POST',
    path: '/api/v1/bookmarks/{mediaId}/restore',
    summary: 'Restore a removed bookmark with its data; an existing one stays as it is',
    access: 'user',
    params: byMediaId,
    body: z.object({ note: text(MAX_NOTE), added_at: moment, rank: z.int32().min(1).nullable(), folder_id: folderId.default(null) }),
    reply: z.object({ bookmarked: z.literal(true) }),
  }),
  removeBookmark: endpoint({
    method: 'DELETE',
    path: '/api/v1/bookmarks/{mediaId}',
    summary: 'Remove a bookmark',
    access: 'user',
    params: byMediaId,
    reply: z.object({ bookmarked: z.literal(false) }),
  }),
  noteBookmark: endpoint({
    method: 'PATCH',
    path: '/api/v1/bookmarks/{mediaId}',
    summary: 'Set the note of a bookmark; empty removes it',
    access: 'user',
    params: byMediaId,
    body: z.object({ note: text(MAX_NOTE) }),
    reply: done,
  }),
  orderBookmarks: endpoint({
    method: 'PUT',
    path: '/api/v1/library/bookmarks/order',
    summary: 'Reorder all bookmarks or those of a folder; omitted ones come last',
    access: 'user',
    body: z.object({
      identifiers: z.array(z.string().max(200)).max(MAX_BOOKMARKS),
      /** ID of a folder, or `NO_FOLDER`. If set, only these bookmarks are reordered. */
      folder: z.union([z.uuid(), z.literal(NO_FOLDER)]).optional(),
    }),
    reply: done,
  }),
  takeBookmarks: endpoint({
    method: 'POST',
    path: '/api/v1/library/bookmarks/guest',
    summary: 'Import bookmarks made before signing in; unknown media are skipped',
    access: 'user',
    body: z.object({ identifiers: z.array(identifier).max(100) }),
    reply: z.object({ taken: z.int() }),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/v1/history',
    summary: 'Recently opened media with the last position',
    access: 'user',
    query: z.object({ ...page, limit: z.coerce.number().int().min(1).max(50).default(6) }),
    reply: pageOf(HistoryEntry).extend({ kept: z.boolean() }),
  }),
  openMedium: endpoint({
    method: 'POST',
    path: '/api/v1/history/{mediaId}',
    summary: 'Record the opening of a medium without a position, such as a document; a stored position stays',
    access: 'user',
    codes: true,
    params: byMediaId,
    reply: done,
  }),
  savePosition: endpoint({
    method: 'PUT',
    path: '/api/v1/history/{mediaId}',
    summary: 'Save the position in a medium in seconds; without a history, and for learner codes, only the use is counted',
    access: 'user',
    codes: true,
    params: byMediaId,
    body: z.object({ position: z.number().min(0).max(1_000_000) }),
    reply: done,
  }),
  forgetMedium: endpoint({
    method: 'DELETE',
    path: '/api/v1/history/{mediaId}',
    summary: 'Remove a medium from the history',
    access: 'user',
    params: byMediaId,
    reply: done,
  }),
  forgetAll: endpoint({
    method: 'DELETE',
    path: '/api/v1/history',
    summary: 'Clear the history',
    access: 'user',
    reply: done,
  }),
  keepHistory: endpoint({
    method: 'PUT',
    path: '/api/v1/library/history/kept',
    summary: 'Enable the history, or disable and clear it',
    access: 'user',
    body: z.object({ kept: z.boolean() }),
    reply: z.object({ kept: z.boolean() }),
  }),
  searches: endpoint({
    method: 'GET',
    path: '/api/v1/saved-searches',
    summary: 'Saved searches by name with the number of new hits',
    access: 'user',
    reply: z.object({ items: z.array(SavedSearch) }),
  }),
  saveSearch: endpoint({
    method: 'POST',
    path: '/api/v1/saved-searches',
    summary: 'Save a search; at most 50',
    access: 'user',
    body: z.object({
      name: searchName,
      scope: z.enum(SEARCH_SCOPES),
      query: z.string().max(8_000),
      alert: z.enum(ALERTS).default('off'),
      /** Time after which media count as new, sent to restore a removed search. */
      seen_at: moment.optional(),
    }),
    reply: SavedSearch,
  }),
  changeSearch: endpoint({
    method: 'PATCH',
    path: '/api/v1/saved-searches/{id}',
    summary: 'Rename a saved search, change its alert, or mark its hits as seen',
    access: 'user',
    params: byId,
    body: z.object({ name: searchName.optional(), alert: z.enum(ALERTS).optional(), seen: z.literal(true).optional() }),
    reply: SavedSearch,
  }),
  removeSearch: endpoint({
    method: 'DELETE',
    path: '/api/v1/saved-searches/{id}',
    summary: 'Remove a saved search',
    access: 'user',
    params: byId,
    reply: done,
  }),
  downloads: endpoint({
    method: 'GET',
    path: '/api/v1/library/downloads',
    summary: 'Files the user downloaded, newest first',
    access: 'user',
    query: z.object(page),
    reply: pageOf(DownloadEntry),
  }),
};
