/**
 * Password reset (docs/behaviour/accounts.md#password-reset; OWASP ASVS 6.4). The request only queues a job with the entered login, so that reply and
 * timing do not reveal whether the account exists.
 */
import type { ResetHint } from '@fundus/contract/accounts/registration';
import { SIGN_IN_STATES } from '@fundus/contract/accounts/states';
import { passwordProblem } from '@fundus/contract/accounts/password-rules';
import { AppError, invalid } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { z } from 'zod';
import type { Ctx, Portal } from '../../../http/context.ts';
import { addJob } from '../../../jobs/repository.ts';
import type { Worker } from '../../../jobs/runner.ts';
import { removePendingSignIns } from '../factors/factor-repository.ts';
import { countFactorGuess } from '../factors/factor-guesses.ts';
import { requireCode } from '../factors/factors.ts';
import { requirePasskey, requestPasskey } from '../factors/passkeys.ts';
import { listMethods } from '../factors/store-factor.ts';
import { hashPassword, runInTurn, verifyPassword } from './password.ts';
import { limitFormSubmissions } from '../registration/registration.ts';
import { forgetLimit } from '../../../limits/repository.ts';
import { nameKey } from '../../../limits/limits.ts';
import { endSessions, findByLogin, findOwnAccount, listNames, setPassword } from '../repository.ts';
import { writeResetLink } from './reset-link.ts';
import { confirmToken, hasToken, revokeTokens, setChallenge, useToken } from '../token-repository.ts';
import { readToken } from '../tokens.ts';
import { simpleMail, notifyPerson } from '../../mails/index.ts';

export const RESET_JOB = 'reset';

/** Throws `feature_disabled` if passwords are managed in another system. */
function requireHere(ctx: Ctx): void {
  if (ctx.config.PasswordResetURL) throw new AppError('feature_disabled');
}

export async function countRequest(ctx: Ctx): Promise<void> {
  requireHere(ctx);
  await limitFormSubmissions(ctx, 'password');
}

export async function requestPassword(ctx: Ctx, login: string): Promise<{ ok: true }> {
  await addJob(ctx.db, { kind: RESET_JOB, payload: { login }, now: ctx.now });
  ctx.afterCommit(() => ctx.wakeJobs());
  return { ok: true };
}

/** Returns the worker that looks up the account and sends the mail if the account may sign in and has an address. */
export const resetWorker =
  (portal: Portal<'oidc'>): Worker =>
  async (payload, { id }) => {
    const { login } = z.object({ login: z.string() }).parse(payload);
    const source = { config: portal.config, now: portal.now(), oidc: portal.oidc };
    await portal.db.transaction().execute(async (db) => {
      if (await hasToken(db, id)) return;
      const found = await findByLogin(db, login, { codes: portal.config.LoginEntleiherCode });
      if (found && SIGN_IN_STATES.includes(found.state)) await writeResetLink({ ...source, db }, found.id, id);
    });
  };

/** Returns an abbreviated account name such as `m•••@lindenhof.example`. */
const mask = (account: string): string => {
  const [local = '', domain] = account.split('@');
  return `${[...local][0] ?? ''}•••${domain ? `@${domain}` : ''}`;
};

export async function checkReset(ctx: Ctx, token: string): Promise<ResetHint> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  const person = await findOwnAccount(ctx.db, row.person_id);
  return { account: mask(person?.email ?? person?.username ?? ''), factors: await listMethods(ctx.db, row.person_id) };
}

/** Counts a guess if the person has a second factor, which `confirmReset` verifies. Must not be called inside a transaction. */
export async function prepareConfirm(ctx: Ctx, token: string): Promise<void> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  if ((await listMethods(ctx.db, row.person_id)).length > 0) await countFactorGuess(ctx, row.person_id);
}

/** Returns a passkey challenge for the owner of a reset link. */
export async function createResetChallenge(ctx: Ctx, token: string): Promise<{ options: Record<string, unknown> }> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  const options = await requestPasskey(ctx, row.person_id);
  await setChallenge(ctx.db, row.hash, options.challenge);
  return { options: options as unknown as Record<string, unknown> };
}

/** Confirms a reset link after the user pressed the button and passed the second factor. Mail scanners that open links do not press buttons. */
export async function confirmReset(
  ctx: Ctx,
  { token, code, passkey }: { token: string; code: string; passkey: object | null },
): Promise<{ ok: true }> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  if ((await listMethods(ctx.db, row.person_id)).length > 0)
    await (passkey ? requirePasskey(ctx, row, passkey) : requireCode(ctx, row.person_id, code));
  await confirmToken(ctx.db, row.hash, ctx.now);
  return { ok: true };
}

/** Validates and hashes the new password. Throws `state_conflict` if the link is not confirmed. Must not be called inside a transaction. */
export async function prepareNewPassword(ctx: Ctx, token: string, password: string): Promise<string> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  if (!row.confirmed_at) throw new AppError('state_conflict');
  return hashNewPassword(ctx, row.person_id, password);
}

/** Returns the hash of a new password. Throws `validation_failed` with the violated rule, which is `same` if the password equals the current one. */
export async function hashNewPassword(ctx: Ctx, personId: string, password: string, field = 'password'): Promise<string> {
  const person = await findOwnAccount(ctx.db, personId);
  if (!person) throw new AppError('not_found');
  const { vorname, name, email, username, schulname } = person;
  const problem = passwordProblem(password, { vorname, name, email: email ?? '', username: username ?? '', school: schulname ?? '' });
  if (problem) throw invalid(field, problem);
  if (await runInTurn(() => verifyPassword(person.password_hash, password))) throw invalid(field, 'same');
  return hashPassword(password);
}

/**
 * Replaces the password and revokes all access that was obtained with the old one: sessions except `kept`, pending sign-ins, and links to change
 * address or password. Notifies the person.
 */
export async function replacePassword(ctx: Ctx, personId: string, password_hash: string, kept?: string): Promise<void> {
  await setPassword(ctx.db, personId, password_hash);
  await endSessions(ctx.db, personId, kept);
  await removePendingSignIns(ctx.db, personId);
  for (const kind of ['email', 'reset'] as const) await revokeTokens(ctx.db, personId, kind, ctx.now);
  await notifyPerson(ctx, personId, simpleMail('passwordChanged', {}, href('password-request')));
}

/** Consumes the link and sets the password. */
export async function setNewPassword(ctx: Ctx, token: string, password_hash: string): Promise<{ ok: true }> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  await useToken(ctx.db, row.hash, ctx.now);
  await replacePassword(ctx, row.person_id, password_hash);
  // Access to the mailbox proves the identity, so the failures counted for the account are reset and the device is remembered.
  for (const name of await listNames(ctx.db, row.person_id)) await forgetLimit(ctx.db, nameKey(ctx.secret, name));
  ctx.rememberDevice({ person: row.person_id });
  return { ok: true };
}
