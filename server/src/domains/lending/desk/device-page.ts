/** The desk's page of a device with its current and next borrowers (docs/behaviour/lending.md#borrowers-at-the-desk). */
import type { DevicePage } from '@fundus/contract/lending/desk/borrower-page';
import { MAX_NEXT } from '@fundus/contract/lending/desk/borrower-page';
import { DAMAGE_OVER, type DamageState } from '@fundus/contract/lending/states';
import { notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../../http/context.ts';
import { findLine, listOrdersById } from '../allocation/order-repository.ts';
import { listDamageOfItem } from '../condition/damage-repository.ts';
import { presentDamage } from '../condition/damage.ts';
import { presentPhoto } from '../condition/photos.ts';
import { listPhotos } from '../models/photo-repository.ts';
import { findModel } from '../models/stock-repository.ts';
import { findItem } from '../models/item-repository.ts';
import { presentItem, stateAt } from '../orders/present.ts';
import { requirePoint } from '../points/access.ts';
import { countWaitsForModel, listNextOf } from './borrower-repository.ts';
import { presentForDesk } from './borrower-page.ts';

const MAX_DAMAGE = 200;
const isOver = (state: DamageState): boolean => (DAMAGE_OVER as readonly DamageState[]).includes(state);

export async function readDevicePage(ctx: UserCtx, id: string): Promise<DevicePage> {
  const item = await findItem(ctx.db, id);
  if (!item) throw notFound();
  const point = await requirePoint(ctx, item.point_id, 'desk', 'id');
  const model = (await findModel(ctx.db, item.model_id))!;
  const reports = (await listDamageOfItem(ctx.db, id, MAX_DAMAGE)).filter((row) => !isOver(row.state) || row.liability === 'open');
  const photos = await listPhotos(ctx.db, { damage: reports.map((row) => row.id) });
  return {
    point: { id: point.id, name: point.name },
    item: presentItem(item),
    model: { id: model.id, name: model.name, parts: model.parts, picture: model.pictures[0]?.id ?? null },
    loan: item.line_id === null ? null : await readLoan(ctx, point.id, item.order_id!, item.line_id),
    next: await readNext(ctx, id),
    waiting: await countWaitsForModel(ctx.db, model.id),
    damage: reports.map((row) => presentDamage(row, photos.filter(({ damage_id }) => damage_id === row.id).map(presentPhoto))),
  };
}

async function readLoan(ctx: UserCtx, point: string, orderId: string, lineId: string): Promise<DevicePage['loan']> {
  const rows = await listOrdersById(ctx.db, [orderId]);
  const [order] = rows[0] ? await presentForDesk(ctx, point, rows[0], rows) : [];
  return order ? { ...order, lines: order.lines.filter((line) => line.id === lineId) } : null;
}

async function readNext(ctx: UserCtx, item: string): Promise<DevicePage['next']> {
  const found = await listNextOf(ctx.db, item, MAX_NEXT);
  const orders = new Map(
    (
      await listOrdersById(
        ctx.db,
        found.map(({ order_id }) => order_id),
      )
    ).map((order) => [order.id, order]),
  );
  const next: DevicePage['next'] = [];
  for (const { id, order_id } of found) {
    const [line, order] = [(await findLine(ctx.db, id))!, orders.get(order_id)!];
    const state = stateAt(line, ctx.now);
    if (state !== 'requested' && state !== 'approved' && state !== 'ready') continue;
    next.push({
      ...{ line_id: id, order_id, number: order.number, borrower: order.borrower ?? '' },
      ...{ borrower_id: order.person_id ?? order.private_id, start: line.start_on, end: line.end_on, state },
    });
  }
  return next;
}
