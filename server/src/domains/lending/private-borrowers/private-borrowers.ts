/** Private borrowers of a lending point, whom the desk registers, finds and deletes (docs/behaviour/lending.md#private-borrowers). */
import { today } from '@fundus/contract/days';
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { lendingPrivate, PrivateBorrower } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import { contentDisposition } from '../../../http/bodies/content-disposition.ts';
import { downloadName } from '../../../http/bodies/download-name.ts';
import type { UserCtx } from '../../../http/context.ts';
import { loadWords } from '../../mails/index.ts';
import { lockModels } from '../allocation/booking.ts';
import { listFeeSums, listPayments } from '../borrowers/fee-repository.ts';
import { offerWaiting } from '../orders/offers.ts';
import { listLines, listOrdersById } from '../allocation/order-repository.ts';
import type { PointRow } from '../points/point-repository.ts';
import { stateAt } from '../orders/present.ts';
import {
  collectBorrowerData,
  countPrivate,
  findPrivate,
  deletePrivateBorrower,
  insertPrivate,
  listOrderedModels,
  listOrderIds,
  listPrivateByName,
  listBorrowerStates,
  lockOrdersOf,
  lockPrivate,
  updatePrivate,
  type PrivateRow,
} from '../borrowers/private-repository.ts';
import { listSignatures } from '../borrowers/signature-repository.ts';
import { findSuspension } from '../borrowers/suspension-repository.ts';
import { requirePoint } from '../points/access.ts';
import { listNumbersOf } from '../borrowers/number-repository.ts';

async function presentPrivateBorrowers({ db, now }: UserCtx, rows: readonly PrivateRow[]): Promise<PrivateBorrower[]> {
  const day = today(now);
  const standing = await listBorrowerStates(
    db,
    rows.map(({ id }) => id),
    day,
  );
  const shown: PrivateBorrower[] = [];
  for (const { point_id, id_checked_at, checked_by, created_at, ...row } of rows) {
    const suspension = await findSuspension(db, { person_id: null, private_id: row.id }, point_id, day);
    const { on_loan = 0, ordered = 0, owed_cents = 0 } = standing.get(row.id) ?? {};
    shown.push({
      ...{ ...row, on_loan, ordered, owed_cents, created_at: created_at.toISOString() },
      id_checked: id_checked_at && { at: id_checked_at.toISOString(), by: checked_by ?? '' },
      suspended: suspension ? { until: suspension.until_on, reason: suspension.reason } : null,
    });
  }
  return shown;
}

export async function readPrivate(
  ctx: UserCtx,
  { point: pointId, q, offset, limit }: Input<typeof lendingPrivate.privateBorrowers>['query'],
): Promise<Reply<typeof lendingPrivate.privateBorrowers>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const rows = await listPrivateByName(ctx.db, point.id, q, limit, offset);
  return { total: await countPrivate(ctx.db, point.id, q), offset, limit, items: await presentPrivateBorrowers(ctx, rows) };
}

/** Writes an audit log entry that contains only the borrower's number, because the log is kept longer than the name may be. */
const note = (ctx: UserCtx, point: PointRow, what: string, private_borrower: string, more: object = {}): Promise<void> =>
  recordAudit(ctx, what, null, { private_borrower, ...more }, { school: point.school_id, district: point.district_id });

export async function addPrivate(
  ctx: UserCtx,
  { point: pointId, id_checked, ...fields }: Input<typeof lendingPrivate.addPrivateBorrower>['body'],
): Promise<PrivateBorrower> {
  const point = await requirePoint(ctx, pointId, 'desk');
  if (!point.private_borrowers) throw new AppError('point_not_open_to_you', { details: { reason: 'private' } });
  const id = newId(ctx.now);
  const seen = id_checked ? { id_checked_at: ctx.now, id_checked_by: ctx.user.id } : { id_checked_at: null, id_checked_by: null };
  await insertPrivate(ctx.db, { ...fields, ...seen, id, point_id: point.id, created_by: ctx.user.id, created_at: ctx.now });
  await note(ctx, point, 'lending.add_private', id, { id_checked });
  return (await presentPrivateBorrowers(ctx, [(await findPrivate(ctx.db, id))!]))[0]!;
}

/** Returns a private borrower for the desk. With `lock`, locks the row until commit. */
async function requirePrivate(ctx: UserCtx, id: string, lock: boolean): Promise<{ row: PrivateRow; point: PointRow }> {
  if (lock) await lockPrivate(ctx.db, id);
  const row = await findPrivate(ctx.db, id);
  if (!row) throw notFound();
  return { row, point: await requirePoint(ctx, row.point_id, 'desk', 'id') };
}

