/** Table of orders for accounting. */
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { orders } from '@fundus/contract/marketplace/orders';
import { downloadName } from '../../../http/bodies/download-name.ts';
import type { UserCtx } from '../../../http/context.ts';
import { readPages, tableFile } from '../../../http/bodies/table-file.ts';
import { loadWords } from '../../mails/index.ts';
import { readOrders } from './orders.ts';

/** Exports the listed orders as a table in their order. */
export async function exportOrders(
  ctx: UserCtx,
  { all, unpaid, format, lang }: Input<typeof orders.exportOrders>['query'],
): Promise<StreamAnswer> {
  const t = await loadWords(ctx, lang);
  const kinds = { ordered: 'moment', gross: 'money', due: 'day' } as const;
  const names = ['number', 'ordered', 'school', 'buyer', 'titles', 'gross', 'state', 'due'] as const;
  const columns = names.map((name) => ({
    title: t(`market.orders.table.${name}`),
    kind: kinds[name as keyof typeof kinds] ?? ('text' as const),
  }));
  const rows = readPages(
    async (offset, limit) => (await readOrders(ctx, { offset, limit, all, unpaid })).items,
    ({ number, created_at, school, buyer, titles, gross, state, pays, due_on }) => [
      ...[number, new Date(created_at), school?.name ?? '', buyer ?? '', titles.join(', '), gross],
      ...[t(`market.order.state.${state === 'pending_payment' && pays === 'online' ? 'pending_online' : state}`), due_on],
    ],
  );
  return tableFile({ format, lang }, { name: downloadName(t, 'orders', today(ctx.now)), columns, rows });
}
