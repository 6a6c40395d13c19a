/** Test mails for users who edit the texts of mails (docs/behaviour/setup.md#own-texts). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, locale } from '../fields.ts';
import { TEXT_LENGTH } from '../setup/texts.ts';

/** Key of the edited text, and the text as typed. If `text` is omitted, the saved draft is used. */
const typed = z.object({ key: z.string().min(1).max(200), text: z.string().max(TEXT_LENGTH).optional() });

export const mails = {
  testMail: endpoint({
    method: 'POST',
    path: '/api/v1/setup/texts/{lang}/test-mail',
    summary: 'Send the draft texts of a mail template to the user',
    access: 'districtAdmin',
    params: z.object({ lang: locale }),
    body: z.object({ template: z.string().min(1).max(60) }),
    reply: z.object({ to: z.string() }),
  }),
  previewMail: endpoint({
    method: 'POST',
    path: '/api/v1/setup/texts/{lang}/preview-mail',
    summary: 'Preview of the mail that contains a text, with sample values: the draft with the current input',
    access: 'districtAdmin',
    params: z.object({ lang: locale }),
    body: typed,
    reply: z.object({ from: z.string(), subject: z.string(), text: z.string() }),
  }),
  previewMailPage: endpoint({
    method: 'GET',
    path: '/api/v1/setup/texts/{lang}/preview-mail',
    summary: 'Preview of a mail as an HTML page without scripts',
    access: 'districtAdmin',
    params: z.object({ lang: locale }),
    query: typed,
    reply: 'stream',
  }),
  unsent: endpoint({
    method: 'GET',
    path: '/api/v1/mails/unsent',
    summary: 'Number of failed mails that are retried, and of mails given up',
    access: 'districtAdmin',
    reply: z.object({ waiting: count, given_up: count }),
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/v1/mails/unsent',
    summary: 'Retry the mails that were given up',
    access: 'districtAdmin',
    reply: z.object({ again: count }),
  }),
};
