/** News of schools and districts (docs/behaviour/news.md). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { base64Length } from '../base64.ts';
import { byId, line, locale, moment, named, text, version, versionInQuery } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { NewsFields } from './fields.ts';
import {
  CATEGORY_SLUG,
  MAX_CATEGORIES,
  NEWS_AUDIENCES,
  NEWS_COMMENT,
  NEWS_FILES,
  NEWS_PAGE,
  NEWS_ROLES,
  NEWS_STATES,
  NEWS_STEPS,
  newsGate,
} from './rules.ts';
import { page, pageOf } from '../paging.ts';
import { tableQuery } from '../table-file.ts';

export * from './fields.ts';
export * from './rules.ts';

/** Language of the texts; '' for the portal's default language. */
const lang = z.union([z.literal(''), locale]).default('');

export const NewsCategory = z.object({
  slug: z.string().regex(CATEGORY_SLUG),
  /** Name by language; German is required. */
  labels: z.record(locale, line(40).min(1)),
});
export type NewsCategory = z.output<typeof NewsCategory>;

export const NewsFile = z.object({
  file: z.uuid(),
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  /** Size of pictures in pixels. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  href: z.string(),
});
export type NewsFile = z.output<typeof NewsFile>;

/** A news item in a list, in the visitor's language or the closest available. */
export const NewsCard = z.object({
  id: z.uuid(),
  /** Language of the texts. */
  language: locale,
  title: z.string(),
  teaser: z.string(),
  cover: z.object({ href: z.string(), alt: z.string(), width: z.int(), height: z.int() }).nullable(),
  category: z.object({ slug: z.string(), label: z.string() }).nullable(),
  /** Publishing school or district; never a person. */
  from: z.string(),
  display_at: moment,
  /** Time of the last change after publication. */
  updated_at: moment.nullable(),
  pinned: z.boolean(),
  state: z.enum(['published', 'expired']),
  /** True if published since the visitor last opened the list. */
  unread: z.boolean(),
});
export type NewsCard = z.output<typeof NewsCard>;

const Neighbour = z.object({ id: z.uuid(), title: z.string() }).nullable();

export const News = NewsCard.extend({
  /** Sanitised HTML: rich text (docs/behaviour/common.md#rich-text), and pictures of the portal. */
  body: z.string(),
  attachments: z.array(NewsFile),
  /** Neighbours in the order of the list; `previous` is newer. */
  previous: Neighbour,
  next: Neighbour,
  can: z.object({ edit: z.boolean() }),
});
export type News = z.output<typeof News>;

/** A news item in the list of its authors. */
export const NewsRow = NewsCard.pick({ id: true, language: true, title: true, category: true, from: true, pinned: true }).extend({
  state: z.enum(NEWS_STATES),
  audience: z.enum(NEWS_AUDIENCES),
  /** Names of the target schools or classes. */
  targets: z.array(z.string()),
  roles: z.enum(NEWS_ROLES),
  /** Time of publication; null if the draft has no date. */
  display_at: moment.nullable(),
  expires_at: moment.nullable(),
  changed_at: moment,
  /** Languages of its texts. */
  languages: z.array(locale),
});
export type NewsRow = z.output<typeof NewsRow>;

/** A news item in the editor. */
export const NewsDraft = NewsFields.omit({ targets: true, attachments: true, cover: true }).extend({
  id: z.uuid(),
  version,
  state: z.enum(NEWS_STATES),
  from: z.string(),
  targets: z.array(named(z.string())),
  cover: NewsFile.nullable(),
  attachments: z.array(NewsFile),
  /** Comment of the reviewer who returned it. */
  comment: z.string(),
  created_at: moment,
  changed_at: moment,
  updated_at: moment.nullable(),
  can: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    publish: z.boolean(),
    send_back: z.boolean(),
    archive: z.boolean(),
    restore: z.boolean(),
    delete: z.boolean(),
  }),
});
export type NewsDraft = z.output<typeof NewsDraft>;

