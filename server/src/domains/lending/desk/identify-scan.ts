/** Identifies the device, borrower or order of a scanned code (docs/behaviour/lending.md#at-the-desk). */
import { AppError } from '@fundus/contract/errors';
import { normalizeCode } from '@fundus/contract/licences/rules';
import type { Input } from '@fundus/contract/endpoint';
import type { ScanLookup, lendingBorrower } from '@fundus/contract/lending/desk/borrower-page';
import type { UserCtx } from '../../../http/context.ts';
import { findCardOwner } from '../borrowers/card-repository.ts';
import { hashOfCard } from '../borrowers/cards.ts';
import { foldNumber, listBorrowersByNumber } from '../borrowers/number-repository.ts';
import { requirePoint } from '../points/access.ts';
import type { PointRow } from '../points/point-repository.ts';
import { findOrderByNumber } from './borrower-repository.ts';
import { findKnownBorrower } from './known-borrower.ts';
import { requireScanned } from './scanned.ts';

/**
 * Identifies a scanned code. Tries devices first, because the desk scans device labels most often. Throws `barcode_unknown` or `barcode_ambiguous`.
 */
export async function identifyScan(
  ctx: UserCtx,
  { point: id, code }: Input<typeof lendingBorrower.identifyScan>['body'],
): Promise<ScanLookup> {
  const point = await requirePoint(ctx, id, 'desk');
  try {
    return { kind: 'device', id: (await requireScanned(ctx, point, code)).id };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'barcode_unknown') throw error;
    const found = (await findByCard(ctx, point, code)) ?? (await findOrder(ctx, point, code)) ?? (await findNumber(ctx, point, code));
    if (!found) throw error;
    return found;
  }
}

async function findByCard(ctx: UserCtx, point: PointRow, code: string): Promise<ScanLookup | undefined> {
  const owner = await findCardOwner(ctx.db, hashOfCard(ctx.secret, normalizeCode(code)));
  const known = owner && (await findKnownBorrower(ctx, point, owner.id));
  return known && { kind: 'borrower', id: owner.id };
}

async function findOrder({ db }: UserCtx, point: PointRow, code: string): Promise<ScanLookup | undefined> {
  const order = await findOrderByNumber(db, point.id, code);
  return order && { kind: 'order', id: order.id, borrower_id: order.person_id ?? order.private_id };
}

/** Returns the borrower with this number from the previous system. */
async function findNumber(ctx: UserCtx, point: PointRow, code: string): Promise<ScanLookup | undefined> {
  const number = foldNumber(code);
  const known = (await listBorrowersByNumber(ctx.db, point, [number])).get(number);
  const id = known && (known.person_id ?? known.private_id);
  return id && (await findKnownBorrower(ctx, point, id)) ? { kind: 'borrower', id } : undefined;
}
