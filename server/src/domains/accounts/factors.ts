/** The second factor: who needs one, what counts as one, and setting one up. */
import { randomBytes } from 'node:crypto';
import { looksAfter } from '@fundus/contract/access';
import type { User } from '@fundus/contract/accounts';
import type { OwnFactors } from '@fundus/contract/accounts-factors';
import { AppError } from '@fundus/contract/errors';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import type { Db } from '../../db/open.ts';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { readPerson } from '../../http/session.ts';
import { readTheme } from '../setup/index.ts';
import {
  countCodes,
  insertFactor,
  listFactors,
  removeFactorRow,
  removeSteps,
  replaceCodes,
  takeCode,
  updateStep,
  useTotpStep,
} from './factor-repository.ts';
import { forgetGuesses } from './factor-guesses.ts';
import { passkeyOptions } from './passkeys.ts';
import { invalid } from './registration.ts';
import { takenBy } from './registration-repository.ts';
import { findOwn, lockState } from './repository.ts';
import { keyedHash, seal, unseal } from './sealed.ts';
import { finishStep, makeStep, readStep } from './steps.ts';
import type { MailSource } from '../setup/index.ts';
import { plainly, tellPerson } from './tell.ts';

const PERIOD = 30;
const CODES = 10;

/** Administrators of schools and districts, and whoever has a capability; not the accounts of the demo. */
export const needsFactor = (person: SignedIn, demo: boolean): boolean => !demo && looksAfter(person);

/** What a person can show; a recovery code counts where there is anything it stands in for. */
export async function methodsOf(db: Db, personId: string): Promise<('totp' | 'passkey' | 'recovery')[]> {
  const kinds = new Set((await listFactors(db, personId)).map(({ kind }) => kind as 'totp' | 'passkey'));
  if (kinds.size === 0) return [];
  return [...kinds, ...((await countCodes(db, personId)) > 0 ? (['recovery'] as const) : [])];
}

const totpOf = (secret: string, label: string, issuer: string): TOTP =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD, digits: 6, algorithm: 'SHA1' });

/** The half minute a code belongs to, one to either side counted in; null when it is none of this app's. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret, '', '').validate({ token: code, window: 1, timestamp: now.getTime() });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD) + delta;
}

const plainCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/** Whether a code is one of the person's apps, or a recovery code; it is used up by that. The guess was counted before. Throws `validation_failed` at `code`. */
export async function mustShowCode(ctx: Ctx, personId: string, code: string): Promise<void> {
  if (!(await codeFits(ctx, personId, plainCode(code)))) throw invalid('code', code === '' ? 'required' : 'wrong');
  await forgetGuesses(ctx, personId);
}

async function codeFits(ctx: Ctx, personId: string, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return takeCode(ctx.db, personId, keyedHash(ctx.secret, 'recovery', code));
  for (const factor of await listFactors(ctx.db, personId)) {
    const secret = factor.kind === 'totp' && factor.secret ? readable(ctx, factor.id, factor.secret) : null;
    const step = secret === null ? null : stepOf(secret, code, ctx.now);
    if (step !== null && (await useTotpStep(ctx.db, factor.id, step, ctx.now))) return true;
  }
  return false;
}

/** Null where it was sealed under a secret this portal no longer has: no code fits it then. */
function readable({ secret, log }: Ctx, factor: string, sealed: string): string | null {
  try {
    return unseal(secret, 'totp', sealed);
  } catch (error) {
    log.error({ factor, reason: (error as Error).message }, 'second factor cannot be read: it was sealed with another secret');
    return null;
  }
}

/** Ten codes of fifty bits, in two halves: `k3m9x-p7q2w`. The earlier ones end. */
export async function makeCodes(ctx: Ctx, personId: string): Promise<string[]> {
  const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789x';
  const codes = Array.from({ length: CODES }, () => {
    const signs = [...randomBytes(10)].map((byte) => SIGNS[byte % 32]).join('');
    return `${signs.slice(0, 5)}-${signs.slice(5)}`;
  });
  await replaceCodes(
    ctx.db,
    personId,
    codes.map((code) => keyedHash(ctx.secret, 'recovery', plainCode(code))),
  );
  return codes;
}

