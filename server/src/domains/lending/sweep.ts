/** Hourly: what time has made of orders is written down, and who had what is forgotten (docs/behaviour/lending.md#retention). */
import { DAY } from '@fundus/contract/days';
import { ORDER_DAYS_KEPT } from '@fundus/contract/lending/rules';
import type { Portal } from '../../http/context.ts';
import { forgetOrders, removeOldCarts } from './order-repository.ts';
import { releaseLapsed } from './place-repository.ts';

export async function sweepLending({ db, now }: Pick<Portal, 'db' | 'now'>): Promise<void> {
  const at = now();
  await releaseLapsed(db, at);
  await removeOldCarts(db, new Date(at.getTime() - DAY));
  await forgetOrders(db, new Date(at.getTime() - ORDER_DAYS_KEPT * DAY));
}
