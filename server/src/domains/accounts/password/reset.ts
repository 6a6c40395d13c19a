/** Setting a forgotten password anew (docs/behaviour/accounts.md#password-reset; OWASP ASVS 6.4). The request only writes down what was typed: known or not, the answer and its time are the same. */
import type { ResetHint } from '@fundus/contract/accounts/registration';
import { MAY_SIGN_IN } from '@fundus/contract/accounts/states';
import { passwordProblem } from '@fundus/contract/accounts/password-rules';
import { AppError, invalid } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { z } from 'zod';
import type { Ctx, Portal } from '../../../http/context.ts';
import { addJob } from '../../../jobs/repository.ts';
import type { Worker } from '../../../jobs/runner.ts';
import { removePendingSignIns } from '../factors/factor-repository.ts';
import { countGuess } from '../factors/factor-guesses.ts';
import { requireCode } from '../factors/factors.ts';
import { requirePasskey, requestPasskey } from '../factors/passkeys.ts';
import { listMethods } from '../factors/keep-factor.ts';
import { hashPassword, runInTurn, passwordFits } from './password.ts';
import { countForm } from '../registration/registration.ts';
import { forgetLimit } from '../../../limits/repository.ts';
import { nameKey } from '../../../limits/limits.ts';
import { endSessions, findByLogin, findOwn, listNames, setPassword } from '../repository.ts';
import { writeResetLink } from './reset-link.ts';
import { confirmToken, hasToken, revokeTokens, setChallenge, useToken } from '../token-repository.ts';
import { readToken } from '../tokens.ts';
import { simpleMail, notifyPerson } from '../../mails/index.ts';

export const RESET_JOB = 'reset';

/** Where the portal says passwords are set elsewhere, they are. */
function requireHere(ctx: Ctx): void {
  if (ctx.config.PasswordResetURL) throw new AppError('feature_disabled');
}

export async function countRequest(ctx: Ctx): Promise<void> {
  requireHere(ctx);
  await countForm(ctx, 'password');
}

export async function requestPassword(ctx: Ctx, login: string): Promise<{ ok: true }> {
  await addJob(ctx.db, { kind: RESET_JOB, payload: { login }, now: ctx.now });
  ctx.afterCommit(() => ctx.wakeJobs());
  return { ok: true };
}

/** Finds out who is meant and writes the mail, if there is somebody, with an address, who may sign in. */
export const resetWorker =
  (portal: Portal): Worker =>
  async (payload, { id }) => {
    const { login } = z.object({ login: z.string() }).parse(payload);
    const source = { config: portal.config, now: portal.now(), oidc: portal.oidc };
    await portal.db.transaction().execute(async (db) => {
      if (await hasToken(db, id)) return;
      const found = await findByLogin(db, login, { codes: portal.config.LoginEntleiherCode });
      if (found && MAY_SIGN_IN.includes(found.state)) await writeResetLink({ ...source, db }, found.id, id);
    });
  };

/** `m•••@lindenhof.example`: enough to know which account it is. */
const mask = (account: string): string => {
  const [local = '', domain] = account.split('@');
  return `${[...local][0] ?? ''}•••${domain ? `@${domain}` : ''}`;
};

export async function checkReset(ctx: Ctx, token: string): Promise<ResetHint> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  const person = await findOwn(ctx.db, row.person_id);
  return { account: mask(person?.email ?? person?.username ?? ''), factors: await listMethods(ctx.db, row.person_id) };
}

/** Counts a guess of the second factor of whoever has one. Outside of the transaction. */
export async function prepareConfirm(ctx: Ctx, token: string): Promise<void> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  if ((await listMethods(ctx.db, row.person_id)).length > 0) await countGuess(ctx, row.person_id);
}

/** What a passkey of whoever has the link is to sign. */
export async function askResetPasskey(ctx: Ctx, token: string): Promise<{ options: Record<string, unknown> }> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  const options = await requestPasskey(ctx, row.person_id);
  await setChallenge(ctx.db, row.hash, options.challenge);
  return { options: options as unknown as Record<string, unknown> };
}

/** The button, and the second factor of whoever has one; a scanner of mails that only follows links does not press it. */
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

/** Checks the new password against the rules and the old one, and hashes it. Outside of the transaction. */
export async function prepareNewPassword(ctx: Ctx, token: string, password: string): Promise<string> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  if (!row.confirmed_at) throw new AppError('state_conflict');
  return hashNewPassword(ctx, row.person_id, password);
}

/** The hash of a password that may be a person's next one. Names the rule it breaks otherwise; `same`: it is the one they have. */
export async function hashNewPassword(ctx: Ctx, personId: string, password: string, field = 'password'): Promise<string> {
  const person = await findOwn(ctx.db, personId);
  if (!person) throw new AppError('not_found');
  const { vorname, name, email, username, schulname } = person;
  const problem = passwordProblem(password, { vorname, name, email: email ?? '', username: username ?? '', school: schulname ?? '' });
  if (problem) throw invalid(field, problem);
  if (await runInTurn(() => passwordFits(person.password_hash, password))) throw invalid(field, 'same');
  return hashPassword(password);
}

/**
 * The person's password from now on. Whoever had the earlier one gets in no more: sessions end, but the one kept, with sign-ins that were begun
 * and the links for another address or another password. The person is told.
 */
export async function replacePassword(ctx: Ctx, personId: string, password_hash: string, kept?: string): Promise<void> {
  await setPassword(ctx.db, personId, password_hash);
  await endSessions(ctx.db, personId, kept);
  await removePendingSignIns(ctx.db, personId);
  for (const kind of ['email', 'reset'] as const) await revokeTokens(ctx.db, personId, kind, ctx.now);
  await notifyPerson(ctx, personId, simpleMail('passwordChanged', {}, href('password-request')));
}

/** Uses the link up and sets the password. */
export async function setNewPassword(ctx: Ctx, token: string, password_hash: string): Promise<{ ok: true }> {
  const row = await readToken(ctx.db, ctx.now, 'reset', token);
  await useToken(ctx.db, row.hash, ctx.now);
  await replacePassword(ctx, row.person_id, password_hash);
  // Whoever reads the person's mail is the person: what others guessed keeps them out no more, nor this device from now on.
  for (const name of await listNames(ctx.db, row.person_id)) await forgetLimit(ctx.db, nameKey(ctx.secret, name));
  ctx.rememberDevice({ person: row.person_id });
  return { ok: true };
}
