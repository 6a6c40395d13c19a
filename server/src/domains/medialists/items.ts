/** Adding, moving and removing items of media lists (docs/behaviour/medialists.md#items). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { medialistItems, NewItem } from '@fundus/contract/medialists/items';
import { MAX_ITEMS } from '@fundus/contract/medialists/medialists';
import { generateNKeysBetween } from 'fractional-indexing';
import { newId } from '../../db/new-id.ts';
import type { UserCtx } from '../../http/context.ts';
import { findGrantableDrafts, findKnownCards, grantDrafts, isPrivate } from '../catalogue/index.ts';
import { findItems, insertItems, listItems, setRanks, setRemoved, showItems, type ItemRow } from './item-repository.ts';
import { prepareItems, type PreparedItem } from './new-items.ts';
import { createListConflict, lockListWithRight, lockWithRight, incrementVersions, presentCurrentList, requireRight } from './service.ts';
import type { ListRow } from './repository.ts';

type Content = Reply<typeof medialistItems.moveItem>;

export async function presentContent(ctx: UserCtx<'search'>, id: string): Promise<Content> {
  const { contents, content_version } = await presentCurrentList(ctx, id);
  return { items: contents, content_version };
}

/**
 * Returns `many` ranks after the item `after`. `null` means at the start, `undefined` means at the end. Returns `undefined` if the item is missing.
 */
export function findRanks(rows: readonly ItemRow[], after: string | null | undefined, many: number): string[] | undefined {
  const place = after === undefined ? rows.length - 1 : after === null ? -1 : rows.findIndex((row) => row.id === after);
  if (place < 0 && after) return undefined;
  // Two items may have the same rank if one was removed and restored. The new ranks follow both.
  const before = rows[place]?.rank ?? null;
  const next = rows.slice(place + 1).find((row) => before === null || row.rank > before)?.rank ?? null;
  return generateNKeysBetween(before, next, many);
}

const isWhole = (item: Pick<PreparedItem, 'kind' | 'identifier' | 'start_s'>): boolean => item.identifier != null && item.start_s == null;

type Where = { after?: string | null | undefined; force: boolean };

type Into = Pick<ListRow, 'id' | 'district_id'>;

/** Throws `state_conflict` if private material would be added to a list of a district, because all schools of the district would see its title. */
export async function requireNoPrivateMaterial(ctx: UserCtx, { district_id }: Into, items: readonly PreparedItem[]): Promise<void> {
  if (district_id === null) return;
  const cards = await findKnownCards(ctx, [...new Set(items.flatMap(({ identifier }) => identifier ?? []))]);
  const own = [...cards.values()].filter(isPrivate).map(({ identifier }) => identifier);
  if (own.length > 0) throw new AppError('state_conflict', { field: 'items', details: { reason: 'own_material', media: own } });
}

/** Inserts items into a list whose row the caller has locked. Skips media that the list already contains unless `force` is set. */
async function insertInto(
  ctx: UserCtx,
  list: Into,
  items: readonly PreparedItem[],
  { after, force }: Where,
): Promise<{ added: string[]; had: string[] } | undefined> {
  await requireNoPrivateMaterial(ctx, list, items);
  const rows = await listItems(ctx.db, list.id);
  const has = new Set(rows.filter(isWhole).map((row) => row.identifier));
  const wanted: PreparedItem[] = [];
  const existing: string[] = [];
  for (const item of items) {
    if (!force && isWhole(item) && has.has(item.identifier!)) existing.push(item.identifier!);
    else wanted.push(item);
    if (isWhole(item)) has.add(item.identifier!);
  }
  if (rows.length + wanted.length > MAX_ITEMS) throw invalid('items', 'max', { most: MAX_ITEMS });
  const ranks = findRanks(rows, after, wanted.length);
  if (!ranks) return undefined;
  const added = wanted.map((item, i) => ({
    ...item,
    id: newId(ctx.now),
    list_id: list.id,
    rank: ranks[i]!,
    added_by: ctx.user.id,
    added_at: ctx.now,
  }));
  if (added.length > 0) await insertItems(ctx.db, added);
  const cards = await findKnownCards(ctx, [...new Set(wanted.flatMap(({ identifier }) => identifier ?? []))]);
  await grantDrafts(ctx, { lists: [list.id] }, findGrantableDrafts(ctx, cards.values()));
  return { added: added.map(({ id }) => id), had: existing };
}

