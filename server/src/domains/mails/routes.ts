import type { mails } from '@fundus/contract/mails/calls';
import type { Handlers } from '../../http/implement.ts';
import { sendTestMail } from './test-mail.ts';
import { readUnsent, sendAgain } from './unsent.ts';

export const handlers: Handlers<typeof mails> = {
  unsent: (ctx) => readUnsent(ctx),
  sendAgain: (ctx) => sendAgain(ctx),
  testMail: (ctx, { params, body }) => sendTestMail(ctx, params.lang, body.template),
};
