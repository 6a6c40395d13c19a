/** Condition of devices at handover, return and inspection, and the history of a device (docs/behaviour/lending.md#condition-and-damage). */
import { shiftDay, today } from '@fundus/contract/days';
import { updateAfterStockChange } from '../orders/broken-promises.ts';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { DeviceRecord, lendingCondition } from '@fundus/contract/lending/condition/condition';
import type { DeviceItem } from '@fundus/contract/lending/points/points';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { insertRecord, listRecords, type RecordRow } from '../stock/condition-repository.ts';
import { countLoans, listDamageOfItem } from './damage-repository.ts';
import { presentDamage } from './damage.ts';
import { openDamage } from './return-damage.ts';
import { findLine, updateLine } from '../allocation/order-repository.ts';
import { listPhotos, usePhotos } from '../models/photo-repository.ts';
import { presentPhoto } from './photos.ts';
import { presentItem } from '../orders/present.ts';
import { requireItem } from '../stock/stock.ts';
import { actOnce } from '../allocation/scans.ts';
import { findModel } from '../models/stock-repository.ts';
import { findItem, updateItem, type ItemRow } from '../models/item-repository.ts';
import { INSPECTION_DAYS } from '../models/work-repository.ts';
import { requirePoint } from '../points/access.ts';

const MAX_SHOWN = 200;

const presentRecord = (
  { by_name, school, number, item_id: _, line_id: __, at, ...row }: RecordRow,
  photos: DeviceRecord['photos'],
): DeviceRecord => ({
  ...row,
  ...{ at: at.toISOString(), by: by_name ?? '', school: school ?? '', number: number ?? '', photos },
});

export async function readPass(ctx: UserCtx, id: string): Promise<Reply<typeof lendingCondition.pass>> {
  const item = await findItem(ctx.db, id);
  if (!item) throw notFound();
  await requirePoint(ctx, item.point_id, 'desk', 'id');
  const records = await listRecords(ctx.db, id, MAX_SHOWN);
  const damage = await listDamageOfItem(ctx.db, id, MAX_SHOWN);
  const photos = await listPhotos(ctx.db, { records: records.map((row) => row.id), damage: damage.map((row) => row.id) });
  const of = (column: 'record_id' | 'damage_id', row: string) => photos.filter((photo) => photo[column] === row).map(presentPhoto);
  return {
    item: presentItem(item),
    model: (await findModel(ctx.db, item.model_id))!,
    records: records.map((row) => presentRecord(row, of('record_id', row.id))),
    damage: damage.map((row) => presentDamage(row, of('damage_id', row.id))),
    ...(await countLoans(ctx.db, id)),
  };
}

type Body = Input<typeof lendingCondition.recordCondition>['body'];

/** Records the condition that was checked after a scan. A returned device that is not in order is quarantined. */
export async function recordCondition(ctx: UserCtx, id: string, { key, ...body }: Body): Promise<DeviceItem> {
  const item = await requireItem(ctx, id);
  await actOnce(ctx, key, item.point_id, () => insertCondition(ctx, item, body));
  return presentItem((await findItem(ctx.db, id))!);
}

export async function insertCondition(
  ctx: Ctx,
  item: ItemRow,
  { kind, line: lineId, photos, damage, next_check_on, ...seen }: Omit<Body, 'key'>,
): Promise<{ record: string }> {
  const { id } = item;
  if (kind !== 'check') await requireOfLine(ctx, id, kind, lineId);
  else if (lineId !== null) throw invalid('line', 'choice');
  if (kind === 'check' && item.line_id !== null) throw new AppError('state_conflict', { details: { reason: 'on_loan', state: 'on_loan' } });
  const record_id = await insertRecord(ctx.db, { item_id: id, line_id: lineId, kind, person_id: ctx.user?.id ?? null, ...seen }, ctx.now);
  const reports = kind !== 'issue' && seen.result === 'damaged';
  if (damage && !reports) throw invalid('damage', 'choice');
  if (kind === 'return') await updateLine(ctx.db, lineId!, { result: seen.result, note: seen.note });
  const stays = kind !== 'issue' && item.line_id === null;
  if (stays && seen.result !== 'ok' && item.state === 'available') await updateItem(ctx.db, id, { state: 'quarantine', away_until: null });
  if (kind === 'check' && seen.result === 'ok')
    await updateItem(ctx.db, id, {
      ...(item.state === 'quarantine' && { state: 'available' }),
      next_check_on: next_check_on ?? keptInspection(item, today(ctx.now)),
    });
  // The report is opened after the device was updated, because it sends unusable devices to repair.
  const used = reports
    ? await openDamage(ctx, item, { line: lineId, note: seen.note, photos, damage })
    : await usePhotos(ctx.db, photos, { item: id, person: ctx.user?.id ?? null, record_id });
  if (used < new Set(photos).size) throw invalid('photos', 'choice');
  await updateAfterStockChange(ctx, item.model_id);
  return { record: record_id };
}

/** Returns the inspection date to keep after an inspection. A date within `INSPECTION_DAYS` counts as done and is dropped. */
const keptInspection = ({ next_check_on }: ItemRow, day: string): string | null =>
  next_check_on !== null && next_check_on > shiftDay(day, INSPECTION_DAYS) ? next_check_on : null;

/** Throws unless the line is a loan of this device in a state that allows this record. */
async function requireOfLine(ctx: Ctx, item: string, kind: 'issue' | 'return', lineId: string | null): Promise<void> {
  const line = lineId === null ? undefined : await findLine(ctx.db, lineId);
  if (!line || line.item_id !== item) throw invalid('line', lineId === null ? 'required' : 'choice');
  const fits = kind === 'issue' ? line.state === 'on_loan' : line.state === 'returned';
  if (!fits) throw new AppError('state_conflict', { details: { state: line.state } });
}
