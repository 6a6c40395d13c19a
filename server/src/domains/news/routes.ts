import type { news } from '@fundus/contract/news/news';
import type { Handlers } from '../../http/implement.ts';
import { exportManaged } from './export.ts';
import { setCategories, readCategories } from './categories.ts';
import { changeNews, createNews, removeNews, stepNews } from './edit.ts';
import { readFeed } from './feed.ts';
import { addFile, sendNewsFile, storeUpload, type Taken } from './files.ts';
import { readDraft, listManagedNews, readTargets } from './service.ts';
import { readNewsList, readNews, readUnread, markAllNewsRead } from './reader.ts';

export const handlers: Handlers<typeof news, 'storage'> = {
  list: (ctx, { query }) => readNewsList(ctx, query),
  read: (ctx, { params, query }) => readNews(ctx, params.id, query.lang),
  unread: (ctx) => readUnread(ctx),
  markAllRead: (ctx) => markAllNewsRead(ctx),
  feed: (ctx) => readFeed(ctx),
  file: (ctx, { params }) => sendNewsFile(ctx, params.file),
  manage: (ctx, { query }) => listManagedNews(ctx, query),
  exportManaged: (ctx, { query }) => exportManaged(ctx, query),
  draft: (ctx, { params }) => readDraft(ctx, params.id),
  targets: (ctx, { query }) => readTargets(ctx, query),
  create: (ctx, { body }) => createNews(ctx, body),
  change: (ctx, { params, body }) => changeNews(ctx, params.id, body),
  step: (ctx, { params, body }) => stepNews(ctx, params.id, body),
  remove: (ctx, { params, query }) => removeNews(ctx, params.id, query.version),
  addFile: {
    before: (ctx, { body }) => storeUpload(ctx, body),
    write: (ctx, _, file: Taken) => addFile(ctx, file),
  },
  categories: (ctx) => readCategories(ctx),
  setCategories: (ctx, { body }) => setCategories(ctx, body.items, body.expected),
};
