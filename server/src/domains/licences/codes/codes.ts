/** Codes that users redeem for a seat. */
import { randomInt } from 'node:crypto';
import { shiftMonths, today } from '@fundus/contract/days';
import { AppError, notFound, rejectInvalidFields } from '@fundus/contract/errors';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { normalizeCode, REDEEM_MONTHS, type licences } from '@fundus/contract/licences/licences';
import type { licenceSeats } from '@fundus/contract/licences/seats';
import { type LicenceCode } from '@fundus/contract/licences/seats';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import type { UserCtx } from '../../../http/context.ts';
import { rereadUser } from '../../../visitors/repository.ts';
import { limitGuesses, limitKey, type LimitRule } from '../../../limits/limits.ts';
import { isForPeople, hasAssignedSeats } from '../active.ts';
import { findCode, insertCode, listCodes, deleteCode, type CodeRow } from './code-repository.ts';
import { findManaged } from '../manage-repository.ts';
import { mayAssign } from '../policy.ts';
import { addPromisedSeats } from '../seats/promises.ts';
import { lockLicences } from '../repository.ts';
import { assignSeatsOf, requireInForce } from '../seats/seats.ts';
import { requireManaged, mediumOf } from '../service.ts';

/** Letters and digits that are not easily confused when read aloud or copied by hand. */
const SIGNS = 'ACDEFGHJKLMNPQRTUVWXY34679';
const LENGTH = 16;
/** Limit for wrong codes per user. */
const WRONG_CODES: LimitRule = { most: 10, withinMinutes: 60, grows: false };

export const makeCode = (length = LENGTH): string => Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('');

export const groupSigns = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Presents a code. Generated codes are formatted in groups of four characters, and imported codes are unchanged. */
const present = ({ id, code, quantity, redeemed, redeem_until }: CodeRow): LicenceCode => ({
  id,
  code: code.length === LENGTH ? groupSigns(code) : code,
  quantity,
  redeemed,
  redeem_until,
});

export async function readCodes(ctx: UserCtx, id: string): Promise<{ items: LicenceCode[] }> {
  const row = await requireManaged(ctx, id);
  if (!mayAssign(ctx.user, row)) throw new AppError('forbidden');
  return { items: (await listCodes(ctx.db, id)).map(present) };
}

export async function addCode(ctx: UserCtx, id: string, body: Input<typeof licenceSeats.makeCode>['body']): Promise<LicenceCode> {
  await lockLicences(ctx.db, [id]);
  const row = await requireManaged(ctx, id);
  if (!mayAssign(ctx.user, row)) throw new AppError('forbidden');
  if (!isForPeople(row)) throw new AppError('scope_mismatch');
  requireInForce(ctx, row);
  const [open] = await addPromisedSeats(ctx, [row]);
  const seats = Math.max(0, row.seats - open!.taken);
  const tooMany = row.seats > 0 && body.quantity > seats;
  const redeem_until = body.redeem_until ?? shiftMonths(today(ctx.now), REDEEM_MONTHS);
  rejectInvalidFields(
    [tooMany && { field: 'quantity', rule: 'max' }, redeem_until < today(ctx.now) && { field: 'redeem_until', rule: 'min' }],
    tooMany ? { seats } : {},
  );
  const code = {
    id: newId(ctx.now),
    licence_id: id,
    code: body.code === undefined ? makeCode() : normalizeCode(body.code),
    quantity: body.quantity,
    redeem_until,
  };
  if (!(await insertCode(ctx.db, { ...code, created_by: ctx.user.id, created_at: ctx.now })))
    throw new AppError('already_exists', { field: 'code' });
  return present({ ...code, redeemed: 0 });
}

export async function removeCode(ctx: UserCtx, id: string, codeId: string): Promise<{ ok: true }> {
  const row = await requireManaged(ctx, id);
  if (!mayAssign(ctx.user, row)) throw new AppError('forbidden');
  if (!(await deleteCode(ctx.db, id, codeId))) throw notFound('codeId');
  return { ok: true };
}

/** Finds a code outside of the transaction, so that a wrong code is counted even if the request fails. Throws `not_found` or `too_many_attempts`. */
export async function checkCode(ctx: UserCtx, typed: string): Promise<CodeRow> {
  const found = await tryTypedCode(ctx, (db) => findCode(db, normalizeCode(typed)));
  if (!found) throw notFound('code');
  return found;
}

/** Runs a lookup of user input. An undefined result counts as a wrong guess. */
export const tryTypedCode = <T>(ctx: UserCtx, find: (db: Db) => Promise<T | undefined>): Promise<T | undefined> =>
  limitGuesses(ctx, { key: limitKey(ctx.secret, 'licence-code', ctx.user.id), rule: WRONG_CODES }, find);

/** Redeems a code for the user. Idempotent. Throws `not_found`, `expired`, `wrong_school` or `no_seats_left`. */
export async function redeemCode(before: UserCtx, known: CodeRow): Promise<Reply<typeof licences.redeem>> {
  const { db, now } = before;
  await lockLicences(db, [known.licence_id]);
  const user = await rereadUser(before);
  const ctx = { ...before, user };
  const [code, row] = [await findCode(db, known.code), await findManaged(db, known.licence_id)];
  if (!code || !row || !hasAssignedSeats(row)) throw notFound('code');
  if (code.redeem_until < today(now)) throw new AppError('expired', { field: 'code' });
  requireInForce(ctx, row);
  if (row.school_id === null ? row.district_id !== user.district_id : row.school_id !== user.school_id) throw new AppError('wrong_school');
  const holds = user.licences.includes(row.id);
  if (!holds && code.redeemed >= code.quantity) throw new AppError('no_seats_left', { details: { free: 0, wanted: 1 } });
  await assignSeatsOf(ctx, [row], [{ kind: 'person', id: user.id }], { partial: false, event: 'redeemed', code_id: code.id });
  const after = await findManaged(db, row.id);
  return { medium: mediumOf(ctx, row), valid_to: after?.valid_to ?? null };
}
