/** Provides the lists shared with the whole school to learning platforms (docs/behaviour/lti.md#choosing). */
import type { PickableList, VisitList } from '@fundus/contract/lti/lti';
import type { UserCtx } from '../../http/context.ts';
import { buildCards, mayShowInPlatform } from '../catalogue/index.ts';
import { makeView, presentLinkedItem } from './contents.ts';
import { listItems } from './item-repository.ts';
import { stateOf } from './policy.ts';
import { findList, listLists, type ListRow } from './repository.ts';
import { presentLines, listSightOf, visitorOf } from './service.ts';

const MAX = 50;

/** Returns the active lists that are shared with the user's school, latest changes first. */
export async function listSchoolLists(ctx: UserCtx<'search'>, q: string): Promise<PickableList[]> {
  const criteria = { scope: 'school' as const, state: 'active' as const, subject: '', q };
  const rows = await listLists(ctx.db, visitorOf(ctx), criteria, listSightOf(ctx.user), { offset: 0, limit: MAX });
  return (await presentLines(ctx, rows)).map(({ id, title, owner, items, cover }) => ({ id, title, owner, items, cover }));
}

const isShared = (ctx: UserCtx, row: ListRow): boolean =>
  row.visibility === 'school' && row.school_id === ctx.user.school_id && stateOf(row) === 'active';

/** Returns a list shared with the whole school, or `undefined`. Teachers also get notes and hidden items. */
export async function readSchoolList(ctx: UserCtx<'search'>, id: string): Promise<VisitList | undefined> {
  const row = await findList(ctx.db, visitorOf(ctx), id);
  if (!row || !isShared(ctx, row)) return undefined;
  const teaches = ctx.user.role === 'L';
  const items = (await listItems(ctx.db, row.id)).filter((item) => teaches || item.visible_to_learners);
  const cards = await buildCards(ctx, [...new Set(items.flatMap((item) => item.identifier ?? []))]);
  const view = makeView(ctx, row, new Map());
  return {
    title: row.title,
    description: row.description,
    contents: items.map((item) => {
      const card = cards.get(item.identifier ?? '');
      const shown = card && view.availabilityOf(card, item.end_s) === 'playable' && mayShowInPlatform(ctx, card) ? card : undefined;
      return presentLinkedItem(item, view, teaches, shown);
    }),
  };
}
