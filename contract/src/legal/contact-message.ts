/** Request body of the contact form. */
import { z } from 'zod';
import { emailOrEmpty, language } from '../fields.ts';
import { line } from '../fields.ts';
import { prose } from './content.ts';

const CONTACT_TOPICS = ['contact', 'accessibility'] as const;

/** Message to the operator. The email address is optional only for reports of accessibility barriers. */
export const ContactMessage = z
  .object({
    topic: z.enum(CONTACT_TOPICS).default('contact'),
    name: line(120).default(''),
    email: emailOrEmpty.default(''),
    subject: line(160).min(1),
    text: prose(5_000).min(1),
    /** URL of the page to which the message refers. */
    page: line(500).default(''),
    /** True if the sender receives a copy. */
    copy: z.boolean().default(false),
    language: language.default('de'),
    /** Honeypot field. It is hidden from users, so only bots fill it in. */
    website: z.string().max(2_000).default(''),
  })
  .superRefine((message, check) => {
    if (message.email === '' && (message.topic === 'contact' || message.copy))
      check.addIssue({ code: 'custom', path: ['email'], message: 'required' });
  });
export type ContactMessage = z.output<typeof ContactMessage>;
