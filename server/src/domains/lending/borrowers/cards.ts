/** Borrower cards for the desk and the kiosk (docs/behaviour/lending.md#kiosk). */
import { randomInt } from 'node:crypto';
import { isStudent } from '@fundus/contract/access';
import { CODE_ALPHABET, formatCode } from '@fundus/contract/classes/rules';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { normalizeCode } from '@fundus/contract/licences/rules';
import { CARD_LENGTH } from '@fundus/contract/lending/kiosk/kiosk';
import type { UserCtx } from '../../../http/context.ts';
import { drawQrPicture } from '../../../qr/qr-picture.ts';
import { keyedHash, seal, tryUnseal } from '../../../secrets/sealed.ts';
import { findCard, saveCard, removeCard } from './card-repository.ts';

export const createCode = (length: number): string => Array.from({ length }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

export const hashOfCard = (secret: string, code: string): string => keyedHash(secret, 'lending-card', code);

async function findOwnCode({ db, user, secret }: UserCtx): Promise<string | null> {
  const card = await findCard(db, user.id);
  const code = card ? tryUnseal(secret, 'lending-card', card.sealed) : null;
  return code === null ? null : formatCode(code);
}

export async function readCard(ctx: UserCtx): Promise<{ code: string | null }> {
  return { code: await findOwnCode(ctx) };
}

export async function drawCard(ctx: UserCtx): Promise<StreamAnswer> {
  const code = await findOwnCode(ctx);
  if (code === null) throw notFound();
  return drawQrPicture(normalizeCode(code), 0);
}

export async function makeCard({ db, user, secret, now }: UserCtx): Promise<{ code: string }> {
  if (user.by_code || isStudent(user)) throw new AppError('forbidden');
  const code = createCode(CARD_LENGTH);
  await saveCard(db, { person_id: user.id, hash: hashOfCard(secret, code), sealed: seal(secret, 'lending-card', code), made_at: now });
  return { code: formatCode(code) };
}

export async function endCard({ db, user }: UserCtx): Promise<{ ok: true }> {
  await removeCard(db, user.id);
  return { ok: true };
}
