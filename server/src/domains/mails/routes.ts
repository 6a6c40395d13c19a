import type { mails } from '@fundus/contract/mails/calls';
import type { notices } from '@fundus/contract/notices/notices';
import type { Handlers } from '../../http/implement.ts';
import { markAllRead, markRead, readNotices, streamUnread } from './notices.ts';
import { sendTestMail } from './test-mail.ts';
import { readUnsent, sendAgain } from './unsent.ts';

export const handlers: Handlers<typeof mails> = {
  unsent: (ctx) => readUnsent(ctx),
  sendAgain: (ctx) => sendAgain(ctx),
  testMail: (ctx, { params, body }) => sendTestMail(ctx, params.lang, body.template),
};

export const noticeHandlers: Handlers<typeof notices> = {
  list: readNotices,
  events: (ctx) => streamUnread(ctx),
  setRead: (ctx, { params, body }) => markRead(ctx, params.id, body.read),
  readAll: (ctx, { body }) => markAllRead(ctx, body.until),
};