/** Begins to set a factor up: for the one who is signed in, or for the one whose sign-in waits for it. */
export async function beginFactor(ctx: Ctx, about: { token?: string | undefined; kind: 'totp' | 'passkey' }) {
  const step = about.token ? await readStep(ctx, about.token) : null;
  const personId = step?.person_id ?? ctx.user?.id;
  if (!personId) throw new AppError('login_required');
  if (step) await mustBeFirst(ctx, step);
  const token = about.token ?? (await makeStep(ctx, { personId, purpose: 'setup', stay: false }));
  const { hash } = await readStep(ctx, token);
  const person = await findOwn(ctx.db, personId);
  const label = person?.email ?? person?.username ?? person?.name ?? '';
  const { productName } = await readTheme(ctx.db);
  if (about.kind === 'passkey') {
    const options = await passkeyOptions(
      ctx,
      { id: personId, label, name: `${person?.vorname ?? ''} ${person?.name ?? ''}`.trim() },
      productName,
    );
    await updateStep(ctx.db, hash, { challenge: options.challenge });
    return { token, totp: null, passkey: options as unknown as Record<string, unknown> };
  }
  const secret = new Secret({ size: 20 }).base32;
  await updateStep(ctx.db, hash, { secret: seal(ctx.secret, 'totp', secret) });
  const uri = totpOf(secret, label, productName).toString();
  const qr = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return { token, totp: { uri, qr, secret }, passkey: null };
}

/** A sign-in that waits for a factor the person has, or has got meanwhile, is not a way round it. */
async function mustBeFirst({ db }: Ctx, { purpose, person_id }: Awaited<ReturnType<typeof readStep>>): Promise<void> {
  if (purpose === 'sign_in' && (await methodsOf(db, person_id)).length > 0) throw new AppError('state_conflict');
}

type Added = { codes: string[]; user: User | null };

/** Keeps the app once it has shown a code, and completes the sign-in that waited for it. */
export async function addTotp(ctx: Ctx, { token, code, name }: { token: string; code: string; name: string }): Promise<Added> {
  const step = await readStep(ctx, token);
  if (!step.secret) throw new AppError('state_conflict');
  const used = stepOf(unseal(ctx.secret, 'totp', step.secret), plainCode(code), ctx.now);
  if (used === null) throw invalid('code', 'wrong');
  const row = { id: newId(ctx.now), person_id: step.person_id, kind: 'totp', name, secret: step.secret, last_step: used };
  return keepFactor(ctx, step, row);
}

/** Writes the factor down; with the first one come the recovery codes. Of two at once one is the first. */
export async function keepFactor(
  ctx: Ctx,
  step: Awaited<ReturnType<typeof readStep>>,
  row: Omit<Parameters<typeof insertFactor>[1], 'created_at'>,
): Promise<Added> {
  await lockState(ctx.db, step.person_id);
  await mustBeFirst(ctx, step);
  const first = (await listFactors(ctx.db, step.person_id)).length === 0;
  await insertFactor(ctx.db, { ...row, created_at: ctx.now, last_used_at: ctx.now });
  const codes = first ? await makeCodes(ctx, step.person_id) : [];
  await tellPerson(ctx, step.person_id, plainly('factorAdded'));
  return { codes, user: await finishStep(ctx, step) };
}

export async function readFactors(ctx: Ctx<SignedIn>): Promise<OwnFactors> {
  const [rows, own] = [await listFactors(ctx.db, ctx.user.id), await findOwn(ctx.db, ctx.user.id)];
  return {
    required: needsFactor(ctx.user, own?.demo ?? false),
    codes: await countCodes(ctx.db, ctx.user.id),
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind as 'totp' | 'passkey',
      name: row.name,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
  };
}

/** Throws `state_conflict` for the last factor of a person who needs one. */
export async function removeFactor(ctx: Ctx<SignedIn>, id: string): Promise<OwnFactors> {
  const { required, items } = await readFactors(ctx);
  if (!items.some((item) => item.id === id)) throw new AppError('not_found');
  if (required && items.length === 1) throw new AppError('state_conflict', { details: { reason: 'last_factor' } });
  await removeFactorRow(ctx.db, ctx.user.id, id);
  if (items.length === 1) await replaceCodes(ctx.db, ctx.user.id, []);
  await tellPerson(ctx, ctx.user.id, plainly('factorRemoved'));
  return readFactors(ctx);
}

/** All that somebody has, with the codes and sign-ins that wait for one. Gives how many; null where nobody has the address. */
export async function removeAllFactors(source: MailSource & { user: SignedIn | null }, email: string): Promise<number | null> {
  const { db } = source;
  const found = await takenBy(db, email);
  const person = found && (await readPerson(db, found.id));
  if (!person) return null;
  const factors = await listFactors(db, person.id);
  if (factors.length === 0) return 0;
  for (const { id } of factors) await removeFactorRow(db, person.id, id);
  await replaceCodes(db, person.id, []);
  await removeSteps(db, person.id);
  const place = { school: person.school_id, district: person.district_id, subject: person.id };
  await recordAudit(source, 'person.factorsRemoved', null, null, place);
  await tellPerson(source, person.id, plainly('factorRemoved'));
  return factors.length;
}
