/** Inventory of a lending point (docs/behaviour/lending.md#inventory). Until it is finished, the groups are derived from the scanned codes. */
import { updateAfterStockChange } from '../orders/broken-promises.ts';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import {
  INVENTORY_GROUPS,
  type CorrectionResult,
  type Inventory,
  type InventoryGroup,
  type InventoryReport,
  type InventoryRow,
  type lendingInventory,
  type Seen,
} from '@fundus/contract/lending/inventory/inventory';
import { isDuplicate } from '../../../db/is-duplicate.ts';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { lockModels } from '../allocation/booking.ts';
import { insertRecord } from '../stock/condition-repository.ts';
import {
  closeInventory,
  countGroups,
  countInventories,
  findInventory,
  findCheckedRow,
  insertInventory,
  listInventories,
  listCheckedRows,
  lockInventory,
  moveItems,
  moveToShelves,
  removeInventory,
  writeScan,
  type InventoryDbRow,
  type CheckedRow,
} from './inventory-repository.ts';
import type { PointRow } from '../points/point-repository.ts';
import { readPoints } from '../points/points.ts';
import { returnScannedDevice } from '../desk/return-device.ts';
import { requirePoint } from '../points/access.ts';

type Counts = Inventory['counts'];

const countsOf = (found: ReadonlyMap<InventoryGroup, number>): Counts =>
  Object.fromEntries(INVENTORY_GROUPS.map((group) => [group, found.get(group) ?? 0])) as Counts;

/** Returns the other points at which the user may borrow or works at the desk. */
async function knownPoints(ctx: UserCtx, point: string): Promise<string[]> {
  const { items } = await readPoints(ctx);
  return items.filter(({ id, can }) => id !== point && (can.borrow || can.desk)).map(({ id }) => id);
}

async function presentInventory(ctx: UserCtx, row: InventoryDbRow): Promise<Inventory> {
  const counts = row.report?.counts ?? countsOf(await countGroups(ctx.db, row, await knownPoints(ctx, row.point_id)));
  return {
    ...{
      id: row.id,
      point_id: row.point_id,
      shelf: row.shelf,
      begun_at: row.begun_at.toISOString(),
      finished_at: row.finished_at?.toISOString() ?? null,
    },
    ...{ counts, corrected: row.report?.corrected ?? null },
  };
}

async function requireInventory(ctx: UserCtx, id: string): Promise<{ inventory: InventoryDbRow; point: PointRow }> {
  const inventory = await findInventory(ctx.db, id);
  if (!inventory) throw notFound();
  return { inventory, point: await requirePoint(ctx, inventory.point_id, 'desk', 'id') };
}

/** Returns an open inventory and locks it until commit. Throws `state_conflict` if it is finished. */
async function requireOpen(ctx: UserCtx, id: string, to: 'count' | 'finish'): Promise<{ inventory: InventoryDbRow; point: PointRow }> {
  const { point } = await requireInventory(ctx, id);
  const inventory = await lockInventory(ctx.db, id, to);
  if (!inventory || inventory.finished_at !== null) throw new AppError('state_conflict', { details: { reason: 'inventory_over' } });
  return { inventory, point };
}

export async function readInventories(
  ctx: UserCtx,
  { point, offset, limit }: Input<typeof lendingInventory.inventories>['query'],
): Promise<Reply<typeof lendingInventory.inventories>> {
  await requirePoint(ctx, point, 'desk');
  const items: Inventory[] = [];
  for (const row of await listInventories(ctx.db, point, offset, limit)) items.push(await presentInventory(ctx, row));
  return { total: await countInventories(ctx.db, point), offset, limit, items };
}

export async function beginInventory(
  ctx: UserCtx,
  { point, shelf }: Input<typeof lendingInventory.beginInventory>['body'],
): Promise<Inventory> {
  await requirePoint(ctx, point, 'desk');
  const id = newId(ctx.now);
  try {
    await insertInventory(ctx.db, id, point, shelf, ctx.now);
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('state_conflict', { details: { reason: 'inventory_open' } });
    throw error;
  }
  return presentInventory(ctx, (await findInventory(ctx.db, id))!);
}

const withoutIds = ({ group, code, model, shelf, seen, state, point }: CheckedRow): InventoryRow => ({
  ...{ group, code, model, shelf, seen, state, point },
});

export async function readInventory(
  ctx: UserCtx,
  id: string,
  { show, offset, limit }: Input<typeof lendingInventory.inventory>['query'],
): Promise<Reply<typeof lendingInventory.inventory>> {
  const { inventory: row } = await requireInventory(ctx, id);
  const inventory = await presentInventory(ctx, row);
  const rows = row.report
    ? row.report.rows.filter(({ group }) => group === show).slice(offset, offset + limit)
    : (await listCheckedRows(ctx.db, row, await knownPoints(ctx, row.point_id), { group: show, offset, limit })).map(withoutIds);
  // The report of a finished inventory does not list devices that are in order.
  const total = row.report && show === 'found' ? 0 : inventory.counts[show];
  return { total, offset, limit, items: rows, inventory };
}

