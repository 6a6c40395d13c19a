/** What a school decides for itself. */
import { z } from 'zod';
import { CLASS_CREATORS } from './class-rules.ts';

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** What a school decides for itself. */
export const SchoolSettings = z.object({
  /** Whoever registers with an address of these domains and confirms it needs no approval. */
  trusted_domains: z.array(z.string().trim().toLowerCase().regex(DOMAIN)).max(20).default([]),
  /** Who may make classes. */
  class_creation: z.enum(CLASS_CREATORS).default('teachers'),
  /** Classes may have a room for video conferences. */
  video_rooms: z.boolean().default(false),
  /** Usual last day of new learner codes, month and day; empty: the last day of the school year. */
  code_end: z.union([z.literal(''), z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)]).default(''),
});
export type SchoolSettings = z.output<typeof SchoolSettings>;
