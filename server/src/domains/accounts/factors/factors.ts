/** The second factor: requirement, verification and set-up. */
import { fullName } from '@fundus/contract/people/full-name';
import { isManager } from '@fundus/contract/access';
import type { OwnFactors } from '@fundus/contract/accounts/factors';
import { AppError, invalid } from '@fundus/contract/errors';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { readPerson } from '../../../visitors/repository.ts';
import { readTheme } from '../../setup/index.ts';
import {
  countCodes,
  listFactors,
  removeFactorRow,
  removePendingSignIns,
  replaceCodes,
  claimRecoveryCode,
  updatePendingSignIn,
  consumeTotpStep,
} from './factor-repository.ts';
import { forgetGuesses } from './factor-guesses.ts';
import { storeFactor, requireFirst, normalizeRecoveryCode, type Added } from './store-factor.ts';
import { makePasskeyOptions } from './passkeys.ts';
import { findByAddress } from '../registration/registration-repository.ts';
import { findOwnAccount } from '../repository.ts';
import { keyedHash, seal, tryUnseal, unseal } from '../../../secrets/sealed.ts';
import { createPendingSignIn, readPendingSignIn } from '../sign-in/pending-sign-in.ts';
import { type MailContext, simpleMail, notifyPerson } from '../../mails/index.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

const PERIOD = 30;

/** Returns whether a person needs a second factor. Administrators and people with a capability need one, except demo accounts. */
export const needsFactor = (person: SignedIn, demo: boolean): boolean => !demo && isManager(person);

const totpOf = (secret: string, label: string, issuer: string): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD, digits: 6, algorithm: 'SHA1' });

/** Returns the time step of a TOTP code, or `null` if the code is invalid. One step of clock skew is allowed in either direction. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret, '', '').validate({ token: code, window: 1, timestamp: now.getTime() });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD) + delta;
}

/** Verifies and consumes a TOTP code or a recovery code. The caller must have counted the guess. Throws `validation_failed` for the field `code`. */
export async function requireCode(ctx: Ctx, personId: string, code: string): Promise<void> {
  if (!(await codeFits(ctx, personId, normalizeRecoveryCode(code)))) throw invalid('code', code === '' ? 'required' : 'wrong');
  await forgetGuesses(ctx, personId);
}

async function codeFits(ctx: Ctx, personId: string, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return claimRecoveryCode(ctx.db, personId, keyedHash(ctx.secret, 'recovery', code));
  for (const factor of await listFactors(ctx.db, personId)) {
    const secret = factor.kind === 'totp' && factor.secret ? unsealSecret(ctx, factor.id, factor.secret) : null;
    const step = secret === null ? null : stepOf(secret, code, ctx.now);
    if (step !== null && (await consumeTotpStep(ctx.db, factor.id, step, ctx.now))) return true;
  }
  return false;
}

/** Returns the decrypted key, or `null` if it was encrypted with another secret, in which case no code is valid. */
function unsealSecret({ secret, log }: Ctx, factor: string, sealed: string): string | null {
  try {
    return unseal(secret, 'totp', sealed);
  } catch (error) {
    log.error({ factor, reason: (error as Error).message }, 'second factor cannot be read: it was sealed with another secret');
    return null;
  }
}

/** Starts the set-up of a factor for the signed-in user, or for a pending sign-in that requires one. */
export async function beginFactor(ctx: Ctx, about: { token?: string | undefined; kind: 'totp' | 'passkey' }) {
  const step = about.token ? await readPendingSignIn(ctx, about.token) : null;
  const personId = step?.person_id ?? ctx.user?.id;
  if (!personId) throw new AppError('login_required');
  if (step) await requireFirst(ctx, step);
  const token = about.token ?? (await createPendingSignIn(ctx, { personId, purpose: 'setup', stay: false }));
  const { hash } = await readPendingSignIn(ctx, token);
  const person = await findOwnAccount(ctx.db, personId);
  const label = person?.email ?? person?.username ?? person?.name ?? '';
  const { productName } = await readTheme(ctx.db);
  if (about.kind === 'passkey') {
    const options = await makePasskeyOptions(ctx, { id: personId, label, name: fullName(person) }, productName);
    await updatePendingSignIn(ctx.db, hash, { challenge: options.challenge });
    return { token, totp: null, passkey: options as unknown as Record<string, unknown> };
  }
  const secret = new Secret({ size: 20 }).base32;
  await updatePendingSignIn(ctx.db, hash, { secret: seal(ctx.secret, 'totp', secret) });
  const uri = totpOf(secret, label, productName).toString();
  const qr = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return { token, totp: { uri, qr, secret }, passkey: null };
}

/** Stores the authenticator app if its code is valid, and completes the pending sign-in. */
export async function addTotp(ctx: Ctx<'oidc'>, { token, code, name }: { token: string; code: string; name: string }): Promise<Added> {
  const step = await readPendingSignIn(ctx, token);
  const secret = step.secret === null ? null : tryUnseal(ctx.secret, 'totp', step.secret);
  if (secret === null) throw new AppError('state_conflict');
  const used = stepOf(secret, normalizeRecoveryCode(code), ctx.now);
  if (used === null) throw invalid('code', 'wrong');
  const row = { id: newId(ctx.now), person_id: step.person_id, kind: 'totp' as const, name, secret: step.secret, last_step: used };
  return storeFactor(ctx, step, row);
}

export async function readFactors(ctx: UserCtx): Promise<OwnFactors> {
  const [rows, own] = [await listFactors(ctx.db, ctx.user.id), await findOwnAccount(ctx.db, ctx.user.id)];
  return {
    required: needsFactor(ctx.user, own?.demo ?? false),
    codes: await countCodes(ctx.db, ctx.user.id),
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
  };
}

/** Removes a factor of the user. Throws `state_conflict` if it is the last factor of a person who needs one. */
export async function removeFactor(ctx: UserCtx, id: string): Promise<OwnFactors> {
  const { required, items } = await readFactors(ctx);
  if (!items.some((item) => item.id === id)) throw new AppError('not_found');
  if (required && items.length === 1) throw new AppError('state_conflict', { details: { reason: 'last_factor' } });
  await removeFactorRow(ctx.db, ctx.user.id, id);
  if (items.length === 1) await replaceCodes(ctx.db, ctx.user.id, []);
  await notifyPerson(ctx, ctx.user.id, simpleMail('factorRemoved'));
  return readFactors(ctx);
}

/** Removes all factors, recovery codes and pending sign-ins of an account. Returns the number of factors, or `null` if the address is unknown. */
export async function removeAllFactors(source: MailContext & { user: SignedIn | null }, email: string): Promise<number | null> {
  const { db } = source;
  const found = await findByAddress(db, email);
  const person = found && (await readPerson(db, found.id));
  if (!person) return null;
  const factors = await listFactors(db, person.id);
  if (factors.length === 0) return 0;
  for (const { id } of factors) await removeFactorRow(db, person.id, id);
  await replaceCodes(db, person.id, []);
  await removePendingSignIns(db, person.id);
  const scope = { school: person.school_id, district: person.district_id, subject: person.id };
  await recordAudit(source, 'person.factorsRemoved', null, null, scope);
  await notifyPerson(source, person.id, simpleMail('factorRemoved'));
  return factors.length;
}
