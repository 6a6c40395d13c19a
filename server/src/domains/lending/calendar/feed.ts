/** Calendar feed of a user's loans. Its secret URL needs no session. Creating a new URL invalidates the previous one. */
import { isStudent } from '@fundus/contract/access';
import type { Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { lendingFeed } from '@fundus/contract/lending/calendar/feed';
import { requireReadsLeft, hashAddressToken, createSecretAddress } from '../../../calendar/secret-address.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { writeDatesOf } from './dates.ts';
import { findFeed, findFeedOwner, saveFeed, removeFeed } from './feed-repository.ts';

export async function readLoanFeed({ db, user }: UserCtx): Promise<Reply<typeof lendingFeed.feed>> {
  const row = await findFeed(db, user.id);
  return { made_at: row?.made_at.toISOString() ?? null };
}

export async function makeFeed({ db, user, now }: UserCtx): Promise<Reply<typeof lendingFeed.makeFeed>> {
  if (user.by_code || isStudent(user)) throw new AppError('forbidden');
  const { token, hash } = createSecretAddress();
  await saveFeed(db, { person_id: user.id, hash, made_at: now });
  return { path: `/api/v1/lending/feed/${token}` };
}

export async function endFeed({ db, user }: UserCtx): Promise<{ ok: true }> {
  await removeFeed(db, user.id);
  return { ok: true };
}

export async function sendFeed(ctx: Ctx, token: string): Promise<StreamAnswer> {
  const owner = await findFeedOwner(ctx.db, hashAddressToken(token));
  if (!owner) throw notFound('token');
  await requireReadsLeft(ctx, 'lending-feed', owner.id);
  return writeDatesOf(ctx, owner.id, owner.locale ?? ctx.config.Locales[0] ?? 'de');
}
