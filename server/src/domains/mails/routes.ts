import type { mails } from '@fundus/contract/mails/calls';
import type { Handlers } from '../../http/implement.ts';
import { sendTestMail } from './test-mail.ts';

export const handlers: Handlers<typeof mails> = {
  testMail: (ctx, { params, body }) => sendTestMail(ctx, params.lang, body.template),
};
