import { shiftDay } from '@fundus/contract/days';
import { tourFrom, tourUntil, type CourierDays } from '@fundus/contract/lending/allocation/courier';
import type { PointRules } from '@fundus/contract/lending/calendar/rules';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { insertTour, setStops } from '../allocation/tour-repository.ts';
import { listSchoolsOf } from '../points/point-repository.ts';

export const DemoTour = z.strictObject({
  name: z.string(),
  weekday: z.int().min(0).max(6),
  /** Names of the schools in driving order. */
  schools: z.array(z.string()).min(1),
});

export async function makeTours(
  db: Db,
  tours: readonly z.output<typeof DemoTour>[],
  { point_id, district_id, now }: { point_id: string; district_id: string; now: Date },
): Promise<void> {
  const there = await listSchoolsOf(db, district_id);
  for (const { name, weekday, schools } of tours) {
    const id = newId(now);
    await insertTour(db, { id, point_id, name, weekday });
    await setStops(
      db,
      id,
      schools.map((school) => there.find((each) => each.name === school)!.id),
    );
  }
}

type Span = { first: string; last: string };

/** Returns the courier days and the period of an order. The next tour is the earliest one to deliver devices that are not on loan yet. */
export function daysByTour(
  point: PointRules,
  tours: readonly number[],
  { first, last, onLoan }: Span & { onLoan: boolean },
  today: string,
): Span & { days: CourierDays } {
  const before = tourUntil(point, tours, first)!;
  const bring = onLoan || before > today ? before : tourFrom(point, tours, shiftDay(today, 1))!;
  const from = bring > first ? bring : first;
  const until = from > last ? from : last;
  return { first: from, last: until, days: { bring, fetch: tourFrom(point, tours, until)! } };
}
