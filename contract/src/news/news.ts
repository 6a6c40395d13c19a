/** Endpoints for news of schools and districts (docs/behaviour/news.md). */
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

/** Requested language of the texts; '' selects the portal's default language. */
const lang = z.union([z.literal(''), locale]).default('');

export const NewsCategory = z.object({
  slug: z.string().regex(CATEGORY_SLUG),
  /** Name of the category by language; the German name is required. */
  labels: z.record(locale, line(40).min(1)),
});
export type NewsCategory = z.output<typeof NewsCategory>;

export const NewsFile = z.object({
  file: z.uuid(),
  name: z.string(),
  mime: z.string(),
  bytes: z.int(),
  /** Width and height in pixels; null if the file is not a picture. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  href: z.string(),
});
export type NewsFile = z.output<typeof NewsFile>;

/** A news item in a list, with texts in the visitor's language or the best available one. */
export const NewsCard = z.object({
  id: z.uuid(),
  /** Language in which the texts are returned. */
  language: locale,
  title: z.string(),
  teaser: z.string(),
  cover: z.object({ href: z.string(), alt: z.string(), width: z.int(), height: z.int() }).nullable(),
  category: z.object({ slug: z.string(), label: z.string() }).nullable(),
  /** Name of the publishing school or district. Authors are not named. */
  from: z.string(),
  display_at: moment,
  /** Time of the last change to the text after publication; null if it was not changed. */
  updated_at: moment.nullable(),
  pinned: z.boolean(),
  state: z.enum(['published', 'expired']),
  /** True if the news item was published since the visitor last opened the list. */
  unread: z.boolean(),
});
export type NewsCard = z.output<typeof NewsCard>;

const Neighbour = z.object({ id: z.uuid(), title: z.string() }).nullable();

export const News = NewsCard.extend({
  /** Sanitised HTML: rich text (docs/behaviour/common.md#rich-text) and pictures stored by the portal. */
  body: z.string(),
  attachments: z.array(NewsFile),
  /** Neighbouring news items in the list. `previous` is the newer one. */
  previous: Neighbour,
  next: Neighbour,
  can: z.object({ edit: z.boolean() }),
});
export type News = z.output<typeof News>;

/** A news item in the list of news that the user may edit. */
export const NewsRow = NewsCard.pick({ id: true, language: true, title: true, category: true, from: true, pinned: true }).extend({
  state: z.enum(NEWS_STATES),
  audience: z.enum(NEWS_AUDIENCES),
  /** Names of the schools or classes the news item is for. */
  targets: z.array(z.string()),
  roles: z.enum(NEWS_ROLES),
  /** Time of publication; null for a draft without a date. */
  display_at: moment.nullable(),
  expires_at: moment.nullable(),
  changed_at: moment,
  /** Languages in which the news item has texts. */
  languages: z.array(locale),
});
export type NewsRow = z.output<typeof NewsRow>;

/** A news item with all its fields, as loaded into the editor. */
export const NewsDraft = NewsFields.omit({ targets: true, attachments: true, cover: true }).extend({
  id: z.uuid(),
  version,
  state: z.enum(NEWS_STATES),
  from: z.string(),
  targets: z.array(named(z.string())),
  cover: NewsFile.nullable(),
  attachments: z.array(NewsFile),
  /** Comment of the reviewer who returned the draft; '' if there is none. */
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
      /** Categories that contain news. */
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
      /** Rights to write for the school or the district and to edit categories. `review`: an administrator must approve the user's news. */
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
  /** Categories for authors. Readers get the categories together with the list of news. */
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
    /** `expected` contains the categories as displayed to the user, to detect concurrent changes. */
    body: z.object({ items: z.array(NewsCategory).max(MAX_CATEGORIES), expected: z.array(NewsCategory).max(1_000) }),
    reply: z.object({ items: z.array(NewsCategory.extend({ count: z.int() })) }),
  }),
};
