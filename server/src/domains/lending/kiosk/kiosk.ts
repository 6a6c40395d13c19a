/** Self-service at a kiosk: returning devices and collecting them (docs/behaviour/lending.md#kiosk). */
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { COMPLAIN_MINUTES, type lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import { isOpenOn } from '@fundus/contract/lending/calendar/rules';
import { identifyCaller } from '../../../caller.ts';
import type { Ctx } from '../../../http/context.ts';
import { lockModels } from '../allocation/booking.ts';
import { insertCondition } from '../condition/condition.ts';
import { findPromisedLine, handOverDevice, listOpenOrdersOfBorrower } from '../desk/hand-over.ts';
import { findKiosk, touchKiosk } from './kiosk-repository.ts';
import { findLine, findOrder, listLines, type LineRow } from '../allocation/order-repository.ts';
import { findPoint, type PointRow } from '../points/point-repository.ts';
import { isApprovedAtOnce } from '../points/policy.ts';
import { isOpenTo, mayBorrowAsAdult } from '../../../visitors/borrowing.ts';
import { stateAt } from '../orders/present.ts';
import { requireScanned } from '../desk/scanned.ts';
import { scanOnce } from '../allocation/scans.ts';
import { findModel } from '../models/stock-repository.ts';
import { findItem, type ItemRow } from '../models/item-repository.ts';
import { closeLoan, type ReturnOutcome as Closed } from '../desk/return-device.ts';
import { toBorrower } from '../borrowers/borrower.ts';
import { lendAtDesk, requireCardOwner } from '../desk/walk-up.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Removes the user from the context, because a kiosk ignores an account that is signed in on the same tablet. */
const withoutUser = (ctx: Ctx): Ctx => ({ ...ctx, user: null });

/** Returns the lending point of a kiosk session. Throws `wrong_credentials` if there is no session or the desk has ended it. */
async function requireKiosk({ db, kioskHash }: Ctx): Promise<{ kiosk: string; point: PointRow }> {
  const kiosk = kioskHash === undefined ? undefined : await findKiosk(db, { token_hash: kioskHash });
  const point = kiosk && (await findPoint(db, kiosk.point_id));
  if (!kiosk || !point) throw new AppError('wrong_credentials');
  identifyCaller(kiosk.id);
  return { kiosk: kiosk.id, point };
}

export async function readKiosk(ctx: Ctx): Promise<Reply<typeof lendingKiosk.kiosk>> {
  const { name, terms, terms_version } = (await requireKiosk(ctx)).point;
  return { point: name, terms, terms_version };
}

/**
 * Returns whether a borrower may take free devices without an order. Orders must be approved at once and need no purpose, and the desk must be open
 * today.
 */
const mayTake = ({ now }: Ctx, point: PointRow, person: SignedIn): boolean =>
  mayBorrowAsAdult(person, point) &&
  isOpenTo(person, point) &&
  isApprovedAtOnce(point.approval, person) &&
  !point.purpose_required &&
  isOpenOn(point, today(now));

/** Returns the lines at this point that are ready for a person to collect. Courier orders are left out. */
async function listReady(ctx: Ctx, point: PointRow, person: SignedIn): Promise<LineRow[]> {
  const { db, now } = ctx;
  const orders = await listOpenOrdersOfBorrower(ctx, toBorrower(person), point, 'pickup');
  const lines = await listLines(
    db,
    orders.map(({ id }) => id),
  );
  return lines.filter((line) => stateAt(line, now) === 'ready');
}

/** Returns the reason why only the desk may hand a line over, or `null` if the kiosk may. */
async function atDesk({ db, now }: Ctx, line: LineRow): Promise<'desk_only' | 'too_early' | null> {
  if (!(await findModel(db, line.model_id))!.self_service) return 'desk_only';
  return line.start_on > today(now) ? 'too_early' : null;
}

export async function readBorrower(
  ctx: Ctx,
  { card }: Input<typeof lendingKiosk.kioskBorrower>['body'],
): Promise<Reply<typeof lendingKiosk.kioskBorrower>> {
  const { kiosk, point } = await requireKiosk(ctx);
  const owner = await requireCardOwner(ctx, card);
  await touchKiosk(ctx.db, kiosk, ctx.now);
  const ready = [];
  for (const line of await listReady(ctx, point, owner))
    ready.push({
      ...{ line_id: line.id, code: line.item_code ?? '', model: line.model_name, end: line.end_on, ends_at: line.ends_at },
      at_desk: await atDesk(ctx, line),
    });
  return { name: owner.vorname, may_take: mayTake(ctx, point, owner), ready };
}

/** Removes names of other borrowers, shelves and order numbers from errors, because only the desk may see them. */
async function withoutOthers<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { reason, state } = (error.details ?? {}) as Record<string, string | undefined>;
    throw new AppError(error.code, {
      ...(error.field && { field: error.field }),
      details: { ...(reason && { reason }), ...(state && { state }) },
    });
  }
}

