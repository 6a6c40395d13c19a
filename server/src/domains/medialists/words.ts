/** Changes one item of a media list: its texts, its times or its medium. */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound, rejectInvalidFields, type FieldProblem } from '@fundus/contract/errors';
import type { ListItem, medialistItems } from '@fundus/contract/medialists/items';
import { mayOwnLists, type ItemKind } from '@fundus/contract/medialists/medialists';
import type { UserCtx } from '../../http/context.ts';
import { findKnownCards } from '../catalogue/index.ts';
import { findMediaIn, findItem, setItem, type ItemRow } from './item-repository.ts';
import { requireNoPrivateMaterial } from './items.ts';
import { toItem, toPart } from './new-items.ts';
import { listEditable, type ListRow } from './repository.ts';
import { lockListWithRight, incrementVersions, presentCurrentList, listSightOf, visitorOf } from './service.ts';

/** Maximum number of lists returned. Further lists can be found by title. */
const MAX_OFFERED = 30;

/** Fields that can be changed for each kind of item, in addition to the notes. */
const FIELDS: Record<ItemKind, readonly string[]> = {
  media: [],
  app: [],
  book: [],
  sequence: ['title', 'start_s', 'end_s'],
  external: ['title', 'url'],
  heading: ['title'],
  text: ['body'],
};

async function requireItem(ctx: UserCtx, { id, itemId }: { id: string; itemId: string }): Promise<{ list: ListRow; item: ItemRow }> {
  const list = await lockListWithRight(ctx, id, 'editItems');
  const item = await findItem(ctx.db, id, itemId);
  if (!item) throw notFound('itemId');
  return { list, item };
}

async function presentItemNow(ctx: UserCtx<'search'>, { id, itemId }: { id: string; itemId: string }): Promise<ListItem> {
  const item = (await presentCurrentList(ctx, id)).contents.find((each) => each.id === itemId);
  if (!item) throw notFound('itemId');
  return item;
}

/** Changes an item. Throws `version_conflict` with the current item if the version is outdated. */
export async function changeItem(
  ctx: UserCtx<'live' | 'search'>,
  { params, body }: Input<typeof medialistItems.changeItem>,
): Promise<ListItem> {
  const { item } = await requireItem(ctx, params);
  const { version, ...fields } = body;
  if (version !== item.version)
    throw new AppError('version_conflict', { field: 'version', details: { current: await presentItemNow(ctx, params) } });
  const { note_teacher: _, note_learner: __, visible_to_learners: ___, ...own } = fields;
  rejectInvalidFields(
    Object.keys(own).map((field): FieldProblem | false => !FIELDS[item.kind].includes(field) && { field, rule: 'unknown' }),
  );
  if (fields.start_s !== undefined || fields.end_s !== undefined) await requireTimes(ctx, { ...item, ...own });
  await setItem(ctx.db, item.id, fields);
  await incrementVersions(ctx, [params.id], 'content_version');
  return presentItemNow(ctx, params);
}

async function requireTimes(
  ctx: UserCtx,
  { identifier, title, start_s, end_s }: Pick<ItemRow, 'identifier' | 'title' | 'start_s' | 'end_s'>,
): Promise<void> {
  const card = (await findKnownCards(ctx, [identifier!])).get(identifier!);
  if (!card) throw notFound('itemId');
  toPart(ctx, card, { title, start_s: start_s!, end_s: end_s! });
}

/** Replaces the medium of an item with another whole medium. */
export async function replaceItem(
  ctx: UserCtx<'live' | 'search'>,
  { params, body }: Input<typeof medialistItems.replaceItem>,
): Promise<ListItem> {
  const { list, item } = await requireItem(ctx, params);
  if (item.identifier === null) throw new AppError('state_conflict', { details: { reason: 'kind' } });
  const card = (await findKnownCards(ctx, [body.identifier])).get(body.identifier);
  if (!card) throw notFound('identifier');
  const there = await findMediaIn(ctx.db, [params.id], [body.identifier]);
  if (there.length > 0) throw new AppError('already_exists', { field: 'identifier', details: { media: [body.identifier] } });
  await requireNoPrivateMaterial(ctx, list, [toItem(card)]);
  await setItem(ctx.db, item.id, {
    ...toItem(card),
    start_s: null,
    end_s: null,
  });
  await incrementVersions(ctx, [params.id], 'content_version');
  return presentItemNow(ctx, params);
}

/** Returns lists to which the user can add items, latest change first. */
export async function readListsWith(
  ctx: UserCtx,
  { body }: Input<typeof medialistItems.listsWith>,
): Promise<Reply<typeof medialistItems.listsWith>> {
  const rows = await listEditable(ctx.db, visitorOf(ctx), listSightOf(ctx.user), body.q, MAX_OFFERED);
  const wanted = [...new Set(body.media)];
  const there =
    wanted.length === 0
      ? []
      : await findMediaIn(
          ctx.db,
          rows.map(({ id }) => id),
          wanted,
        );
  return {
    lists: rows.map((row) => ({
      id: row.id,
      title: row.title,
      items: row.media.length,
      has: wanted.length > 0 && there.filter(({ list_id }) => list_id === row.id).length === wanted.length,
    })),
    can: { create: mayOwnLists(ctx.user, ctx.user.student_lists ?? false) },
  };
}
