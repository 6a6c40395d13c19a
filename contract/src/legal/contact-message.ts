/** Body of the contact form. */
import { z } from 'zod';
import { emailOrEmpty, language } from '../fields.ts';
import { line } from '../fields.ts';
import { prose } from './content.ts';

const CONTACT_TOPICS = ['contact', 'accessibility'] as const;

/** A message to the operator. Reporting a barrier may be anonymous. */
export const ContactMessage = z
  .object({
    topic: z.enum(CONTACT_TOPICS).default('contact'),
    name: line(120).default(''),
    email: emailOrEmpty.default(''),
    subject: line(160).min(1),
    text: prose(5_000).min(1),
    /** Address of the page the message is about. */
    page: line(500).default(''),
    /** Sends a copy to the author. */
    copy: z.boolean().default(false),
    language: language.default('de'),
    /** Honeypot: hidden from users; only bots fill it in. */
    website: z.string().max(2_000).default(''),
  })
  .superRefine((message, check) => {
    if (message.email === '' && (message.topic === 'contact' || message.copy))
      check.addIssue({ code: 'custom', path: ['email'], message: 'required' });
  });
export type ContactMessage = z.output<typeof ContactMessage>;
