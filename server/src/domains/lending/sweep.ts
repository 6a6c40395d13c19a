/** Hourly: what time has made of orders is written down, and who had what is forgotten (docs/behaviour/lending.md#retention). */
import { DAY } from '@fundus/contract/days';
import { ORDER_DAYS_KEPT, PHOTO_DAYS_KEPT } from '@fundus/contract/lending/rules';
import type { Portal } from '../../http/context.ts';
import { forgetReporters } from './damage-repository.ts';
import { forgetOrders, removeOldCarts } from './order-repository.ts';
import { removeOldPhotos } from './photos.ts';
import { releaseLapsed } from './place-repository.ts';
import { removeOldScans } from './scan-repository.ts';
import { removeOldSuspensions } from './suspension-repository.ts';

export async function sweepLending({ db, now, storage }: Pick<Portal, 'db' | 'now' | 'storage'>): Promise<void> {
  const at = now();
  await releaseLapsed(db, at);
  await removeOldCarts(db, new Date(at.getTime() - DAY));
  const before = new Date(at.getTime() - ORDER_DAYS_KEPT * DAY);
  await forgetReporters(db, before);
  await forgetOrders(db, before);
  await removeOldSuspensions(db, before);
  await removeOldScans(db, new Date(at.getTime() - DAY));
  await removeOldPhotos({ db, storage }, new Date(at.getTime() - DAY), new Date(at.getTime() - PHOTO_DAYS_KEPT * DAY));
}
