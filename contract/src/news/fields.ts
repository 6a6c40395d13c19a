/** What people write of news; forms check it with the same schema before it is sent. */
import { z } from 'zod';
import { line, locale, moment, text } from '../fields.ts';
import {
  CATEGORY_SLUG,
  MAX_ATTACHMENTS,
  MAX_TARGETS,
  NEWS_ALT,
  NEWS_AUDIENCES,
  NEWS_BODY,
  NEWS_NOTIFY,
  NEWS_ROLES,
  NEWS_TEASER,
  NEWS_TITLE,
} from './rules.ts';

/** The words in one language. */
export const NewsText = z.object({
  title: line(NEWS_TITLE).min(1),
  teaser: text(NEWS_TEASER).default(''),
  body: text(NEWS_BODY).default(''),
  /** What the cover shows; required where there is one. */
  cover_alt: line(NEWS_ALT).default(''),
});
export type NewsText = z.output<typeof NewsText>;

/** The fields that people write. */
export const NewsFields = z.object({
  /** By language, one at least. */
  texts: z.record(locale, NewsText).refine((texts) => Object.keys(texts).length > 0, 'required'),
  cover: z.uuid().nullable().default(null),
  category: z.string().regex(CATEGORY_SLUG).nullable().default(null),
  audience: z.enum(NEWS_AUDIENCES),
  /** Ids of schools or of classes, where the audience is some of these. */
  targets: z.array(z.string().min(1).max(80)).max(MAX_TARGETS).default([]),
  roles: z.enum(NEWS_ROLES).default('all'),
  /** null: as soon as it is published. */
  display_at: moment.nullable().default(null),
  expires_at: moment.nullable().default(null),
  pinned_until: moment.nullable().default(null),
  attachments: z.array(z.uuid()).max(MAX_ATTACHMENTS).default([]),
  notify: z.enum(NEWS_NOTIFY).default('portal'),
});
export type NewsFields = z.output<typeof NewsFields>;
