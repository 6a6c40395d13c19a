/** Kiosks of a lending point, which the desk pairs with tablets (docs/behaviour/lending.md#kiosk). */
import { randomBytes } from 'node:crypto';
import { formatCode } from '@fundus/contract/classes/rules';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { normalizeCode } from '@fundus/contract/licences/rules';
import { MAX_KIOSKS, PAIR_CODE_LENGTH, PAIR_MINUTES, type Kiosk, type lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { hashOfKiosk } from '../../../http/sessions/kiosk-session.ts';
import { guessCode } from '../../../limits/network-limits.ts';
import { keyedHash } from '../../../secrets/sealed.ts';
import { findKiosk, findPairing, insertKiosk, listKiosks, pair, removeKiosk, type KioskRow } from './kiosk-repository.ts';
import { requirePoint } from '../points/access.ts';
import { createCode } from '../borrowers/cards.ts';

const hashOfPairing = (secret: string, code: string): string => keyedHash(secret, 'lending-kiosk', code);
const present = ({ id, name, paired, created_at, seen_at }: KioskRow): Kiosk => ({
  ...{ id, name, paired },
  seen_at: seen_at.getTime() === created_at.getTime() ? null : seen_at.toISOString(),
});

export async function readKiosks(ctx: UserCtx, pointId: string): Promise<Reply<typeof lendingKiosk.kiosks>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  return { items: (await listKiosks(ctx.db, point.id)).map(present) };
}

export async function addKiosk(
  ctx: UserCtx,
  { point: pointId, name }: Input<typeof lendingKiosk.addKiosk>['body'],
): Promise<Reply<typeof lendingKiosk.addKiosk>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  if ((await listKiosks(ctx.db, point.id)).length >= MAX_KIOSKS)
    throw new AppError('state_conflict', { details: { reason: 'most', most: MAX_KIOSKS } });
  const [id, code] = [newId(ctx.now), createCode(PAIR_CODE_LENGTH)];
  await insertKiosk(ctx.db, {
    ...{ id, point_id: point.id, name, code_hash: hashOfPairing(ctx.secret, code), created_by: ctx.user.id },
    ...{ code_until: new Date(ctx.now.getTime() + PAIR_MINUTES * 60_000), created_at: ctx.now, seen_at: ctx.now },
  });
  await recordAudit(ctx, 'lending.add_kiosk', null, { name }, { school: point.school_id, district: point.district_id });
  return { ...present((await findKiosk(ctx.db, { id }))!), code: formatCode(code) };
}

export async function endKiosk(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const kiosk = await findKiosk(ctx.db, { id });
  if (!kiosk) throw notFound();
  const point = await requirePoint(ctx, kiosk.point_id, 'desk', 'id');
  await removeKiosk(ctx.db, id);
  await recordAudit(ctx, 'lending.end_kiosk', { name: kiosk.name }, null, { school: point.school_id, district: point.district_id });
  return { ok: true };
}

type Pairing = Input<typeof lendingKiosk.pairKiosk>;

/** Pairs a tablet with a kiosk. `before` runs outside of the transaction, so that failed guesses are counted even if the request is rolled back. */
export const pairKiosk = {
  before: async (ctx: Ctx<'pause'>, { body }: Pairing): Promise<{ id: string }> => {
    const text = normalizeCode(body.code);
    const found = await guessCode(ctx, { kind: 'kiosk', text }, (db) => findPairing(db, hashOfPairing(ctx.secret, text), ctx.now));
    if (!found) throw new AppError('wrong_credentials', { field: 'code' });
    return found;
  },
  write: async (ctx: Ctx, _input: Pairing, { id }: { id: string }): Promise<{ ok: true }> => {
    const token = randomBytes(32).toString('base64url');
    if (!(await pair(ctx.db, id, hashOfKiosk(token), ctx.now))) throw new AppError('wrong_credentials', { field: 'code' });
    ctx.becomeKiosk(token);
    return { ok: true };
  },
};
