/** Stores a second factor. The first factor is stored together with recovery codes. */
import { randomBytes } from 'node:crypto';
import type { User } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import type { Db } from '../../../db/open.ts';
import type { Ctx } from '../../../http/context.ts';
import { keyedHash } from '../../../secrets/sealed.ts';
import { notifyPerson, simpleMail } from '../../mails/index.ts';
import { lockState } from '../repository.ts';
import { finishPendingSignIn, type readPendingSignIn } from '../sign-in/pending-sign-in.ts';
import { countCodes, insertFactor, listFactors, replaceCodes } from './factor-repository.ts';

const CODES = 10;

/** Returns the available methods. Recovery codes are included only if there is a factor. */
export async function listMethods(db: Db, personId: string): Promise<('totp' | 'passkey' | 'recovery')[]> {
  const kinds = new Set((await listFactors(db, personId)).map(({ kind }) => kind));
  if (kinds.size === 0) return [];
  return [...kinds, ...((await countCodes(db, personId)) > 0 ? (['recovery'] as const) : [])];
}

export const normalizeRecoveryCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/** Creates ten recovery codes of 50 bits such as `k3m9x-p7q2w` and invalidates earlier codes. */
export async function createRecoveryCodes(ctx: Ctx, personId: string): Promise<string[]> {
  const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789x';
  const codes = Array.from({ length: CODES }, () => {
    const signs = [...randomBytes(10)].map((byte) => SIGNS[byte % 32]).join('');
    return `${signs.slice(0, 5)}-${signs.slice(5)}`;
  });
  await replaceCodes(
    ctx.db,
    personId,
    codes.map((code) => keyedHash(ctx.secret, 'recovery', normalizeRecoveryCode(code))),
  );
  return codes;
}

/** Throws `state_conflict` if a factor is set up during a sign-in although the person already has one, because this would bypass it. */
export async function requireFirst({ db }: Ctx, { purpose, person_id }: Awaited<ReturnType<typeof readPendingSignIn>>): Promise<void> {
  if (purpose === 'sign_in' && (await listMethods(db, person_id)).length > 0) throw new AppError('state_conflict');
}

export type Added = { codes: string[]; user: User | null };

/**
 * Stores a factor. Returns recovery codes if it is the person's first factor. The person is locked, so that of two parallel factors only one is the
 * first.
 */
export async function storeFactor(
  ctx: Ctx<'oidc'>,
  step: Awaited<ReturnType<typeof readPendingSignIn>>,
  row: Omit<Parameters<typeof insertFactor>[1], 'created_at'>,
): Promise<Added> {
  await lockState(ctx.db, step.person_id);
  await requireFirst(ctx, step);
  const first = (await listFactors(ctx.db, step.person_id)).length === 0;
  await insertFactor(ctx.db, { ...row, created_at: ctx.now, last_used_at: ctx.now });
  const codes = first ? await createRecoveryCodes(ctx, step.person_id) : [];
  await notifyPerson(ctx, step.person_id, simpleMail('factorAdded'));
  return { codes, user: await finishPendingSignIn(ctx, step) };
}
