/** The calls of mails: whoever writes the texts of a mail sends it to themselves (docs/behaviour/setup.md#own-texts). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, locale } from '../fields.ts';

export const mails = {
  testMail: endpoint({
    method: 'POST',
    path: '/api/v1/setup/texts/{lang}/test-mail',
    summary: 'Mail the draft texts of a mail template to oneself',
    access: 'districtAdmin',
    params: z.object({ lang: locale }),
    body: z.object({ template: z.string().min(1).max(60) }),
    reply: z.object({ to: z.string() }),
  }),
  unsent: endpoint({
    method: 'GET',
    path: '/api/v1/mails/unsent',
    summary: 'How many mails failed and are tried again, and how many were given up',
    access: 'districtAdmin',
    reply: z.object({ waiting: count, given_up: count }),
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/v1/mails/unsent',
    summary: 'Send the mails that were given up once more',
    access: 'districtAdmin',
    reply: z.object({ again: count }),
  }),
};