/** Returns all rows of an inventory. If it is finished, devices in order are left out. */
export async function readAllOf(ctx: UserCtx, id: string): Promise<{ inventory: Inventory; point: PointRow; rows: InventoryRow[] }> {
  const { inventory: row, point } = await requireInventory(ctx, id);
  const rows = row.report?.rows ?? (await listCheckedRows(ctx.db, row, await knownPoints(ctx, row.point_id), null)).map(withoutIds);
  return { inventory: await presentInventory(ctx, row), point, rows };
}

export async function countItem(
  ctx: UserCtx,
  id: string,
  { code, shelf, key }: Input<typeof lendingInventory.countItem>['body'],
): Promise<Seen> {
  const { inventory } = await requireOpen(ctx, id, 'count');
  const { again } = await writeScan(ctx.db, id, { code, shelf, key: key ?? null }, ctx.now);
  const row = await findCheckedRow(ctx.db, inventory, await knownPoints(ctx, inventory.point_id), code);
  return {
    ...{ group: row.group as Seen['group'], again, code: row.code, model: row.model, shelf: row.shelf, point: row.point ?? '' },
  };
}

export async function discardInventory(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  await requireOpen(ctx, id, 'finish');
  await removeInventory(ctx.db, id);
  return { ok: true };
}

type Wanted = Input<typeof lendingInventory.finishInventory>['body'];

/** Finishes an inventory and applies the chosen corrections in one transaction. */
export async function finishInventory(ctx: UserCtx, id: string, wanted: Wanted): Promise<Inventory> {
  const { inventory, point } = await requireOpen(ctx, id, 'finish');
  const known = await knownPoints(ctx, point.id);
  const modelsOf = (rows: readonly CheckedRow[]): string[] => [...new Set(rows.flatMap(({ model_id }) => model_id ?? []))];
  await lockModels(ctx, modelsOf(await listCheckedRows(ctx.db, inventory, known, null)));
  // Reads the rows again under the locks, because devices may have been returned or handed over meanwhile.
  const rows = await listCheckedRows(ctx.db, inventory, known, null);
  const counts = countsOf(new Map(INVENTORY_GROUPS.map((group) => [group, rows.filter((row) => row.group === group).length])));
  const { corrected, touched } = await correct(ctx, point, rows, wanted);
  const report: InventoryReport = { counts, corrected, rows: rows.filter(({ group }) => group !== 'found').map(withoutIds) };
  await closeInventory(ctx.db, id, report, ctx.now);
  for (const model of modelsOf(touched)) {
    await updateAfterStockChange(ctx, model);
  }
  const scope = { school: point.school_id, district: point.district_id };
  await recordAudit(ctx, 'lending.inventory', null, { missing: counts.missing, in_order: counts.found, ...corrected }, scope);
  return presentInventory(ctx, (await findInventory(ctx.db, id))!);
}

async function correct(
  ctx: UserCtx,
  point: PointRow,
  rows: readonly CheckedRow[],
  wanted: Wanted,
): Promise<{ corrected: CorrectionResult; touched: CheckedRow[] }> {
  const of = (wants: boolean, test: (row: CheckedRow) => boolean): CheckedRow[] => (wants ? rows.filter(test) : []);
  const lost = of(wanted.lose, ({ group }) => group === 'missing');
  const again = of(wanted.find, ({ group }) => group === 'was_lost');
  // Includes devices that had no shelf before.
  const moved = of(wanted.move, ({ item_id, shelf, seen }) => item_id !== null && seen !== '' && seen !== shelf);
  const back = of(wanted.take_back, ({ group }) => group === 'still_lent');
  const ids = (some: readonly CheckedRow[]): string[] => some.flatMap(({ item_id }) => item_id ?? []);
  await moveItems(ctx.db, ids(lost), 'lost');
  await moveItems(ctx.db, ids(again), 'quarantine');
  await moveToShelves(ctx.db, moved);
  for (const item_id of ids(lost)) await insertRecord(ctx.db, { item_id, kind: 'lose', person_id: ctx.user.id }, ctx.now);
  for (const item_id of ids(again)) await insertRecord(ctx.db, { item_id, kind: 'find', person_id: ctx.user.id }, ctx.now);
  for (const { code } of back) await returnScannedDevice(ctx, { point: point.id, code, result: 'ok', note: '' });
  return {
    corrected: { lost: lost.length, moved: moved.length, taken_back: back.length, found: again.length },
    touched: [...lost, ...again],
  };
}
