/** Codes: whoever redeems one gets a seat. */
import { randomInt } from 'node:crypto';
import { shiftMonths, today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { plainCode, REDEEM_MONTHS, type licences } from '@fundus/contract/licences';
import type { licenceSeats } from '@fundus/contract/licence-seats';
import { type LicenceCode } from '@fundus/contract/licence-seats';
import { newId } from '../../db/new-id.ts';
import { isForPeople, isGiven } from './active.ts';
import { countAttempts, findCode, insertCode, listCodes, noteAttempt, removeCode, type CodeRow } from './code-repository.ts';
import { findManaged } from './manage-repository.ts';
import { mayAssign } from './policy.ts';
import { lockLicences } from './repository.ts';
import { giveOutOf, mustBeInForce } from './seats.ts';
import { managed, mediumOf, type UserCtx } from './service.ts';

/** Nothing that is mistaken for something else when it is read aloud or copied by hand. */
const SIGNS = 'ACDEFGHJKLMNPQRTUVWXY34679';
const LENGTH = 16;
const HOUR = 3_600_000;
/** Wrong codes of a person in an hour. */
const MOST_WRONG = 10;

const makeCode = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** Codes of our own are shown in groups of four. */
const present = ({ id, code, quantity, redeemed, redeem_until }: CodeRow): LicenceCode => ({
  id,
  code: code.length === LENGTH ? code.replace(/(.{4})(?=.)/g, '$1-') : code,
  quantity,
  redeemed,
  redeem_until,
});

export async function readCodes(ctx: UserCtx, id: string): Promise<{ items: LicenceCode[] }> {
  const row = await managed(ctx, id);
  if (!mayAssign(ctx.user, row)) throw new AppError('forbidden');
  return { items: (await listCodes(ctx.db, id)).map(present) };
}

export async function addCode(ctx: UserCtx, id: string, body: Input<typeof licenceSeats.makeCode>['body']): Promise<LicenceCode> {
  await lockLicences(ctx.db, [id]);
  const row = await managed(ctx, id);
  if (!mayAssign(ctx.user, row)) throw new AppError('forbidden');
  if (!isForPeople(row)) throw new AppError('scope_mismatch');
  mustBeInForce(ctx, row);
  if (row.seats > 0 && body.quantity > row.seats)
    throw new AppError('validation_failed', {
      field: 'quantity',
      details: { problems: [{ field: 'quantity', rule: 'max' }], seats: row.seats },
    });
  const redeem_until = body.redeem_until ?? shiftMonths(today(ctx.now), REDEEM_MONTHS);
  if (redeem_until < today(ctx.now)) throw new AppError('validation_failed', { field: 'redeem_until' });
  const code = {
    id: newId(ctx.now),
    licence_id: id,
    code: body.code === undefined ? makeCode() : plainCode(body.code),
    quantity: body.quantity,
    redeem_until,
  };
  if (!(await insertCode(ctx.db, { ...code, created_by: ctx.user.id, created_at: ctx.now })))
    throw new AppError('already_exists', { field: 'code' });
  return present({ ...code, redeemed: 0 });
}

export async function dropCode(ctx: UserCtx, id: string, codeId: string): Promise<{ ok: true }> {
  const row = await managed(ctx, id);
  if (!mayAssign(ctx.user, row)) throw new AppError('forbidden');
  if (!(await removeCode(ctx.db, id, codeId))) throw new AppError('not_found', { field: 'codeId' });
  return { ok: true };
}

/** Redeems a code for the person. Twice is once. Wrong codes are counted. */
export async function redeemCode(ctx: UserCtx, given: string): Promise<Reply<typeof licences.redeem>> {
  const { db, user, now } = ctx;
  if ((await countAttempts(db, user.id, new Date(now.getTime() - HOUR))) >= MOST_WRONG) throw new AppError('too_many_attempts');
  const known = await findCode(db, plainCode(given));
  if (!known) {
    ctx.inAnyCase((any) => noteAttempt(any, user.id, now));
    throw new AppError('not_found', { field: 'code' });
  }
  await lockLicences(db, [known.licence_id]);
  const [code, row] = [await findCode(db, known.code), await findManaged(db, known.licence_id)];
  if (!code || !row || !isGiven(row)) throw new AppError('not_found', { field: 'code' });
  if (code.redeem_until < today(now)) throw new AppError('expired', { field: 'code' });
  mustBeInForce(ctx, row);
  if (row.school_id === null ? row.district_id !== user.district_id : row.school_id !== user.school_id) throw new AppError('wrong_school');
  const holds = user.licences.includes(row.id);
  if (!holds && code.redeemed >= code.quantity) throw new AppError('no_seats_left', { details: { free: 0, wanted: 1 } });
  await giveOutOf(ctx, [row], [{ kind: 'person', id: user.id }], { partial: false, event: 'redeemed', code_id: code.id });
  const after = await findManaged(db, row.id);
  return { medium: mediumOf(ctx, row), valid_to: after?.valid_to ?? null };
}
