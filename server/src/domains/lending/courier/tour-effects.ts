/** Determines the orders that a change of a tour affects (docs/behaviour/lending.md#tours). */
import type { TourDays } from '@fundus/contract/lending/allocation/courier';
import type { UserCtx } from '../../../http/context.ts';
import { listDaysOfSchools, type TourRow } from '../allocation/tour-repository.ts';
import type { ChangedPoint } from '../orders/effects.ts';
import type { PointRow } from '../points/point-repository.ts';

/** Tour after the change, or `null` if the tour is deleted. */
export type NextTour = { weekday: number; schools: readonly string[] } | null;

/** Returns the point and a function that returns the tour weekdays of a school as if `tour` were already replaced by `next`. */
export async function withTour({ db }: Pick<UserCtx, 'db'>, point: PointRow, tour: TourRow, next: NextTour): Promise<ChangedPoint> {
  const others = Map.groupBy(await listDaysOfSchools(db, point.id, tour.id), ({ school_id }) => school_id);
  const toursOf = (school: string): TourDays => {
    const days = (others.get(school) ?? []).map(({ weekday }) => weekday);
    if (next?.schools.includes(school)) days.push(next.weekday);
    return days.length === 0 ? null : days;
  };
  return { point, toursOf };
}
