import type { endpoints } from '@fundus/contract/endpoints';
import type { Handlers } from '../../http/implement.ts';
import { exportWishes } from './wishes-export.ts';
import { listMediumLocations } from './appearances.ts';
import { createFolder, fileBookmarks, readFolders, removeFolder, renameFolder } from './folders.ts';
import { deleteHistory, removeBookmark } from './repository.ts';
import { changeSearch, removeSearch, saveSearch, readSearches } from './searches.ts';
import {
  setBookmark,
  restoreBookmark,
  recordOpening,
  orderBookmarks,
  readBookmarks,
  readDownloads,
  readHistory,
  readLicences,
  readTabs,
  switchHistory,
  moveBookmarks,
  storeBookmarkNote,
} from './service.ts';

import { decideWish, removeWish, setWish, readWish, readWishes, undoWishDecision } from './wishes.ts';

export const handlers: Handlers<typeof endpoints.library, 'contentUrl' | 'search'> = {
  tabs: (ctx) => readTabs(ctx),
  licences: (ctx, { query }) => readLicences(ctx, query),
  appearances: (ctx, { params }) => listMediumLocations(ctx, params.mediaId),
  folders: (ctx) => readFolders(ctx),
  createFolder: (ctx, { body }) => createFolder(ctx, body),
  renameFolder: (ctx, { params, body }) => renameFolder(ctx, params.id, body.name),
  removeFolder: (ctx, { params }) => removeFolder(ctx, params.id),
  fileBookmarks: (ctx, { body }) => fileBookmarks(ctx, body.items),
  bookmarks: (ctx, { query }) => readBookmarks(ctx, query),
  setBookmark: (ctx, { params }) => setBookmark(ctx, params.mediaId),
  restoreBookmark: (ctx, { params, body }) => restoreBookmark(ctx, params.mediaId, body),
  removeBookmark: async (ctx, { params }) => {
    await removeBookmark(ctx.db, ctx.user.id, params.mediaId);
    return { bookmarked: false };
  },
  noteBookmark: (ctx, { params, body }) => storeBookmarkNote(ctx, params.mediaId, body.note),
  orderBookmarks: (ctx, { body }) => orderBookmarks(ctx, body),
  takeBookmarks: (ctx, { body }) => moveBookmarks(ctx, body.identifiers),
  history: (ctx, { query }) => readHistory(ctx, query),
  openMedium: (ctx, { params }) => recordOpening(ctx, params.mediaId),
  savePosition: (ctx, { params, body }) => recordOpening(ctx, params.mediaId, body.position),
  forgetMedium: async (ctx, { params }) => {
    await deleteHistory(ctx.db, ctx.user.id, params.mediaId);
    return { ok: true };
  },
  forgetAll: async (ctx) => {
    await deleteHistory(ctx.db, ctx.user.id);
    return { ok: true };
  },
  keepHistory: (ctx, { body }) => switchHistory(ctx, body.kept),
  searches: (ctx) => readSearches(ctx),
  saveSearch: (ctx, { body }) => saveSearch(ctx, body),
  changeSearch: (ctx, { params, body }) => changeSearch(ctx, params.id, body),
  removeSearch: (ctx, { params }) => removeSearch(ctx, params.id),
  wishes: (ctx, { query }) => readWishes(ctx, query),
  exportWishes: (ctx, { query }) => exportWishes(ctx, query),
  wishOf: (ctx, { params }) => readWish(ctx, params.mediaId),
  setWish: (ctx, { params, body }) => setWish(ctx, params.mediaId, body.note),
  removeWish: (ctx, { params }) => removeWish(ctx, params.mediaId),
  decideWish: (ctx, { params, body }) => decideWish(ctx, params.id, body),
  undoDecision: (ctx, { params }) => undoWishDecision(ctx, params.id),
  downloads: (ctx, { query }) => readDownloads(ctx, query),
};
