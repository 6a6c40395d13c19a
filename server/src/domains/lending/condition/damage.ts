/** Damage reports by borrowers and the desk, and their examination, repair or write-off (docs/behaviour/lending.md#condition-and-damage). */
import { updateAfterStockChange } from '../orders/broken-promises.ts';
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { DamageReport, lendingCondition } from '@fundus/contract/lending/condition/condition';
import { openingDayFrom } from '@fundus/contract/lending/calendar/rules';
import { damageAfter, liabilityAfter, moveItem, type DamageState, type ItemEvent } from '@fundus/contract/lending/states';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { lockModels } from '../allocation/booking.ts';
import { insertRecord } from '../stock/condition-repository.ts';
import { requireDevice } from './damage-access.ts';
import { countDamage, findDamage, hasOtherDamage, insertDamage, listDamage, updateDamage, type DamageRow } from './damage-repository.ts';
import type { LineRow } from '../allocation/order-repository.ts';
import { listPhotos, usePhotos } from '../models/photo-repository.ts';
import { presentPhoto } from './photos.ts';
import type { PointRow } from '../points/point-repository.ts';
import { actOnce } from '../allocation/scans.ts';
import { findItem, updateItem } from '../models/item-repository.ts';
import { requirePoint } from '../points/access.ts';

export const presentDamage = (row: DamageRow, photos: DamageReport['photos']): DamageReport => {
  const { id, in_time, text, severity, state, liability, cost_cents, answer, version } = row;
  return {
    ...{ id, in_time, text, severity, state, liability, cost_cents, answer, version, photos },
    item: { id: row.item_id, code: row.code, model: row.model, state: row.item_state },
    reported_by: row.reporter ?? '',
    order: row.order_id === null ? null : { id: row.order_id, number: row.number!, borrower: row.borrower ?? '' },
    created_at: row.created_at.toISOString(),
  };
};

/**
 * Returns whether the damage was reported by the end of the first opening day after the loan began. Otherwise, the borrower is assumed to have caused
 * it.
 */
function isInTime(point: PointRow, line: LineRow | null, day: string): boolean {
  if (!line) return false;
  const next = openingDayFrom(point, shiftDay(line.start_on, 1));
  return next !== null && day <= next;
}

export async function reportDamage(
  ctx: UserCtx,
  { photos, severity, text, key, ...of }: Input<typeof lendingCondition.reportDamage>['body'],
): Promise<Reply<typeof lendingCondition.reportDamage>> {
  const asked = await requireDevice(ctx, of);
  return actOnce(ctx, key, asked.point.id, () => report(ctx, asked, { photos, severity, text }));
}

type Damage = Pick<Input<typeof lendingCondition.reportDamage>['body'], 'photos' | 'severity' | 'text'>;

async function report(
  ctx: UserCtx,
  { item, line, point, desk }: Awaited<ReturnType<typeof requireDevice>>,
  { photos, severity, text }: Damage,
): Promise<Reply<typeof lendingCondition.reportDamage>> {
  const [id, in_time] = [newId(ctx.now), isInTime(point, line, today(ctx.now))];
  const about = { id, item_id: item.id, line_id: line?.id ?? null, reported_by: ctx.user.id, in_time, text, severity };
  await insertDamage(ctx.db, { ...about, created_at: ctx.now, changed_at: ctx.now });
  if ((await usePhotos(ctx.db, photos, { item: item.id, person: ctx.user.id, damage_id: id })) < new Set(photos).size)
    throw invalid('photos', 'choice');
  // A borrower's report does not change the state of the device, because the device is on loan and the desk has to examine it first.
  if (desk && severity === 'unusable') await moveDevice(ctx, item.id, 'repair', text);
  await recordAudit(
    ctx,
    'lending.report_damage',
    null,
    { code: item.code, severity },
    { school: point.school_id, district: point.district_id },
  );
  return { id, in_time };
}

/** Applies a transition to a device if its state allows it. Does nothing for devices on loan. */
export async function moveDevice(ctx: Ctx, id: string, event: ItemEvent, note: string): Promise<void> {
  const { model_id } = (await findItem(ctx.db, id))!;
  await lockModels(ctx, [model_id]);
  const item = (await findItem(ctx.db, id))!;
  const state = moveItem(item.state, event, item.line_id !== null);
  if (!state) return;
  await updateItem(ctx.db, id, { state, away_until: null });
  await insertRecord(ctx.db, { item_id: id, kind: event, note: note.slice(0, 500), person_id: ctx.user?.id ?? null }, ctx.now);
  await updateAfterStockChange(ctx, model_id);
}

export async function readDamage(
  ctx: UserCtx,
  { point: pointId, show, offset, limit }: Input<typeof lendingCondition.damage>['query'],
): Promise<Reply<typeof lendingCondition.damage>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const rows = await listDamage(ctx.db, point.id, show === 'open', offset, limit);
  const photos = await listPhotos(ctx.db, { damage: rows.map(({ id }) => id) });
  const items = rows.map((row) => presentDamage(row, photos.filter(({ damage_id }) => damage_id === row.id).map(presentPhoto)));
  return { total: await countDamage(ctx.db, point.id, show === 'open'), offset, limit, items };
}

/** Transitions of the device by the new state of its report. */
const EVENTS: Partial<Record<DamageState, ItemEvent>> = { in_repair: 'repair', repaired: 'release', written_off: 'retire' };

export async function changeDamage(
  ctx: UserCtx,
  id: string,
  { version, ...to }: Input<typeof lendingCondition.changeDamage>['body'],
): Promise<DamageReport> {
  const before = await findDamage(ctx.db, id);
  if (!before) throw notFound();
  const point = await requirePoint(ctx, before.point_id, 'desk', 'id');
  const moves = to.state !== undefined && to.state !== before.state;
  if (moves && !damageAfter(before.state).includes(to.state!)) throw new AppError('state_conflict', { details: { state: before.state } });
  const owes = to.liability !== undefined && to.liability !== before.liability;
  if (owes && !liabilityAfter(before.liability).includes(to.liability!))
    throw new AppError('state_conflict', { details: { state: before.liability } });
  if (!(await updateDamage(ctx.db, id, version, { ...to, changed_at: ctx.now }))) throw new AppError('version_conflict');
  const event = moves ? EVENTS[to.state!] : undefined;
  const waits = event === 'release' && (await hasOtherDamage(ctx.db, before.item_id, id));
  if (event && !waits) await moveDevice(ctx, before.item_id, event, to.answer ?? before.answer);
  const states = (row: { state?: string | undefined; liability?: string | undefined }) => ({ state: row.state, liability: row.liability });
  const scope = { school: point.school_id, district: point.district_id };
  if (moves || owes) await recordAudit(ctx, 'lending.change_damage', states(before), { ...states(to), code: before.code }, scope);
  const photos = await listPhotos(ctx.db, { damage: [id] });
  return presentDamage((await findDamage(ctx.db, id))!, photos.map(presentPhoto));
}
