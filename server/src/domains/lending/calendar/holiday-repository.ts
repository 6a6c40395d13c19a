/** Queries for school holidays that an operator added. */
import type { Insertable, Selectable } from 'kysely';
import type { Land } from '@fundus/contract/lending/calendar/land-holidays';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';

export type HolidayRow = Selectable<Tables['school_holiday']>;

export const listAddedHolidays = (db: Db, land: Land): Promise<HolidayRow[]> =>
  db
    .selectFrom('school_holiday')
    .selectAll()
    .where('school_holiday.land', '=', land)
    .orderBy('school_holiday.school_year')
    .orderBy('school_holiday.starts_on')
    .limit(1_000)
    .execute();

/** Replaces the holidays of a Land in a school year. A period that is stored for another school year moves to this one. */
export async function replaceHolidays(
  db: Db,
  { land, school_year }: { land: Land; school_year: string },
  rows: readonly Insertable<Tables['school_holiday']>[],
): Promise<void> {
  await db
    .deleteFrom('school_holiday')
    .where('school_holiday.land', '=', land)
    .where('school_holiday.school_year', '=', school_year)
    .execute();
  await db
    .insertInto('school_holiday')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['land', 'starts_on', 'name']).doUpdateSet(({ ref }) => ({
        school_year: ref('excluded.school_year'),
        ends_on: ref('excluded.ends_on'),
        source: ref('excluded.source'),
        url: ref('excluded.url'),
        checked_on: ref('excluded.checked_on'),
      })),
    )
    .execute();
}