/** Returns the reason why a person may not take a device that is not ready for them, or `null` if they may. */
async function notFree(ctx: Ctx, point: PointRow, owner: SignedIn, item: ItemRow): Promise<'not_ready' | 'desk_only' | 'too_early' | null> {
  if (!mayTake(ctx, point, owner)) return 'not_ready';
  const open = await listOpenOrdersOfBorrower(ctx, toBorrower(owner), point, 'pickup');
  const ordered = await findPromisedLine(
    ctx,
    open.map(({ id }) => id),
    item.model_id,
  );
  if (ordered) return atDesk(ctx, ordered);
  return (await findModel(ctx.db, item.model_id))!.self_service ? null : 'desk_only';
}

export async function lendAtKiosk(
  asked: Ctx,
  { card, code, terms_version, key }: Input<typeof lendingKiosk.kioskTake>['body'],
): Promise<Reply<typeof lendingKiosk.kioskTake>> {
  const ctx = withoutUser(asked);
  const { kiosk, point } = await requireKiosk(ctx);
  const owner = await requireCardOwner(ctx, card);
  await touchKiosk(ctx.db, kiosk, ctx.now);
  const { line_id } = await withoutOthers(() =>
    scanOnce(ctx, key, point.id, async () => {
      const item = await requireScanned(ctx, point, code);
      await lockModels(ctx, [item.model_id]);
      const line = (await listReady(ctx, point, owner)).find(({ item_id }) => item_id === item.id);
      const reason = line ? await atDesk(ctx, line) : await notFree(ctx, point, owner, item);
      if (reason !== null) throw new AppError('state_conflict', { field: 'code', details: { reason } });
      if (!line) return lendAtDesk(ctx, point, toBorrower(owner), { item, override: '', purpose: '', terms_version });
      const order = (await findOrder(ctx.db, line.order_id))!;
      return handOverDevice(
        ctx,
        { order, point, own: true, desk: false },
        { code: item.code, received_by: '', override: '', until: line.end_on },
      );
    }),
  );
  const line = (await findLine(ctx.db, line_id!))!;
  return { item: { code: line.item_code ?? '', model: line.model_name }, end: line.end_on, ends_at: line.ends_at };
}

export async function returnDevice(
  asked: Ctx,
  { code, key }: Input<typeof lendingKiosk.kioskReturn>['body'],
): Promise<Reply<typeof lendingKiosk.kioskReturn>> {
  const ctx = withoutUser(asked);
  const { kiosk, point } = await requireKiosk(ctx);
  await touchKiosk(ctx.db, kiosk, ctx.now);
  const { answer } = await withoutOthers(() =>
    scanOnce(ctx, key, point.id, () => closeLoan(ctx, point, { code, result: 'ok', note: '' }, false)),
  );
  const { line_id, late, item_id } = answer as Closed['answer'];
  const item = (await findItem(ctx.db, item_id))!;
  return { line_id, item: { code: item.code, model: item.model_name }, late, checked: item.state === 'quarantine' };
}

/** Reports a problem with a device that was returned as in order a few minutes ago. */
export async function reportReturnedDevice(
  asked: Ctx,
  { line: lineId, result, note }: Input<typeof lendingKiosk.kioskComplain>['body'],
): Promise<{ ok: true }> {
  const ctx = withoutUser(asked);
  const { point } = await requireKiosk(ctx);
  const found = await findLine(ctx.db, lineId);
  const before = found?.item_id ? await findItem(ctx.db, found.item_id) : undefined;
  if (!found || before?.point_id !== point.id) throw notFound('line');
  await lockModels(ctx, [found.model_id]);
  const line = (await findLine(ctx.db, lineId))!;
  const item = (await findItem(ctx.db, before.id))!;
  const lately = line.over_at !== null && ctx.now.getTime() - line.over_at.getTime() < COMPLAIN_MINUTES * 60_000;
  if (line.state !== 'returned' || line.result !== 'ok' || !lately)
    throw new AppError('state_conflict', { details: { state: line.state } });
  await insertCondition(ctx, item, { kind: 'return', line: lineId, result, note, parts: [], photos: [], damage: null });
  return { ok: true };
}