export async function changePrivate(
  ctx: UserCtx,
  id: string,
  { version, id_checked, ...fields }: Input<typeof lendingPrivate.changePrivateBorrower>['body'],
): Promise<PrivateBorrower> {
  const { row, point } = await requirePrivate(ctx, id, true);
  const renamed = fields.name !== undefined && fields.name !== row.name;
  // An identity check is valid only for the name under which it was made.
  const wanted = id_checked ?? (renamed ? false : undefined);
  const seen =
    wanted === undefined || (wanted && !renamed && row.id_checked_at !== null)
      ? {}
      : { id_checked_at: wanted ? ctx.now : null, id_checked_by: wanted ? ctx.user.id : null };
  if (!(await updatePrivate(ctx.db, id, version, { ...fields, ...seen }))) throw new AppError('version_conflict');
  const about = { fields: Object.keys(fields), ...(wanted !== undefined && { id_checked: wanted }) };
  await note(ctx, point, 'lending.change_private', id, about);
  return (await presentPrivateBorrowers(ctx, [(await findPrivate(ctx.db, id))!]))[0]!;
}

/** Deletes a private borrower on request. Throws `state_conflict` if the borrower has devices, debts or open claims. */
export async function removePrivateBorrower(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const { point } = await requirePrivate(ctx, id, true);
  await lockOrdersOf(ctx.db, id);
  const models = await listOrderedModels(ctx.db, id);
  await lockModels(ctx, models);
  const standing = (await listBorrowerStates(ctx.db, [id], today(ctx.now))).get(id);
  const reason = standing?.on_loan ? 'private_has' : standing && (standing.owed_cents > 0 || standing.liable) ? 'private_owes' : null;
  if (reason !== null) throw new AppError('state_conflict', { details: { reason } });
  await deletePrivateBorrower(ctx.db, id, ctx.now);
  for (const model of models) await offerWaiting(ctx, model);
  await note(ctx, point, 'lending.remove_private', id);
  return { ok: true };
}

/** Exports all stored data of a private borrower as JSON for a data access request. */
export async function writePrivateData(ctx: UserCtx, id: string, lang: string): Promise<StreamAnswer> {
  const { row, point } = await requirePrivate(ctx, id, false);
  const ids = await listOrderIds(ctx.db, id);
  const [orders, sums] = [await listOrdersById(ctx.db, ids), await listFeeSums(ctx.db, ids, today(ctx.now))];
  const all = await listLines(ctx.db, ids);
  const lines = Map.groupBy(all, ({ order_id }) => order_id);
  // Leaves out signatures of other people who collected devices for the borrower.
  const own = all.filter(({ received_by }) => received_by === '').map((line) => line.id);
  const signatures = await listSignatures(ctx.db, own);
  const borrowed = [];
  for (const order of orders)
    borrowed.push({
      ...{ number: order.number, title: order.title, purpose: order.purpose, contact: order.contact, reason: order.reason },
      ...{ submitted_at: order.submitted_at, fee: sums.get(order.id) ?? null },
      payments: (await listPayments(ctx.db, order.id)).map(({ kind, cents, taken_at }) => ({ kind, cents, taken_at })),
      lines: (lines.get(order.id) ?? []).map((line) => ({
        ...{ model: line.model_name, code: line.item_code, start: line.start_on, end: line.end_on, state: stateAt(line, ctx.now) },
        ...{ handed_at: line.handed_at, over_at: line.over_at, received_by: line.received_by, note: line.note },
        signature: signatures.get(line.id) ?? null,
      })),
    });
  const { name, address, email, phone, note: remark, id_checked_at, created_at } = row;
  const numbers = (await listNumbersOf(ctx.db, id)).map(({ number }) => number);
  const data = {
    ...{ lending_point: point.name, name, address, email, phone, numbers, note: remark, id_checked_at, created_at },
    ...{ orders: borrowed, ...(await collectBorrowerData(ctx.db, id)) },
  };
  await note(ctx, point, 'lending.private_data', id);
  const t = await loadWords(ctx, lang);
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': contentDisposition('attachment', `${downloadName(t, 'borrowerData', today(ctx.now))}.json`),
      'cache-control': 'private, no-store',
    },
    body: JSON.stringify(data, null, 2),
  };
}
