/** What the contact form sends. */
import { z } from 'zod';
import { emailOrEmpty, language } from '../fields.ts';
import { line } from '../fields.ts';
import { prose } from './content.ts';

const CONTACT_TOPICS = ['contact', 'accessibility'] as const;

/** A message to the people who run the portal. Whoever reports a barrier need not say who they are. */
export const ContactMessage = z
  .object({
    topic: z.enum(CONTACT_TOPICS).default('contact'),
    name: line(120).default(''),
    email: emailOrEmpty.default(''),
    subject: line(160).min(1),
    text: prose(5_000).min(1),
    /** The page it is about. */
    page: line(500).default(''),
    /** Send the writer a copy. */
    copy: z.boolean().default(false),
    language: language.default('de'),
    /** No person sees this field; what fills it in is a machine. */
    website: z.string().max(2_000).default(''),
  })
  .superRefine((message, check) => {
    if (message.email === '' && (message.topic === 'contact' || message.copy))
      check.addIssue({ code: 'custom', path: ['email'], message: 'required' });
  });
export type ContactMessage = z.output<typeof ContactMessage>;
