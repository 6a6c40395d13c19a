/** Decides whether an order can be approved automatically (docs/behaviour/lending.md#availability). */
import { shiftDay, today } from '@fundus/contract/days';
import type { Ctx } from '../../../http/context.ts';
import { hasOverdueDevice } from '../allocation/allocation-repository.ts';
import type { LineRow } from '../allocation/order-repository.ts';

/** Number of days ahead for which an overdue device may not be returned in time. */
const DOUBTFUL_DAYS = 7;

/** Returns whether a line begins soon with a device that is overdue on another loan. Only the desk may approve such an order. */
export function needsDecision(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  lines: readonly Pick<LineRow, 'item_id' | 'start_on'>[],
): Promise<boolean> {
  const day = today(now);
  const soon = lines.filter(({ start_on }) => start_on <= shiftDay(day, DOUBTFUL_DAYS));
  return hasOverdueDevice(
    db,
    soon.flatMap(({ item_id }) => item_id ?? []),
    day,
  );
}
