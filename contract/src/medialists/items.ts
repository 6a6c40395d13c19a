/** Items of a media list (docs/behaviour/medialists.md#items). */
import { z } from 'zod';
import { listedMedium } from '../catalogue/listed-medium.ts';
import { byId, count, identifier, line, moment, text, version } from '../fields.ts';
import { done, endpoint } from '../endpoint.ts';
import { AVAILABILITIES, ITEM_KINDS, ITEM_NOTE_LENGTH, MAX_AT_ONCE, MAX_ITEMS, TEXT_LENGTH, TITLE_LENGTH } from './rules.ts';

const seconds = z.number().min(0).max(1_000_000);
const address = z.url({ protocol: /^https?$/ }).max(2_000);
const title = line(TITLE_LENGTH).min(1);

export const ListItem = z.object({
  id: z.uuid(),
  kind: z.enum(ITEM_KINDS),
  ...listedMedium,
  /** Content of a text item. */
  body: z.string(),
  /** Note for teachers. Empty for readers who may not see it. */
  note_teacher: z.string(),
  note_learner: z.string(),
  visible_to_learners: z.boolean(),
  availability: z.enum(AVAILABILITIES),
  /** Version of the item, which changes when its texts are edited. */
  version,
  /** Name of the user who added the item. Empty for learners. */
  added_by: z.string(),
  added_at: moment,
});
export type ListItem = z.output<typeof ListItem>;

const terms = {
  note_teacher: text(ITEM_NOTE_LENGTH).optional(),
  note_learner: text(ITEM_NOTE_LENGTH).optional(),
  visible_to_learners: z.boolean().optional(),
};

/** New item of a list. */
export const NewItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('medium'), identifier, ...terms }),
  /** Part of a medium, which has its own title. */
  z
    .object({ kind: z.literal('sequence'), identifier, title, start_s: seconds, end_s: seconds.positive(), ...terms })
    .refine(({ start_s, end_s }) => end_s - start_s >= 1, { path: ['end_s'], message: 'range' }),
  /** Copy of an excerpt that the user has created or received. */
  z.object({ kind: z.literal('excerpt'), excerpt_id: z.uuid(), ...terms }),
  z.object({ kind: z.literal('external'), url: address, title, ...terms }),
  z.object({ kind: z.literal('heading'), title, ...terms }),
  z.object({ kind: z.literal('text'), body: text(TEXT_LENGTH).min(1), ...terms }),
]);
export type NewItem = z.output<typeof NewItem>;

const item = byId.extend({ itemId: z.uuid() });
/** Items of a list with the version of its contents. */
const content = z.object({ items: z.array(ListItem), content_version: version });
const someItems = z.array(z.uuid()).min(1).max(MAX_ITEMS);

export const medialistItems = {
  addItems: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/items',
    summary: 'Add an item to a list after another one or at the end; `already_exists` for existing media, unless intended',
    access: 'user',
    params: byId,
    body: z.object({
      items: z.array(NewItem).min(1).max(MAX_AT_ONCE),
      /** ID of the item after which to insert. `null` inserts at the start, and an omitted ID at the end. */
      after_id: z.uuid().nullable().optional(),
      force: z.boolean().default(false),
    }),
    reply: content.extend({ added: z.array(z.uuid()) }),
  }),
  addToLists: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/items',
    summary: 'Add items to several lists; existing ones are skipped, unless intended',
    access: 'user',
    body: z.object({
      lists: z.array(z.uuid()).min(1).max(20),
      items: z.array(NewItem).min(1).max(MAX_AT_ONCE),
      force: z.boolean().default(false),
    }),
    reply: z.object({
      /** IDs of the new items, with which the call can be undone. */
      added: z.array(z.uuid()),
      /** Number of items that a list already contained. */
      had: count,
    }),
  }),
  listsWith: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/with',
    summary: 'Lists to which the user may add items, last used first, and which of them contain all of these media',
    access: 'user',
    body: z.object({ media: z.array(identifier).max(MAX_AT_ONCE).default([]), q: text(100).default('') }),
    reply: z.object({
      lists: z.array(z.object({ id: z.uuid(), title: z.string(), items: count, has: z.boolean() })),
      /** `create` is true if the user may create another list. */
      can: z.object({ create: z.boolean() }),
    }),
  }),
  changeItem: endpoint({
    method: 'PATCH',
    path: '/api/v1/medialists/{id}/items/{itemId}',
    summary: 'Change the texts of an item; absent fields stay as they are',
    access: 'user',
    params: item,
    body: z.object({
      version,
      title: title.optional(),
      url: address.optional(),
      body: text(TEXT_LENGTH).min(1).optional(),
      start_s: seconds.optional(),
      end_s: seconds.optional(),
      ...terms,
    }),
    reply: ListItem,
  }),
  /** Replaces a medium that no longer exists. Position and notes are kept. */
  replaceItem: endpoint({
    method: 'PUT',
    path: '/api/v1/medialists/{id}/items/{itemId}/medium',
    summary: 'Replace the medium of an item; its notes stay',
    access: 'user',
    params: item,
    body: z.object({ identifier }),
    reply: ListItem,
  }),
  moveItem: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/items/{itemId}/move',
    summary: 'Move an item after another one or to the front; `version_conflict` if that one was removed',
    access: 'user',
    params: item,
    body: z.object({ after_id: z.uuid().nullable() }),
    reply: content,
  }),
  moveItems: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/items/move',
    summary: 'Move several items in the given order after another one or to the front',
    access: 'user',
    params: byId,
    body: z.object({ items: someItems, after_id: z.uuid().nullable() }),
    reply: content,
  }),
  /** Copies items to other lists. They are removed from this list only with `move`. */
  copyItems: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/items/copy',
    summary: 'Copy items with their notes to other lists, or move them',
    access: 'user',
    params: byId,
    body: z.object({ items: someItems, lists: z.array(z.uuid()).min(1).max(20), move: z.boolean().default(false) }),
    reply: z.object({ added: z.array(z.uuid()), had: count }),
  }),
  showItems: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/{id}/items/show',
    summary: 'Show items to learners, or hide them',
    access: 'user',
    params: byId,
    body: z.object({ items: someItems, visible_to_learners: z.boolean() }),
    reply: content,
  }),
  removeItem: endpoint({
    method: 'DELETE',
    path: '/api/v1/medialists/{id}/items/{itemId}',
    summary: 'Remove an item from a list; it can be restored for a day',
    access: 'user',
    params: item,
    reply: content,
  }),
  removeItems: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/items/remove',
    summary: 'Remove items from lists the user may edit; they can be restored for a day',
    access: 'user',
    body: z.object({ items: someItems }),
    reply: done,
  }),
  restoreItems: endpoint({
    method: 'POST',
    path: '/api/v1/medialists/items/restore',
    summary: 'Restore removed items at their positions',
    access: 'user',
    body: z.object({ items: someItems }),
    reply: done,
  }),
};