/** Inserts items into a new list. */
export async function insertNewItems(ctx: UserCtx, list: Into, items: readonly NewItem[]): Promise<void> {
  await insertInto(ctx, list, await prepareItems(ctx, items), { force: true });
}

export async function addListItems(
  ctx: UserCtx<'live' | 'search'>,
  { params, body }: Input<typeof medialistItems.addItems>,
): Promise<Reply<typeof medialistItems.addItems>> {
  const row = await lockListWithRight(ctx, params.id, 'editItems');
  const items = await prepareItems(ctx, body.items);
  const done = await insertInto(ctx, row, items, { after: body.after_id, force: body.force });
  if (!done) throw await createListConflict(ctx, row, 'after_id');
  if (done.had.length > 0) throw new AppError('already_exists', { field: 'items', details: { media: done.had } });
  await incrementVersions(ctx, [row.id], 'content_version');
  return { ...(await presentContent(ctx, row.id)), added: done.added };
}

/** Inserts items into all lists or none. Media that a list already contains are skipped unless `force` is set. */
async function insertIntoLists(
  ctx: UserCtx<'live'>,
  lists: readonly ListRow[],
  items: readonly PreparedItem[],
  force: boolean,
): Promise<{ added: string[]; had: number }> {
  const added: string[] = [];
  const existingKeys = new Set<string>();
  const changed: string[] = [];
  for (const list of lists) {
    const done = (await insertInto(ctx, list, items, { force }))!;
    added.push(...done.added);
    for (const identifier of done.had) existingKeys.add(identifier);
    if (done.added.length > 0) changed.push(list.id);
  }
  if (changed.length > 0) await incrementVersions(ctx, changed, 'content_version');
  return { added, had: existingKeys.size };
}

export async function addToLists(
  ctx: UserCtx<'live'>,
  { body }: Input<typeof medialistItems.addToLists>,
): Promise<Reply<typeof medialistItems.addToLists>> {
  const lists = await lockWithRight(ctx, [...new Set(body.lists)], 'editItems');
  return insertIntoLists(ctx, lists, await prepareItems(ctx, body.items), body.force);
}

const withoutPlace = ({
  kind,
  identifier,
  title,
  start_s,
  end_s,
  url,
  body,
  note_teacher,
  note_learner,
  visible_to_learners,
}: ItemRow): PreparedItem => ({
  ...{ kind, identifier, title, start_s, end_s, url, body },
  ...{ note_teacher, note_learner, visible_to_learners },
});

/** Copies all items of a list into a new list, in their order. */
export async function copyAllItems(ctx: UserCtx, fromId: string, toId: string): Promise<void> {
  await insertInto(ctx, { id: toId, district_id: null }, (await listItems(ctx.db, fromId)).map(withoutPlace), { force: true });
}

/** Returns the given items in the order of the list. Throws `not_found` if one is missing. */
async function requireItems(ctx: UserCtx, listId: string, ids: readonly string[]): Promise<ItemRow[]> {
  const wanted = new Set(ids);
  const rows = (await listItems(ctx.db, listId)).filter(({ id }) => wanted.has(id));
  if (rows.length < wanted.size) throw notFound('items');
  return rows;
}

export async function copyItems(
  ctx: UserCtx<'live'>,
  { params, body }: Input<typeof medialistItems.copyItems>,
): Promise<Reply<typeof medialistItems.copyItems>> {
  const targets = [...new Set(body.lists)].filter((id) => id !== params.id);
  if (targets.length === 0) throw invalid('lists', 'format');
  if (!body.move) await requireRight(ctx, params.id, 'copy');
  // Locks all lists in a single call, which orders the locks to avoid deadlocks.
  const locked = await lockWithRight(ctx, body.move ? [params.id, ...targets] : targets, 'editItems');
  const rows = await requireItems(ctx, params.id, body.items);
  const done = await insertIntoLists(
    ctx,
    locked.filter(({ id }) => id !== params.id),
    rows.map(withoutPlace),
    false,
  );
  if (body.move) await deleteItems(ctx, rows);
  return done;
}

