/**
 * Sign-in with a password (docs/behaviour/accounts.md#signing-in). All failures return the same error after the same time. Attempts are limited per
 * name and device and delayed per network.
 */
import type { SecondStep, User } from '@fundus/contract/accounts/accounts';
import { SIGN_IN_STATES, type AccountState } from '@fundus/contract/accounts/states';
import { AppError } from '@fundus/contract/errors';
import type { Ctx, OidcSession } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { requireCode, needsFactor } from '../factors/factors.ts';
import { listMethods } from '../factors/store-factor.ts';
import { forgetLimit } from '../../../limits/repository.ts';
import { countFailure, limitKey, requireNotBlocked, nameKey, PER_ACCOUNT } from '../../../limits/limits.ts';
import { delayWrongPassword, throttleGuess } from '../../../limits/network-limits.ts';
import { runInTurn, verifyPassword } from '../password/password.ts';
import { findByLogin, findOwnAccount } from '../repository.ts';
import { startSession } from './start-session.ts';
import { finishPendingSignIn, createPendingSignIn, readPendingSignIn } from './pending-sign-in.ts';

type Credentials = { login: string; password: string; stay: boolean; school?: string | undefined };

/** Returns the person with these credentials. Must not be called inside a transaction, because hashing is slow. */
export async function checkCredentials(
  ctx: Ctx<'pause'>,
  { login, password, school }: Credentials,
): Promise<{ personId: string; state: AccountState }> {
  const options = { codes: ctx.config.LoginEntleiherCode, school: ctx.config.LoginSchulnummer ? school : '' };
  const known = await findByLogin(ctx.db, login, options);
  const device = known ? ctx.knownDevice({ person: known.id }) : null;
  const budget = device === null ? nameKey(ctx.secret, login) : limitKey(ctx.secret, 'device', device);
  if (device === null) await throttleGuess(ctx, 'password');
  // Verified and counted inside the queue, so that parallel guesses count like sequential ones.
  const verify = async () => {
    await requireNotBlocked(ctx.db, [budget], ctx.now);
    const found = await findByLogin(ctx.db, login, options);
    const fits = await verifyPassword(found?.password_hash, password);
    const state = found?.state as AccountState | undefined;
    if (!found || !fits || !state || !SIGN_IN_STATES.includes(state))
      return void (await countFailure(ctx.db, budget, ctx.now, PER_ACCOUNT));
    await forgetLimit(ctx.db, budget);
    return { personId: found.id, state };
  };
  const person = await runInTurn(verify, { network: ctx.address, account: budget });
  if (person) return person;
  // Delayed outside the queue, so that no other attempt is delayed.
  if (device === null) await delayWrongPassword(ctx);
  throw new AppError('wrong_credentials');
}

/** Starts the session after a correct password, or requests the second factor or its set-up. */
export async function beginSession(
  ctx: Ctx<'oidc'>,
  about: { personId: string; state: AccountState; stay: boolean; oidc?: OidcSession | undefined },
): Promise<User | SecondStep> {
  const methods = await listMethods(ctx.db, about.personId);
  if (methods.length === 0 && !(await requireFactor(ctx, about.personId))) return startSession(ctx, about);
  const token = await createPendingSignIn(ctx, { personId: about.personId, purpose: 'sign_in', stay: about.stay, oidc: about.oidc });
  return { second_factor: { token, methods } };
}

async function requireFactor({ db }: Ctx, personId: string): Promise<boolean> {
  const person = await readPerson(db, personId);
  const own = await findOwnAccount(db, personId);
  return person !== undefined && own !== undefined && needsFactor(person, own.demo);
}

/** Completes a sign-in with a code of the second factor. */
export async function verifyCode(ctx: Ctx<'oidc'>, token: string, code: string): Promise<User> {
  const step = await readPendingSignIn(ctx, token);
  await requireCode(ctx, step.person_id, code);
  const user = await finishPendingSignIn(ctx, step);
  if (!user) throw new AppError('state_conflict');
  return user;
}
