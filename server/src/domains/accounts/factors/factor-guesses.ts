/** How often a second factor may be guessed: at a sign-in, by code or passkey, and before a new password. Counted before it is looked at. */
import { today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import type { Ctx } from '../../../http/context.ts';
import { countAttempt, limitKey, PER_ACCOUNT } from '../../../limits/limits.ts';
import { forgetLimit } from '../../../limits/repository.ts';
import { notifyPerson, simpleMail } from '../../mails/index.ts';
import { readPendingSignIn } from '../sign-in/pending-sign-in.ts';

const keyOf = ({ secret }: Ctx, personId: string): string => limitKey(secret, 'factor', personId);

/** Counts a guess; the one that reaches the limit notifies the person, once a day. Outside of the transaction. Throws `too_many_attempts`. */
export async function countGuess(ctx: Ctx, personId: string): Promise<void> {
  const { failures } = await countAttempt(ctx.db, keyOf(ctx, personId), ctx.now, PER_ACCOUNT);
  if (failures !== PER_ACCOUNT.most) return;
  const mail = { ...simpleMail('factorGuessed', {}, href('password-request')), once: `factor-guessed:${today(ctx.now)}` };
  await ctx.db.transaction().execute((db) => notifyPerson({ ...ctx, db }, personId, mail));
}

/** … of whoever has shown the password. Throws `expired`. */
export const countGuessAt = async (ctx: Ctx, token: string): Promise<void> =>
  countGuess(ctx, (await readPendingSignIn(ctx, token)).person_id);

/** The right one was shown. */
export const forgetGuesses = (ctx: Ctx, personId: string): Promise<unknown> => forgetLimit(ctx.db, keyOf(ctx, personId));
