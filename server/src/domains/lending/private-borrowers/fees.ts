/** Fees of private borrowers, charged per day, and payments recorded by the desk (docs/behaviour/lending.md#fees). */
import { today } from '@fundus/contract/days';
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import type { Fee, lendingFees, OwedFee } from '@fundus/contract/lending/private-borrowers/fees';
import { maxEntryCents, openCents } from '@fundus/contract/lending/orders/fee-rules';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import { downloadName } from '../../../http/bodies/download-name.ts';
import type { UserCtx } from '../../../http/context.ts';
import { readPages, tableFile } from '../../../http/bodies/table-file.ts';
import { loadWords } from '../../mails/index.ts';
import { requireOrder, requireOrderAtDesk } from '../orders/access.ts';
import { insertPayment, listFeeLines, listFeeSums, listOwed, listPayments, sumOwedFees } from '../borrowers/fee-repository.ts';
import type { OrderRow } from '../allocation/order-repository.ts';
import { actOnce } from '../allocation/scans.ts';
import { subjectOf } from '../borrowers/borrower.ts';
import { requirePoint } from '../points/access.ts';

async function presentFee({ db, now }: UserCtx, order: OrderRow): Promise<Fee> {
  const day = today(now);
  const sums = (await listFeeSums(db, [order.id], day)).get(order.id);
  if (!sums) throw new AppError('state_conflict', { details: { reason: 'no_fee' } });
  const lines = await listFeeLines(db, order.id, day);
  return {
    ...{ ...sums, order_id: order.id, number: order.number, borrower: order.borrower ?? '' },
    lines: lines.map(({ code, start_on, state: _, ...line }) => ({ ...line, code: code ?? '', from: start_on })),
    payments: (await listPayments(db, order.id)).map(({ by_name, taken_at, ...pay }) => ({
      ...{ ...pay, by: by_name ?? '', at: taken_at.toISOString() },
    })),
  };
}

export async function readFee(ctx: UserCtx, id: string): Promise<Fee> {
  const { order, desk } = await requireOrder(ctx, id);
  if (!desk) throw new AppError('forbidden');
  return presentFee(ctx, order);
}

/**
 * Records a payment. Throws if a payment exceeds the open amount or a refund exceeds the paid amount. The order is locked, which serializes
 * concurrent payments.
 */
export async function recordPayment(
  ctx: UserCtx,
  id: string,
  { kind, cents, key }: Input<typeof lendingFees.notePayment>['body'],
): Promise<Fee> {
  const { order, point } = await requireOrderAtDesk(ctx, id);
  await actOnce(ctx, key, point.id, async () => {
    const most = maxEntryCents(kind, await presentFee(ctx, order));
    if (cents > most) throw invalid('cents', 'max');
    const row = { id: newId(ctx.now), order_id: id, kind, cents, taken_by: ctx.user.id, taken_at: ctx.now };
    await insertPayment(ctx.db, row);
    const scope = { school: point.school_id, district: point.district_id, ...subjectOf(order) };
    await recordAudit(ctx, 'lending.payment', null, { number: order.number, kind, cents }, scope);
    return { payment: row.id };
  });
  return presentFee(ctx, order);
}

const presentOwed = ({ id, borrower, ...row }: Awaited<ReturnType<typeof listOwed>>[number]): OwedFee => ({
  ...{ ...row, order_id: id, borrower: borrower ?? '' },
});

export async function readFees(
  ctx: UserCtx,
  { point: pointId, show, offset, limit }: Input<typeof lendingFees.fees>['query'],
): Promise<Reply<typeof lendingFees.fees>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const asked = { point: point.id, show, day: today(ctx.now) };
  const sums = await sumOwedFees(ctx.db, asked);
  return { ...sums, offset, limit, items: (await listOwed(ctx.db, asked, offset, limit)).map(presentOwed) };
}

export async function writeFees(
  ctx: UserCtx,
  { point: pointId, show, format, lang }: Input<typeof lendingFees.feesFile>['query'],
): Promise<StreamAnswer> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const t = await loadWords(ctx, lang);
  const names = ['number', 'borrower', 'title', 'from', 'over', 'day', 'fee', 'paid', 'repaid', 'waived', 'open'] as const;
  const kinds = { from: 'day', over: 'day', number: 'text', borrower: 'text', title: 'text' } as const;
  const columns = names.map((name) => ({
    title: t(`lending.fee.csv.${name}`),
    kind: name in kinds ? kinds[name as keyof typeof kinds] : ('money' as const),
  }));
  const asked = { point: point.id, show, day: today(ctx.now) };
  const rows = readPages(
    (offset, limit) => listOwed(ctx.db, asked, offset, limit),
    (row) => [
      ...[row.number, row.borrower ?? t('lending.nobody'), row.title, row.from, row.over_on],
      ...[row.day_cents, row.cents, row.paid_cents, row.repaid_cents, row.waived_cents, openCents(row)],
    ],
  );
  return tableFile({ format, lang }, { name: downloadName(t, 'fees', today(ctx.now)), columns, rows });
}
