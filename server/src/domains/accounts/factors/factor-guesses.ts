/** How often a second factor may be guessed: at a sign-in, by code or passkey, and before a new password. Counted before it is looked at. */
import type { Ctx } from '../../../http/context.ts';
import { countAttempt, limitKey, PER_ACCOUNT } from '../../../limits/limits.ts';
import { forgetLimit } from '../../../limits/repository.ts';
import { readPendingSignIn } from '../sign-in/pending-sign-in.ts';

const keyOf = ({ secret }: Ctx, personId: string): string => limitKey(secret, 'factor', personId);

/** Outside of the transaction. Throws `too_many_attempts`. */
export const countGuess = (ctx: Ctx, personId: string): Promise<void> => countAttempt(ctx.db, keyOf(ctx, personId), ctx.now, PER_ACCOUNT);

/** … of whoever has shown the password. Throws `expired`. */
export const countGuessAt = async (ctx: Ctx, token: string): Promise<void> =>
  countGuess(ctx, (await readPendingSignIn(ctx, token)).person_id);

/** The right one was shown. */
export const forgetGuesses = (ctx: Ctx, personId: string): Promise<unknown> => forgetLimit(ctx.db, keyOf(ctx, personId));
