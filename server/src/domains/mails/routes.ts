import type { setupAdmin } from '@fundus/contract/setup/admin';
import type { Handlers } from '../../http/implement.ts';
import { sendTestMail } from './test-mail.ts';

/** Of the calls of setup the one that sends a mail. */
export const handlers: Handlers<Pick<typeof setupAdmin, 'testMail'>> = {
  testMail: (ctx, { params, body }) => sendTestMail(ctx, params.lang, body.template),
};
