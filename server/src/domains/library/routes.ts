import type { library } from '@fundus/contract/library';
import type { Handlers } from '../../http/implement.ts';
import { countBookmarks, listBookmarks, removeBookmark } from './repository.ts';
import { addBookmark, itemsInOrder, keepPosition, readHistory } from './service.ts';

export const handlers: Handlers<typeof library> = {
  bookmarks: async (ctx, { query: { offset, limit } }) => {
    const rows = await listBookmarks(ctx.db, ctx.user.id, offset, limit);
    const items = await itemsInOrder(
      ctx,
      rows.map((row) => row.identifier),
    );
    return { total: await countBookmarks(ctx.db, ctx.user.id), offset, limit, items };
  },
  setBookmark: (ctx, { params }) => addBookmark(ctx, params.mediaId),
  removeBookmark: async (ctx, { params }) => {
    await removeBookmark(ctx.db, ctx.user.id, params.mediaId);
    return { bookmarked: false };
  },
  history: async (ctx, { query }) => ({ items: await readHistory(ctx, query.limit) }),
  savePosition: (ctx, { params, body }) => keepPosition(ctx, params.mediaId, body.position),
};