export const news = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/news',
    summary: 'News for the visitor: pinned ones first, then the newest; `school` only those of the own school',
    ...newsGate,
    query: z.object({
      ...page,
      limit: z.coerce.number().int().min(1).max(100).default(NEWS_PAGE),
      c: z.union([z.literal(''), z.string().regex(CATEGORY_SLUG)]).default(''),
      school: z.stringbool().default(false),
      lang,
    }),
    reply: pageOf(NewsCard).extend({
      /** Categories that have news. */
      categories: z.array(z.object({ slug: z.string(), label: z.string(), count: z.int() })),
      can: z.object({ write: z.boolean(), categories: z.boolean() }),
    }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/news/{id}',
    summary: 'A news item with its text, also after its end',
    ...newsGate,
    params: byId,
    query: z.object({ lang }),
    reply: News,
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/v1/news/unread',
    summary: 'Number of announced news since the user last looked',
    access: 'user',
    reply: z.object({ count: z.int() }),
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/api/v1/news/read',
    summary: 'Mark all news as read',
    access: 'user',
    reply: done,
  }),
  feed: endpoint({
    method: 'GET',
    path: '/api/v1/news/feed.xml',
    summary: 'Public news as an Atom feed (RFC 4287)',
    ...newsGate,
    reply: 'stream',
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/v1/news/files/{file}',
    summary: 'A picture or attachment, for readers of its news and the uploader',
    ...newsGate,
    params: z.object({ file: z.uuid() }),
    reply: 'stream',
  }),

  manage: endpoint({
    method: 'GET',
    path: '/api/v1/news/manage',
    summary: 'News the user may edit, drafts first, then the newest',
    access: 'user',
    advancedView,
    query: z.object({ ...page, q: text(100).default(''), state: z.union([z.literal(''), z.enum(NEWS_STATES)]).default(''), lang }),
    reply: pageOf(NewsRow).extend({
      counts: z.record(z.enum(NEWS_STATES), z.int()),
      /** Publishers the visitor may write for; `review`: a review is required before publication. */
      can: z.object({ school: z.boolean(), district: z.boolean(), categories: z.boolean(), review: z.boolean() }),
    }),
  }),
  exportManaged: endpoint({
    method: 'GET',
    path: '/api/v1/news/manage/export',
    summary: 'Filtered news the user may edit as a table',
    access: 'user',
    advancedView,
    query: z.object({
      q: text(100).default(''),
      state: z.union([z.literal(''), z.enum(NEWS_STATES)]).default(''),
      ...tableQuery,
    }),
    heavy: true,
    reply: 'stream',
  }),
  draft: endpoint({
    method: 'GET',
    path: '/api/v1/news/{id}/draft',
    summary: 'A news item for editing: all languages and permissions',
    access: 'user',
    advancedView,
    params: byId,
    reply: NewsDraft,
  }),
  targets: endpoint({
    method: 'GET',
    path: '/api/v1/news/targets',
    summary: 'Schools of the district or classes of the school for which the user may write news, by name',
    access: 'user',
    advancedView,
    query: z.object({ ...page, audience: z.enum(['schools', 'classes']), q: text(100).default('') }),
    reply: pageOf(named(z.string())),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/news',
    summary: 'Create a draft of news',
    access: 'user',
    advancedView,
    body: NewsFields,
    reply: NewsDraft,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/v1/news/{id}',
    summary: 'Change news; `version` is the version the user edited. Published news is marked if its text changes',
    access: 'user',
    advancedView,
    params: byId,
    body: NewsFields.extend({ version }),
    reply: NewsDraft,
  }),
  step: endpoint({
    method: 'POST',
    path: '/api/v1/news/{id}/step',
    summary: 'Submit, publish, return (with a comment), archive or restore news',
    access: 'user',
    advancedView,
    params: byId,
    body: z.object({ step: z.enum(NEWS_STEPS), comment: text(NEWS_COMMENT).default(''), version }),
    reply: NewsDraft,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/news/{id}',
    summary: 'Delete a draft or archived news permanently; `version` is the version the user saw',
    access: 'user',
    advancedView,
    params: byId,
    query: z.object({ version: versionInQuery }),
    reply: done,
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/api/v1/news/files',
    summary:
      'Upload a picture (JPEG, PNG, WebP, at most 2 MB) or an attachment (PDF, DOCX, ODT, PNG, JPEG, at most 10 MB); the format is detected from the content',
    access: 'user',
    advancedView,
    bodyLimit: base64Length(NEWS_FILES.attachment.bytes),
    body: z.object({
      kind: z.enum(['picture', 'attachment']),
      name: line(160).min(1),
      content: z.base64().max(base64Length(NEWS_FILES.attachment.bytes)),
    }),
    reply: NewsFile,
  }),
  /** For authors; readers get the categories with the list. */
  categories: endpoint({
    method: 'GET',
    path: '/api/v1/news/categories',
    summary: 'News categories in their order',
    access: 'user',
    advancedView,
    reply: z.object({ items: z.array(NewsCategory.extend({ count: z.int() })) }),
  }),
  setCategories: endpoint({
    method: 'PUT',
    path: '/api/v1/news/categories',
    summary: 'Replace the news categories in their order; news of a removed one has none',
    access: 'districtAdmin',
    advancedView,
    /** `expected`: the categories as displayed, in order. */
    body: z.object({ items: z.array(NewsCategory).max(MAX_CATEGORIES), expected: z.array(NewsCategory).max(1_000) }),
    reply: z.object({ items: z.array(NewsCategory.extend({ count: z.int() })) }),
  }),
};
