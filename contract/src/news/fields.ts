/** Fields that news authors fill in. Forms and endpoints validate them with the same schema. */
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

/** Title, teaser, body and cover description of a news item in one language. */
export const NewsText = z.object({
  title: line(NEWS_TITLE).min(1),
  teaser: text(NEWS_TEASER).default(''),
  body: text(NEWS_BODY).default(''),
  /** Alternative text of the cover; required if the news item has a cover. */
  cover_alt: line(NEWS_ALT).default(''),
});
export type NewsText = z.output<typeof NewsText>;

/** Fields of a news item that its authors can edit. */
export const NewsFields = z.object({
  /** Texts by language; at least one language is required. */
  texts: z.record(locale, NewsText).refine((texts) => Object.keys(texts).length > 0, 'required'),
  cover: z.uuid().nullable().default(null),
  category: z.string().regex(CATEGORY_SLUG).nullable().default(null),
  audience: z.enum(NEWS_AUDIENCES),
  /** Ids of the schools or classes the news item is for; empty if the audience is not limited to some of them. */
  targets: z.array(z.string().min(1).max(80)).max(MAX_TARGETS).default([]),
  roles: z.enum(NEWS_ROLES).default('all'),
  /** Time of publication; null to publish the news item immediately. */
  display_at: moment.nullable().default(null),
  expires_at: moment.nullable().default(null),
  pinned_until: moment.nullable().default(null),
  attachments: z.array(z.uuid()).max(MAX_ATTACHMENTS).default([]),
  notify: z.enum(NEWS_NOTIFY).default('portal'),
});
export type NewsFields = z.output<typeof NewsFields>;
