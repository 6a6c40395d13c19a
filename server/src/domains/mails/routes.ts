import type { mails } from '@fundus/contract/mails/calls';
import type { notices } from '@fundus/contract/notices/notices';
import type { push } from '@fundus/contract/notices/push';
import type { Handlers } from '../../http/implement.ts';
import { markAllNoticesRead, setRead, readNotices, streamUnread } from './notices.ts';
import { addBrowser, removeBrowser, readBrowsers } from './push.ts';
import { previewMail, previewMailPage } from './preview.ts';
import { sendTestMail } from './test-mail.ts';
import { countUnsentMails, resendUnsentMails } from './unsent.ts';

export const handlers: Handlers<typeof mails, 'storage'> = {
  unsent: (ctx) => countUnsentMails(ctx),
  sendAgain: (ctx) => resendUnsentMails(ctx),
  testMail: (ctx, { params, body }) => sendTestMail(ctx, params.lang, body.template),
  previewMail: (ctx, { params, body }) => previewMail(ctx, params.lang, body),
  previewMailPage: (ctx, { params, query }) => previewMailPage(ctx, params.lang, query),
};

export const noticeHandlers: Handlers<typeof notices & typeof push, 'live'> = {
  browsers: (ctx) => readBrowsers(ctx),
  addBrowser: (ctx, { body }) => addBrowser(ctx, body),
  removeBrowser: (ctx, { params }) => removeBrowser(ctx, params.id),
  list: readNotices,
  events: (ctx) => streamUnread(ctx),
  setRead: (ctx, { params, body }) => setRead(ctx, params.id, body.read),
  markAllRead: (ctx, { body }) => markAllNoticesRead(ctx, body.until),
};
