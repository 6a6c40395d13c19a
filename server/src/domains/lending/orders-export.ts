/** Orders, loans and damage as tables. */
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { lendingCondition } from '@fundus/contract/lending/condition/condition';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { lending } from '@fundus/contract/lending/lending';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import type { Row, TableQuery } from '@fundus/contract/table-file';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { requirePoint } from './points/access.ts';
import { readDamage } from './condition/damage.ts';
import { listOpenOrders } from './allocation/order-repository.ts';
import { readOwnOrders } from './orders/orders.ts';
import { presentOrders } from './orders/present.ts';

type Say = Awaited<ReturnType<typeof loadWords>>;

const columnsOf = (say: Say) =>
  [
    { title: say('lending.export.number') },
    { title: say('lending.export.point') },
    { title: say('lending.export.borrower') },
    { title: say('people.school') },
    { title: say('lending.order.title') },
    { title: say('lending.export.model') },
    { title: say('lending.export.code') },
    { title: say('lending.export.from'), kind: 'day' },
    { title: say('lending.export.until'), kind: 'day' },
    { title: say('people.state') },
    { title: say('lending.export.renewals'), kind: 'number' },
    { title: say('lending.export.ordered'), kind: 'moment' },
  ] as const;

/** Returns a row for each device of an order. */
const rowsOf = (say: Say, order: RentalOrder): Row[] =>
  order.lines.map((line) => [
    ...[order.number, order.point.name, order.borrower, order.school, order.title, line.model.name, line.item_code, line.start, line.end],
    ...[say(line.overdue ? 'lending.desk.overdue' : `lending.export.state.${line.state}`), line.renewals],
    order.submitted_at && new Date(order.submitted_at),
  ]);

/** Number of orders read at a time; each has devices, fees and days. */
const READ = 200;

/** Writes a row for each device of all orders that `read` returns. */
async function writeOrders(
  ctx: UserCtx,
  asked: TableQuery,
  read: (offset: number, limit: number) => Promise<readonly RentalOrder[]>,
): Promise<StreamAnswer> {
  const say = await loadWords(ctx, asked.lang);
  async function* pages(): AsyncGenerator<Row[]> {
    for (let offset = 0; ; offset += READ) {
      const orders = await read(offset, READ);
      yield orders.flatMap((order) => rowsOf(say, order));
      if (orders.length < READ) return;
    }
  }
  return tableFile(asked, { name: `lending-${today(ctx.now)}`, columns: columnsOf(say), rows: pages() });
}

/** Writes the user's own orders at all points. */
export const exportOwnOrders = (ctx: UserCtx, { show, ...asked }: Input<typeof lending.exportOrders>['query']): Promise<StreamAnswer> =>
  writeOrders(ctx, asked, async (offset, limit) => (await readOwnOrders(ctx, { show, offset, limit })).items);

/** Writes all open orders and loans of a point, for its desk. */
export async function exportDesk(ctx: UserCtx, { point, ...asked }: Input<typeof lendingDesk.exportDesk>['query']): Promise<StreamAnswer> {
  const { id } = await requirePoint(ctx, point, 'desk');
  return writeOrders(ctx, asked, async (offset, limit) =>
    presentOrders(ctx, await listOpenOrders(ctx.db, id, today(ctx.now), offset, limit), () => ({ own: false, desk: true })),
  );
}

/** Writes the damage of a point, for its desk. */
export async function exportDamage(
  ctx: UserCtx,
  { point, show, ...asked }: Input<typeof lendingCondition.exportDamage>['query'],
): Promise<StreamAnswer> {
  await requirePoint(ctx, point, 'desk');
  const say = await loadWords(ctx, asked.lang);
  const columns = [
    { title: say('lending.export.model') },
    { title: say('lending.export.code') },
    { title: say('lending.export.reported'), kind: 'moment' },
    { title: say('lending.export.reporter') },
    { title: say('lending.damage.severity') },
    { title: say('lending.damage.text') },
    { title: say('lending.damage.state') },
    { title: say('lending.damage.cost'), kind: 'money' },
    { title: say('lending.export.number') },
    { title: say('lending.export.borrower') },
    { title: say('lending.damage.answer') },
  ] as const;
  const rows = readPages(
    async (offset, limit) => (await readDamage(ctx, { point, show, offset, limit })).items,
    (row) => [
      ...[row.item.model, row.item.code, new Date(row.created_at), row.reported_by, say(`lending.damage.${row.severity}`), row.text],
      ...[say(`lending.damage.state.${row.state}`), row.cost_cents, row.order?.number ?? '', row.order?.borrower ?? '', row.answer],
    ],
  );
  return tableFile(asked, { name: `damage-${today(ctx.now)}`, columns, rows });
}
