/** School holidays and public holidays of the Länder (docs/behaviour/lending.md#holidays). */
import { today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import { HolidayFile, publicHolidays, type Land, type landHolidays } from '@fundus/contract/lending/calendar/land-holidays';
import type { Ctx } from '../../../http/context.ts';
import type { Db } from '../../../db/open.ts';
import { listAddedHolidays, replaceHolidays, type HolidayRow } from './holiday-repository.ts';
import shipped from './school-holidays.json' with { type: 'json' };

const SHIPPED = HolidayFile.parse(shipped);

/** Returns the school years that ship with the portal, except those that an operator replaced. */
function shippedRows(land: Land, added: readonly HolidayRow[]): Pick<HolidayRow, 'school_year' | 'starts_on' | 'ends_on' | 'name'>[] {
  const replaced = new Set(added.map(({ school_year }) => school_year));
  return Object.entries(SHIPPED.lands[land]?.years ?? {})
    .filter(([year]) => !replaced.has(year))
    .flatMap(([school_year, rows]) => rows.map(([name, starts_on, ends_on]) => ({ school_year, starts_on, ends_on, name })));
}

export async function readLandHolidays(ctx: Pick<Ctx, 'db' | 'now'>, land: Land): Promise<Reply<typeof landHolidays.holidays>> {
  const day = today(ctx.now);
  const added = await listAddedHolidays(ctx.db, land);
  const rows = [...shippedRows(land, added), ...added]
    .filter(({ ends_on }) => ends_on >= day)
    .sort((a, b) => (a.starts_on < b.starts_on ? -1 : 1));
  const last = rows.at(-1)?.ends_on ?? day;
  const years = Array.from({ length: Number(last.slice(0, 4)) - Number(day.slice(0, 4)) + 1 }, (_, i) => Number(day.slice(0, 4)) + i);
  const newest = added.at(-1);
  const ships = SHIPPED.lands[land];
  return {
    school: rows.map(({ name, starts_on, ends_on }) => ({ name, from: starts_on, until: ends_on })),
    public: years.flatMap((year) => publicHolidays(land, year)).filter(({ until }) => until >= day && until <= last),
    years: [...new Set(rows.map(({ school_year }) => school_year))].sort(),
    source: newest?.source ?? ships?.source ?? '',
    url: newest?.url ?? ships?.url ?? '',
    checked_on: newest?.checked_on ?? (ships ? SHIPPED.checked_on : null),
  };
}

/** Adds the school years of a file. Replaces existing ones of the same Land and year. Returns the numbers of Länder, years and periods. */
export async function addHolidays(db: Db, file: HolidayFile): Promise<{ lands: number; years: number; periods: number }> {
  const sum = { lands: 0, years: 0, periods: 0 };
  for (const [land, { source, url, years }] of Object.entries(file.lands) as [Land, NonNullable<HolidayFile['lands'][Land]>][]) {
    sum.lands += 1;
    for (const [school_year, rows] of Object.entries(years)) {
      await replaceHolidays(
        db,
        { land, school_year },
        rows.map(([name, starts_on, ends_on]) => ({
          land,
          school_year,
          name,
          starts_on,
          ends_on,
          source,
          url,
          checked_on: file.checked_on,
        })),
      );
      sum.years += 1;
      sum.periods += rows.length;
    }
  }
  return sum;
}
