/** Media lists, which are collections of media for lessons (docs/behaviour/medialists.md). */
import { z } from 'zod';
import { byId, count, day, language, line, moment, text, version } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { ListItem, NewItem } from './items.ts';
import {
  DESCRIPTION_LENGTH,
  LIST_ROLES,
  LIST_SCOPES,
  LIST_STATES,
  LIST_VISIBILITIES,
  MAX_AT_ONCE,
  MAX_GRADES,
  MAX_SUBJECTS,
  TITLE_LENGTH,
} from './rules.ts';

export * from './rules.ts';

/** Fields of a list that users can edit. */
const fields = {
  title: line(TITLE_LENGTH).min(1),
  /** Rich text. The limit applies to the text without markup. */
  description: text(DESCRIPTION_LENGTH * 4),
  visibility: z.enum(LIST_VISIBILITIES),
  /** Codes of subjects. */
  subjects: z.array(z.string().max(40)).max(MAX_SUBJECTS),
  grades: z.array(z.int().min(1).max(13)).max(MAX_GRADES),
  planned_for: day.nullable(),
  /** `auto`, `none`, or the identifier of a medium in the list. */
  cover: z.string().min(1).max(200),
};

/** List in an overview. */
export const ListLine = z.object({
  id: z.uuid(),
  title: z.string(),
  visibility: z.enum(LIST_VISIBILITIES),
  state: z.enum(LIST_STATES),
  /** Role of the visitor. */
  role: z.enum(LIST_ROLES),
  /** Name of the owner. Empty for editorial lists and for learners. */
  owner: z.string(),
  /** Subjects with their German labels. */
  subjects: z.array(z.object({ code: z.string(), label: z.string() })),
  grades: z.array(z.int()),
  planned_for: day.nullable(),
  /** URL of the cover, or `null`. */
  cover: z.string().nullable(),
  /** Number of items that the visitor can see, without headings and texts. */
  items: count,
  /** Number of active and scheduled releases. Set for users who may release the list. */
  releases: count,
  updated_at: moment,
  /** Last day on which a deleted list can be restored. */
  restore_until: day.nullable(),
});
export type ListLine = z.output<typeof ListLine>;

const LIST_CAN = [
  'editItems',
  'manage',
  'release',
  'releaseToSchool',
  'copy',
  'archive',
  'restore',
  'delete',
  'handOver',
  'leave',
  'seeSharing',
  'link',
  'substitute',
  'seeLinks',
] as const;
export type ListCan = Record<(typeof LIST_CAN)[number], boolean>;

export const Medialist = ListLine.extend({
  /** Sanitized HTML. */
  description: z.string(),
  /** Selected cover: `auto`, `none`, or the identifier of a medium. */
  cover_choice: z.string(),
  version,
  /** Version of the contents, which changes with every change to the items. */
  content_version: version,
  contents: z.array(ListItem),
  /** Number of media hidden from learners because only teachers may use them. */
  left_out: count,
  /** Total duration of the playable media in seconds. */
  duration: count,
  can: z.object(Object.fromEntries(LIST_CAN.map((right) => [right, z.boolean()])) as Record<keyof ListCan, z.ZodBoolean>),
});
export type Medialist = z.output<typeof Medialist>;

/** Problems that the lesson check can find for a day. */
export const CHECK_PROBLEMS = [
  'removed',
  'no_file',
  'no_licence',
  'ends_before',
  'begins_after',
  'not_for_learners',
  'no_seats',
  'to_borrow',
  'taken',
  'not_lent',
] as const;
export const ListCheck = z.object({
  day,
  /** Class whose learners are checked, or `null` for all learners of the school. */
  class_id: z.uuid().nullable(),
  /** Number of media that were checked. */
  checked: count,
  problems: z.array(
    z.object({
      item_id: z.uuid(),
      title: z.string(),
      problem: z.enum(CHECK_PROBLEMS),
      /** Model and lending point from which the medium can be borrowed, or `null`. */
      lend: z.object({ model: z.uuid(), point: z.uuid() }).nullable(),
      /** Day on which a licence starts or ends, or `null`. */
      on: day.nullable(),
      /** Number of missing seats. */
      missing: count,
    }),
  ),
});
export type ListCheck = z.output<typeof ListCheck>;

/** Export formats: a PDF for teachers, a worksheet for learners, tables, and citations. */
export const EXPORT_FORMATS = ['pdf', 'worksheet', 'xlsx', 'csv', 'apa', 'din'] as const;

export const medialists = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/medialists',
    summary: 'Lists available to the user; those planned for the next days first, then the newest',
    access: 'user',
    codes: true,
    query: z.object({
      ...page,
      scope: z.enum(LIST_SCOPES).default('mine'),
      state: z.enum(['active', 'archived', 'deleted']).default('active'),
      subject: z.string().max(40).default(''),
      q: text(100).default(''),
    }),
    reply: pageOf(ListLine).extend({
      /** Scopes that the visitor can select. */
      scopes: z.array(z.enum(LIST_SCOPES)),
      can: z.object({ create: z.boolean(), editorial: z.boolean() }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/medialists',
    summary: 'Create a list, optionally with items',
    access: 'user',
    body: z.object({ ...z.object(fields).partial().shape, title: fields.title, items: z.array(NewItem).max(MAX_AT_ONCE).default([]) }),
    reply: Medialist,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/v1/medialists/{id}',
    summary: 'A list with its items; learners get released ones they may open',
    access: 'user',
    codes: true,
    params: byId,
    reply: Medialist,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/v1/medialists/{id}',
    summary: 'Change the fields of a list; absent fields stay as they are',
    access: 'user',
    params: byId,
    body: z.object({ version, ...z.object(fields).partial().shape }),
    reply: Medialist,
  }),
  copy: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/copy',
    summary: 'Copy a list with its items and notes, without members, releases and links',
    access: 'user',
    params: byId,
    body: z.object({ title: fields.title.optional() }),
    reply: Medialist,
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/archive',
    summary: 'Archive a list: suspends releases and blocks links',
    access: 'user',
    params: byId,
    reply: Medialist,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/medialists/{id}',
    summary: 'Delete a list; it can be restored for 30 days',
    access: 'user',
    params: byId,
    reply: done,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/restore',
    summary: 'Restore an archived or deleted list',
    access: 'user',
    params: byId,
    reply: Medialist,
  }),
  handOver: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/owner',
    summary: 'Transfer a list to a colleague at its school',
    access: 'user',
    params: byId,
    body: z.object({ person_id: z.uuid() }),
    reply: done,
  }),
  check: endpoint({
    method: 'GET',
    path: '/api/v1/medialists/{id}/check',
    summary: 'Obstacles to a lesson with this list on a day, for a class or learners of the school',
    access: 'user',
    params: byId,
    query: z.object({ date: day.optional(), class_id: z.uuid().optional() }),
    reply: ListCheck,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/v1/medialists/{id}/events',
    summary: 'Server-sent events: the version of a list, at first and after each change',
    access: 'user',
    codes: true,
    params: byId,
    reply: 'stream',
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/medialists/{id}/export',
    summary: 'A list as a file: PDF for teaching or as a worksheet, CSV, or citations (APA 7, DIN ISO 690)',
    access: 'user',
    params: byId,
    query: z.object({ format: z.enum(EXPORT_FORMATS).default('pdf'), lang: language.default('de') }),
    heavy: true,
    reply: 'stream',
  }),
};
