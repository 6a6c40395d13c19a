/** Exports orders, loans and damage as tables. */
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { lendingCondition } from '@fundus/contract/lending/condition/condition';
import type { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { lending } from '@fundus/contract/lending/lending';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import type { Row, TableQuery } from '@fundus/contract/table-file';
import { downloadName } from '../../http/bodies/download-name.ts';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { requirePoint } from './points/access.ts';
import { readDamage } from './condition/damage.ts';
import { listOpenOrders } from './allocation/order-repository.ts';
import { readOwnOrders } from './orders/orders.ts';
import { presentOrders } from './orders/present.ts';

type Translate = Awaited<ReturnType<typeof loadWords>>;

const columnsOf = (t: Translate) =>
  [
    { title: t('lending.export.number') },
    { title: t('lending.export.point') },
    { title: t('lending.export.borrower') },
    { title: t('people.school') },
    { title: t('lending.order.title') },
    { title: t('lending.export.model') },
    { title: t('lending.export.code') },
    { title: t('lending.export.from'), kind: 'day' },
    { title: t('lending.export.until'), kind: 'day' },
    { title: t('people.state') },
    { title: t('lending.export.renewals'), kind: 'number' },
    { title: t('lending.export.ordered'), kind: 'moment' },
  ] as const;

/** Returns a table row for each device of an order. */
const rowsOf = (t: Translate, order: RentalOrder): Row[] =>
  order.lines.map((line) => [
    ...[order.number, order.point.name, order.borrower, order.school, order.title, line.model.name, line.item_code, line.start, line.end],
    ...[t(line.overdue ? 'lending.desk.overdue' : `lending.export.state.${line.state}`), line.renewals],
    order.submitted_at && new Date(order.submitted_at),
  ]);

/** Number of orders that are read at a time, because each has devices, fees and days. */
const READ = 200;

/** Writes a table row for each device of all orders that `read` returns. */
async function writeOrders(
  ctx: UserCtx,
  asked: TableQuery,
  read: (offset: number, limit: number) => Promise<readonly RentalOrder[]>,
): Promise<StreamAnswer> {
  const t = await loadWords(ctx, asked.lang);
  async function* pages(): AsyncGenerator<Row[]> {
    for (let offset = 0; ; offset += READ) {
      const orders = await read(offset, READ);
      yield orders.flatMap((order) => rowsOf(t, order));
      if (orders.length < READ) return;
    }
  }
  return tableFile(asked, { name: downloadName(t, 'loans', today(ctx.now)), columns: columnsOf(t), rows: pages() });
}

/** Exports the user's own orders at all lending points. */
export const exportOwnOrders = (ctx: UserCtx, { show, ...asked }: Input<typeof lending.exportOrders>['query']): Promise<StreamAnswer> =>
  writeOrders(ctx, asked, async (offset, limit) => (await readOwnOrders(ctx, { show, offset, limit })).items);

/** Exports all open orders and loans of a point for its desk. */
export async function exportDesk(ctx: UserCtx, { point, ...asked }: Input<typeof lendingDesk.exportDesk>['query']): Promise<StreamAnswer> {
  const { id } = await requirePoint(ctx, point, 'desk');
  return writeOrders(ctx, asked, async (offset, limit) =>
    presentOrders(ctx, await listOpenOrders(ctx.db, id, today(ctx.now), offset, limit), () => ({ own: false, desk: true })),
  );
}

/** Exports the damage reports of a point for its desk. */
export async function exportDamage(
  ctx: UserCtx,
  { point, show, ...asked }: Input<typeof lendingCondition.exportDamage>['query'],
): Promise<StreamAnswer> {
  await requirePoint(ctx, point, 'desk');
  const t = await loadWords(ctx, asked.lang);
  const columns = [
    { title: t('lending.export.model') },
    { title: t('lending.export.code') },
    { title: t('lending.export.reported'), kind: 'moment' },
    { title: t('lending.export.reporter') },
    { title: t('lending.damage.severity') },
    { title: t('lending.damage.text') },
    { title: t('lending.damage.state') },
    { title: t('lending.damage.cost'), kind: 'money' },
    { title: t('lending.export.number') },
    { title: t('lending.export.borrower') },
    { title: t('lending.damage.answer') },
  ] as const;
  const rows = readPages(
    async (offset, limit) => (await readDamage(ctx, { point, show, offset, limit })).items,
    (row) => [
      ...[row.item.model, row.item.code, new Date(row.created_at), row.reported_by, t(`lending.damage.${row.severity}`), row.text],
      ...[t(`lending.damage.state.${row.state}`), row.cost_cents, row.order?.number ?? '', row.order?.borrower ?? '', row.answer],
    ],
  );
  return tableFile(asked, { name: downloadName(t, 'damage', today(ctx.now)), columns, rows });
}
