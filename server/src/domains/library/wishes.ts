/**
 * Wishes for media. Teachers make wishes that administrators of their school decide on. District administrators make and decide on wishes of their
 * own (docs/behaviour/library.md#wishes).
 */
import { fullName } from '@fundus/contract/people/full-name';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import type { wishes } from '@fundus/contract/library/wishes';
import { MAX_WISHES, type WishState } from '@fundus/contract/library/wishes';
import { href } from '@fundus/contract/screens';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { buildCards, requireKnownRow, mayWish, mayWishMedia } from '../catalogue/index.ts';
import { findDecided } from './policy.ts';
import { loadItemsById } from './service.ts';
import {
  countWishes,
  findWish,
  listOpenWishes,
  listWishes,
  lockWish,
  fulfilWish,
  moveWishes,
  deleteWish,
  reopenWishes,
  saveWish,
  setWishState,
} from './wish-repository.ts';
import { makeUndoableDecision, undoDecision, writeMail, type MailContext } from '../mails/index.ts';

type Page = { offset: number; limit: number };

export async function readWishes(
  ctx: UserCtx<'search'>,
  { offset, limit, school }: Page & { school: boolean },
): Promise<Reply<typeof wishes.wishes>> {
  const { user } = ctx;
  const decided = findDecided(user);
  if (school && !decided) throw new AppError('forbidden');
  const whose = school && decided ? decided : { person_id: user.id };
  const rows = await listWishes(ctx.db, whose, offset, limit);
  const items = await loadItemsById(
    ctx,
    rows.map((row) => row.identifier),
  );
  return {
    total: await countWishes(ctx.db, whose),
    offset,
    limit,
    can: { decide: decided !== null },
    items: rows.map(({ vorname, name, person_id, at, state, ...row }) => ({
      ...row,
      state,
      medium: items.get(row.identifier) ?? null,
      by: school ? fullName({ vorname, name }) : null,
      at: at.toISOString(),
      can: { withdraw: person_id === user.id, decide: school },
    })),
  };
}

/** Returns the state of the user's wish. A wish made at a previous school is ignored. */
export async function readWish(ctx: UserCtx<'search'>, mediaId: string): Promise<Reply<typeof wishes.wishOf>> {
  const wish = await findWish(ctx.db, ctx.user.id, mediaId);
  const row = (await buildCards(ctx, [mediaId])).get(mediaId);
  const state = wish && wish.school_id === ctx.user.school_id ? wish.state : null;
  return { state, can: { wish: row !== undefined && mayWish(ctx, row) } };
}

/** Creates or updates a wish. A user can have at most 200 wishes. Throws `state_conflict` for a medium that the user already has. */
export async function setWish(ctx: UserCtx, mediaId: string, note: string): Promise<{ state: WishState }> {
  const { db, user, now } = ctx;
  if (!mayWishMedia(user)) throw new AppError('forbidden');
  const row = await requireKnownRow(ctx, mediaId);
  if (!mayWish(ctx, row)) throw new AppError('state_conflict', { field: 'mediaId' });
  const before = await findWish(db, user.id, mediaId);
  if (!before && (await countWishes(db, { person_id: user.id })) >= MAX_WISHES) throw invalid('wishes', 'max');
  await saveWish(db, {
    id: before?.id ?? newId(now),
    identifier: mediaId,
    title: row.fn_titel,
    person_id: user.id,
    school_id: user.school_id,
    note,
    now,
  });
  const wish = await findWish(db, user.id, mediaId);
  return { state: (wish?.state as WishState | undefined) ?? 'open' };
}

export async function removeWish(ctx: UserCtx, mediaId: string): Promise<{ ok: true }> {
  if (!(await deleteWish(ctx.db, ctx.user.id, mediaId))) throw notFound('mediaId');
  return { ok: true };
}

