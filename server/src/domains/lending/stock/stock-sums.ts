/** Value of the devices of a point, and inspections, warranties and service lives that end soon (docs/behaviour/lending.md#stock). */
import { shiftDay, today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import { ENDING_DAYS, MAX_ENDING, type lendingStock } from '@fundus/contract/lending/stock/stock';
import type { UserCtx } from '../../../http/context.ts';
import { countEnding, listEnding, sumStock } from './stock-table-repository.ts';
import { requirePoint } from '../points/access.ts';

export async function readStockSums(ctx: UserCtx, point: string): Promise<Reply<typeof lendingStock.stock>> {
  await requirePoint(ctx, point, 'desk');
  const day = today(ctx.now);
  const until = shiftDay(day, ENDING_DAYS);
  const ending = await listEnding(ctx.db, point, day, until, MAX_ENDING);
  return {
    ...(await sumStock(ctx.db, point)),
    ending_total: await countEnding(ctx.db, point, day, until),
    ending: ending.map(({ id, code, model, what, on }) => ({ item: { id, code, model }, what, on })),
  };
}