export async function moveItems(
  ctx: UserCtx<'live' | 'search'>,
  listId: string,
  ids: readonly string[],
  after: string | null,
): Promise<Content> {
  const row = await lockListWithRight(ctx, listId, 'editItems');
  const rows = await listItems(ctx.db, listId);
  const moving = [...new Set(ids)];
  const ranks =
    moving.every((id) => rows.some((item) => item.id === id)) &&
    findRanks(
      rows.filter(({ id }) => !moving.includes(id)),
      after,
      moving.length,
    );
  if (!ranks) throw await createListConflict(ctx, row, 'after_id');
  await setRanks(ctx.db, new Map(moving.map((id, i) => [id, ranks[i]!])));
  await incrementVersions(ctx, [row.id], 'content_version');
  return presentContent(ctx, row.id);
}

export async function setItemVisibility(
  ctx: UserCtx<'live' | 'search'>,
  { params, body }: Input<typeof medialistItems.showItems>,
): Promise<Content> {
  await lockListWithRight(ctx, params.id, 'editItems');
  const rows = await requireItems(ctx, params.id, body.items);
  await showItems(
    ctx.db,
    rows.map(({ id }) => id),
    body.visible_to_learners,
  );
  await incrementVersions(ctx, [params.id], 'content_version');
  return presentContent(ctx, params.id);
}

async function deleteItems(ctx: UserCtx<'live'>, rows: readonly ItemRow[]): Promise<void> {
  await setRemoved(
    ctx.db,
    rows.map(({ id }) => id),
    ctx.now,
  );
  await incrementVersions(ctx, [...new Set(rows.map((row) => row.list_id))], 'content_version');
}

export async function removeListItem(ctx: UserCtx<'live' | 'search'>, listId: string, itemId: string): Promise<Content> {
  await lockListWithRight(ctx, listId, 'editItems');
  await deleteItems(ctx, await requireItems(ctx, listId, [itemId]));
  return presentContent(ctx, listId);
}

/** Locks the lists of the items and returns the items. Throws unless the user may edit all of these lists. */
async function lockItems(ctx: UserCtx, ids: readonly string[]): Promise<ItemRow[]> {
  const wanted = [...new Set(ids)];
  const lists = [...new Set((await findItems(ctx.db, wanted)).map((row) => row.list_id))];
  await lockWithRight(ctx, lists, 'editItems');
  const rows = await findItems(ctx.db, wanted);
  if (rows.length < wanted.length) throw notFound('items');
  return rows;
}

/** Removes items. Items that were already removed are ignored. */
export async function removeItems(ctx: UserCtx<'live'>, ids: readonly string[]): Promise<{ ok: true }> {
  const rows = (await lockItems(ctx, ids)).filter((row) => row.removed_at === null);
  if (rows.length > 0) await deleteItems(ctx, rows);
  return { ok: true };
}

export async function restoreItems(ctx: UserCtx<'live'>, ids: readonly string[]): Promise<{ ok: true }> {
  const rows = (await lockItems(ctx, ids)).filter((row) => row.removed_at !== null);
  const lists = [...new Set(rows.map((row) => row.list_id))];
  for (const id of lists) {
    const many = (await listItems(ctx.db, id)).length + rows.filter((row) => row.list_id === id).length;
    if (many > MAX_ITEMS) throw invalid('items', 'max', { most: MAX_ITEMS });
  }
  if (rows.length === 0) return { ok: true };
  await setRemoved(
    ctx.db,
    rows.map(({ id }) => id),
    null,
  );
  await incrementVersions(ctx, lists, 'content_version');
  return { ok: true };
}