export async function decideWish(ctx: UserCtx, id: string, { state, answer }: { state: WishState; answer: string }): Promise<{ ok: true }> {
  const { db, user, now } = ctx;
  const decided = findDecided(user);
  if (!decided) throw new AppError('forbidden');
  const wish = await lockWish(db, decided, id);
  if (!wish) throw notFound();
  await setWishState(db, id, { state, answer, decided_by: user.id, changed_at: now });
  await recordAudit(ctx, 'wish.decide', { id, state: wish.state }, { state, answer });
  const before: Before = { ...pick(wish), after: now.toISOString() };
  await makeUndoableDecision(ctx, keyOf(id), before, (delayed, known) =>
    notifyOfChange({ ...ctx, delayed }, wish, known, { state, answer }),
  );
  return { ok: true };
}

/** State before a decision. `after` is the time of the decision, which must still be the last change. */
type Before = { state: WishState; answer: string; decided_by: string | null; order_id: string | null; after: string };

const keyOf = (id: string): string => `wish:${id}`;
const pick = ({ state, answer, decided_by, order_id }: LockedWish) => ({ state, answer, decided_by, order_id });

/**
 * Restores a wish to its state before the last decision, until the mail about that decision is sent. Notifies the author of the restored answer
 * unless they already know it. Throws the errors of `undoDecision`.
 */
export async function undoWishDecision(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const decided = findDecided(ctx.user);
  if (!decided) throw new AppError('forbidden');
  const wish = await lockWish(ctx.db, decided, id);
  if (!wish) throw notFound();
  const { before, known } = await undoDecision<Before>(ctx, keyOf(id));
  const { after, order_id, ...answered } = before;
  if (wish.changed_at?.toISOString() !== after) throw new AppError('state_conflict', { details: { state: wish.state } });
  await setWishState(ctx.db, id, { ...answered, changed_at: ctx.now }, order_id);
  await recordAudit(ctx, 'wish.decide', { id, state: wish.state }, { state: before.state, answer: before.answer });
  await notifyOfChange(ctx, wish, known, before);
  return { ok: true };
}

type LockedWish = NonNullable<Awaited<ReturnType<typeof lockWish>>>;

type At = Pick<UserCtx, 'db' | 'now' | 'config'> & Pick<MailContext, 'delayed'>;
/** Order of a school that meets wishes. */
type OfSchool = { id: string; school_id: string };

type Answered = Pick<Before, 'state' | 'answer'>;

/** Notifies the author of a decided wish of the answer. Does nothing if the author is the user or has already been notified of this state. */
async function notifyOfChange(ctx: At & Pick<UserCtx, 'user'>, wish: LockedWish, known: Answered, { state, answer }: Answered) {
  if (state !== 'open' && state !== known.state && wish.person_id !== ctx.user.id) await notifyOfWish(ctx, wish, state, answer);
}

/** Notifies the author of the new state of a wish. */
async function notifyOfWish(ctx: At, wish: LockedWish, state: Exclude<WishState, 'open'> | 'returned', answer: string): Promise<void> {
  const { person_id: id, email, vorname, name, locale, title } = wish;
  await writeMail(
    ctx,
    { id, email, vorname, name, locale, state: wish.person_state },
    {
      template: 'wish',
      compose: (t) => ({
        subject: t('mail.wish.subject', { title }),
        body: [
          { kind: 'text', text: t(`mail.wish.${state}`, { title }) },
          ...(answer ? [{ kind: 'quote' as const, text: answer }] : []),
          { kind: 'link', label: t('mail.wish.open'), href: href('library', { tab: 'wishes' }) },
        ],
      }),
    },
  );
}

/** Marks the school's wishes for bought media as met and notifies their authors. */
export async function markWishesMet(ctx: At, { school_id, id: order }: OfSchool, media: readonly string[]): Promise<void> {
  for (const { id } of await listOpenWishes(ctx.db, school_id, media)) {
    const wish = (await lockWish(ctx.db, { school_id }, id))!;
    await fulfilWish(ctx.db, id, order, ctx.now);
    await notifyOfWish(ctx, wish, 'ordered', '');
  }
}

/** Restores the wishes that a refunded order had met and notifies their authors. */
export async function unsettleWishes(ctx: At, { school_id, id: order }: OfSchool): Promise<void> {
  await moveWishes(ctx.db, order);
  for (const { id } of await reopenWishes(ctx.db, order, ctx.now))
    await notifyOfWish(ctx, (await lockWish(ctx.db, { school_id }, id))!, 'returned', '');
}
