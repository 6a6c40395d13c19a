import type { news } from '@fundus/contract/news/news';
import type { Handlers } from '../../http/implement.ts';
import { exportManaged } from './export.ts';
import { setCategories, readCategories } from './categories.ts';
import { changeNews, createNews, removeNews, stepNews } from './edit.ts';
import { readFeed } from './feed.ts';
import { addFile, sendFile, storeUpload, type Taken } from './files.ts';
import { readDraft, readManaged, readTargets } from './service.ts';
import { readList, readNews, readUnread, markAllRead } from './reader.ts';

export const handlers: Handlers<typeof news, 'storage'> = {
  list: (ctx, { query }) => readList(ctx, query),
  read: (ctx, { params, query }) => readNews(ctx, params.id, query.lang),
  unread: (ctx) => readUnread(ctx),
  markAllRead: (ctx) => markAllRead(ctx),
  feed: (ctx) => readFeed(ctx),
  file: (ctx, { params }) => sendFile(ctx, params.file),
  manage: (ctx, { query }) => readManaged(ctx, query),
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
