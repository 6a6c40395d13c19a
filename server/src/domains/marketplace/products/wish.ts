/** Wishes for products, stored as wishes for their media, and the decisions on these wishes (docs/behaviour/marketplace.md#wishes). */
import { AppError } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import type { marketplace } from '@fundus/contract/marketplace/marketplace';
import type { WishState } from '@fundus/contract/library/wishes';
import type { UserCtx } from '../../../http/context.ts';
import { buildCards, mayWish } from '../../catalogue/index.ts';
import { decideWish, setWish } from '../../library/index.ts';
import { mayApprove } from '../policy.ts';
import { listMediaOf, listWishesFor } from './product-repository.ts';
import { requireProduct } from './products.ts';
import { readWishesFor } from './wishes.ts';

/** Stores a wish for the first medium of the product that the user may wish for. Throws `state_conflict` if there is none. */
export async function wishProduct(ctx: UserCtx<'search'>, id: string, note: string): Promise<{ ok: true }> {
  if ((await readWishesFor(ctx, id)) === null) throw new AppError('forbidden');
  await requireProduct(ctx, id);
  const media = (await listMediaOf(ctx.db, [id])).map(({ identifier }) => identifier);
  const cards = await buildCards(ctx, media);
  const wished = media.find((identifier) => cards.has(identifier) && mayWish(ctx, cards.get(identifier)!));
  if (wished === undefined) throw new AppError('state_conflict');
  await setWish(ctx, wished, note);
  return { ok: true };
}

export async function decideWishes(
  ctx: UserCtx,
  id: string,
  decision: { state: WishState; answer: string },
): Promise<Reply<typeof marketplace.decideWishes>> {
  const { user } = ctx;
  if (!mayApprove(user) || user.school_id === null) throw new AppError('forbidden');
  await requireProduct(ctx, id);
  const wishes = await listWishesFor(ctx.db, id, user.school_id);
  for (const wish of wishes) await decideWish(ctx, wish.id, decision);
  return { decided: wishes.length, ids: wishes.map((wish) => wish.id) };
}
