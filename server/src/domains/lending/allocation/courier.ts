/** Days on which the courier delivers and picks up the devices of a line (docs/behaviour/lending.md#tours). */
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { courierDays, type CourierDays, type TourDays } from '@fundus/contract/lending/allocation/courier';
import type { Delivery } from '@fundus/contract/lending/states';
import type { Ctx } from '../../../http/context.ts';
import type { PointRow } from '../points/point-repository.ts';
import type { Period } from './spans.ts';
import { listCourierDays } from './tour-repository.ts';

/**
 * Returns the weekdays of the tours that serve an order. Returns `null` if the order is not delivered by courier, no tour serves its school, or the
 * point lends by lesson.
 */
export async function listTourDays(
  { db }: Pick<Ctx, 'db'>,
  point: Pick<PointRow, 'id' | 'mode'>,
  { delivery, school_id }: { delivery: Delivery; school_id: string | null },
): Promise<TourDays> {
  if (delivery !== 'courier' || point.mode === 'periods') return null;
  const days = await listCourierDays(db, point.id, school_id);
  return days.length === 0 ? null : days;
}

/** Returns the delivery and pickup days of a request, or `null` if it is not delivered by courier. Throws if no tour is in time. */
export function requireCourierDays({ now }: Pick<Ctx, 'now'>, point: PointRow, tours: TourDays, period: Period): CourierDays | null {
  if (tours === null || period.lessons) return null;
  const found = courierDays(point, tours, period, today(now));
  if ('days' in found) return found.days;
  const { code, ...details } = found.problem;
  throw new AppError(code, { field: code === 'too_early' ? 'start' : 'end', details });
}

export const courierColumns = (courier: CourierDays | null) => ({ bring_on: courier?.bring ?? null, fetch_on: courier?.fetch ?? null });
