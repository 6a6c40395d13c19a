/** Test mails for authors of mail texts (docs/behaviour/setup.md#own-texts). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count, locale } from '../fields.ts';
import { TEXT_LENGTH } from '../setup/texts.ts';

/** The edited text and its current value; absent: the saved draft. */
const typed = z.object({ key: z.string().min(1).max(200), text: z.string().max(TEXT_LENGTH).optional() });

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
  previewMail: endpoint({
    method: 'POST',
    path: '/api/v1/setup/texts/{lang}/preview-mail',
    summary: 'The mail a text stands in as it would arrive, with examples filled in: the draft, with what is being typed',
    access: 'districtAdmin',
    params: z.object({ lang: locale }),
    body: typed,
    reply: z.object({ from: z.string(), subject: z.string(), text: z.string() }),
  }),
  previewMailPage: endpoint({
    method: 'GET',
    path: '/api/v1/setup/texts/{lang}/preview-mail',
    summary: 'The same as mail programs draw it, as a page of its own without scripts',
    access: 'districtAdmin',
    params: z.object({ lang: locale }),
    query: typed,
    reply: 'stream',
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
