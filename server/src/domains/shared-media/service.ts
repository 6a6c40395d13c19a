/** Listing, opening and archiving shared media (docs/behaviour/shared-media.md#lists). */
import { today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import { MIN_LETTERS } from '@fundus/contract/people/rules';
import { AppError, notFound } from '@fundus/contract/errors';
import type { RECEIVED_STATES, ReceivedAction, sharedMedia, SharedMedium } from '@fundus/contract/shared-media/shared-media';
import type { UserCtx } from '../../http/context.ts';
import { findBookmarkedBy, buildCards, presentExcerpt, presentItem } from '../catalogue/index.ts';
import { rightsOf } from '../classes/index.ts';
import { isOfOwnSchool, listsOf, mayChange, mayGive, mayRevoke, stateOf, worksAtSchool } from './policy.ts';
import {
  countShared,
  findColleagues,
  findLastReceivers,
  findShared,
  findSharesById,
  listSchoolShares,
  listShared,
  sumShared,
  type SharedFilter,
  type SharedRow,
} from './repository.ts';
import { markOpened, markReceived } from './write-repository.ts';
import { keyedHash } from '../../secrets/sealed.ts';

type Page = { offset: number; limit: number };
type Show = 'to_me' | 'by_me' | 'school';

const MAX_COLLEAGUES = 20;

const receivedOf = ({ opened, archived }: SharedRow): (typeof RECEIVED_STATES)[number] | null =>
  opened === null ? null : archived ? 'archived' : opened ? 'read' : 'unread';

/** Presents shares to the visitor. Only staff see the name of the sender, and only the sender sees the recipients. */
export async function presentShares(ctx: UserCtx<'search'>, rows: readonly SharedRow[]): Promise<SharedMedium[]> {
  const { user } = ctx;
  const day = today(ctx.now);
  const identifiers = [...new Set(rows.map((row) => row.identifier))];
  const [cards, bookmarked] = await Promise.all([buildCards(ctx, identifiers), findBookmarkedBy(ctx, identifiers)]);
  return rows.map((row) => {
    const card = cards.get(row.identifier);
    const own = row.person_id === user.id;
    const received = own ? null : receivedOf(row);
    return {
      id: row.id,
      kind: row.kind,
      identifier: row.identifier,
      item: card ? presentItem(ctx, card, bookmarked.has(row.identifier)) : null,
      title: card?.fn_titel ?? row.title,
      excerpt:
        row.excerpt_id === null
          ? null
          : presentExcerpt(
              { id: row.excerpt_id, title: row.excerpt_title!, start_s: row.start_s!, end_s: row.end_s! },
              card?.duration ?? null,
            ),
      message: row.message,
      visible_from: row.visible_from,
      visible_until: row.visible_until,
      shared_at: row.shared_at.toISOString(),
      mine: own,
      from: own || !worksAtSchool(user) ? '' : row.from,
      to: row.to_school ? 'school' : 'people',
      receivers: own ? row.receivers : [],
      opened: own && row.to_school ? row.people_opened : 0,
      state: stateOf(row, day),
      received,
      can: {
        change: mayChange(user, row),
        revoke: mayRevoke(user, row, day),
        archive: received !== null,
        forward: card !== undefined && mayGive(user),
      },
    };
  });
}

export async function readShared(
  ctx: UserCtx<'search'>,
  { show, archived, unread, offset, limit }: Page & { show: Show; archived: boolean; unread: boolean },
): Promise<Reply<typeof sharedMedia.list>> {
  const { user } = ctx;
  const lists = listsOf(user);
  const head = { lists, unread: await countUnread(ctx), can: { share: mayGive(user) }, offset, limit };
  if (user.school_id === null || !lists.includes(show)) return { ...head, total: 0, items: [] };
  const who = { id: user.id, school_id: user.school_id, day: today(ctx.now) };
  if (!worksAtSchool(user)) return { ...head, ...(await listUsable(ctx, who, { offset, limit })) };
  const what: SharedFilter =
    show === 'to_me' ? { show, archived, unread } : show === 'by_me' ? { show, over: archived } : { show, begun: false };
  const rows = await listShared(ctx.db, who, what, offset, limit);
  return { ...head, total: await countShared(ctx.db, who, what), items: await presentShares(ctx, rows) };
}

/** Returns a page of shares whose medium the user may use. All shares with the school are checked, because this check cannot be done in SQL. */
async function listUsable(ctx: UserCtx<'search'>, visitor: Parameters<typeof listSchoolShares>[1], { offset, limit }: Page) {
  const there = await listSchoolShares(ctx.db, visitor);
  const cards = await buildCards(
    ctx,
    there.map((row) => row.identifier),
  );
  const ids = there.filter((row) => rightsOf(ctx, ctx.user, cards.get(row.identifier)) !== null).map((row) => row.id);
  return {
    total: ids.length,
    items: await presentShares(ctx, await findSharesById(ctx.db, visitor.id, ids.slice(offset, offset + limit))),
  };
}

/** Returns how often a medium was shared with or by the visitor and when it was last shared, or `null` if it was not shared. */
export async function readSharedOf({ db, user, now }: UserCtx, identifier: string): Promise<{ at: string; count: number } | null> {
  if (user.school_id === null || listsOf(user).length === 0) return null;
  const lists: SharedFilter[] = worksAtSchool(user)
    ? [
        { show: 'to_me', archived: false, unread: false },
        { show: 'by_me', over: false },
        { show: 'school', begun: false },
      ]
    : [{ show: 'school', begun: true }];
  const found = await sumShared(db, { id: user.id, school_id: user.school_id, day: today(now) }, lists, identifier);
  return found && { at: found.at.toISOString(), count: found.count };
}

/** Returns the number of shares that the user has not opened. */
export async function countUnread({ db, user, now }: UserCtx): Promise<number> {
  if (user.school_id === null || !listsOf(user).includes('to_me')) return 0;
  return countShared(db, { id: user.id, school_id: user.school_id, day: today(now) }, { show: 'to_me', archived: false, unread: true });
}

/** Returns the user as a sender. Throws `forbidden` if the user may not share media. */
export function requireSender({ user }: UserCtx): { id: string; school_id: string } {
  if (!mayGive(user) || user.school_id === null) throw new AppError('forbidden');
  return { id: user.id, school_id: user.school_id };
}

export async function readColleagues(ctx: UserCtx, q: string): Promise<Reply<typeof sharedMedia.colleagues>> {
  const giver = requireSender(ctx);
  const items =
    q === ''
      ? await findLastReceivers(ctx.db, giver, MAX_COLLEAGUES)
      : q.length < MIN_LETTERS
        ? []
        : await findColleagues(ctx.db, giver, q, MAX_COLLEAGUES);
  return { items };
}

/** Returns whether the share is with the visitor by name and valid today. */
const hasReached = (ctx: UserCtx, row: SharedRow): boolean =>
  row.opened !== null && worksAtSchool(ctx.user) && row.school_id === ctx.user.school_id && stateOf(row, today(ctx.now)) === 'active';

/** Returns a share visible to the user. Throws `not_found`. */
export async function requireVisible(ctx: UserCtx, id: string): Promise<SharedRow> {
  const row = await findShared(ctx.db, ctx.user.id, id);
  const visible = row && (row.person_id === ctx.user.id || hasReached(ctx, row) || isOfOwnSchool(ctx.user, row, today(ctx.now)));
  if (!visible) throw notFound();
  return row;
}

/**
 * Marks a share as opened or archived. For shares with the whole school, each user except the sender is counted once by a keyed hash that does not
 * identify them.
 */
export async function markShare(ctx: UserCtx, id: string, to: ReceivedAction): Promise<{ ok: true }> {
  const { db, user, secret } = ctx;
  const row = await requireVisible(ctx, id);
  if (row.opened !== null) await markReceived(db, id, user.id, to);
  else if (to !== 'read') throw new AppError('state_conflict', { field: 'to' });
  else if (row.person_id !== user.id) await markOpened(db, id, keyedHash(secret, 'shared-opened', `${id} ${user.id}`));
  return { ok: true };
}
