/** Rate limit for guesses of a second factor, which is required at sign-in and before a password reset. A guess is counted before it is verified. */
import { today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import type { Ctx } from '../../../http/context.ts';
import { countAttempt, limitKey, PER_ACCOUNT } from '../../../limits/limits.ts';
import { forgetLimit } from '../../../limits/repository.ts';
import { notifyPerson, simpleMail } from '../../mails/index.ts';
import { readPendingSignIn } from '../sign-in/pending-sign-in.ts';

const keyOf = ({ secret }: Ctx, personId: string): string => limitKey(secret, 'factor', personId);

/**
 * Counts a guess. The guess that reaches the limit notifies the person, at most once per day. Throws `too_many_attempts` above the limit. Must not be
 * called inside a transaction.
 */
export async function countFactorGuess(ctx: Ctx, personId: string): Promise<void> {
  const { failures } = await countAttempt(ctx.db, keyOf(ctx, personId), ctx.now, PER_ACCOUNT);
  if (failures !== PER_ACCOUNT.most) return;
  const mail = { ...simpleMail('factorGuessed', {}, href('password-request')), once: `factor-guessed:${today(ctx.now)}` };
  await ctx.db.transaction().execute((db) => notifyPerson({ ...ctx, db }, personId, mail));
}

/** Counts a guess for a pending sign-in. Throws `expired` if the token is invalid. */
export const countGuessAt = async (ctx: Ctx, token: string): Promise<void> =>
  countFactorGuess(ctx, (await readPendingSignIn(ctx, token)).person_id);

/** Resets the counter after a correct factor. */
export const forgetGuesses = (ctx: Ctx, personId: string): Promise<unknown> => forgetLimit(ctx.db, keyOf(ctx, personId));
