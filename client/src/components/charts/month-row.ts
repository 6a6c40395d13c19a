import { dateLocale } from '@fundus/contract/locale';
import type { ChartRow } from './chart-row.ts';

/** Returns the names of a month such as `2026-11`: the full name for the table, and a short one with the year in a second line for the axis. */
export function monthRow(month: string, locale: string): Pick<ChartRow, 'key' | 'name' | 'axis'> {
  const first = new Date(`${month}-01T00:00:00Z`);
  const write = (format: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(dateLocale(locale), { ...format, timeZone: 'UTC' }).format(first);
  return { key: month, name: write({ month: 'long', year: 'numeric' }), axis: [write({ month: 'short' }), month.slice(0, 4)] };
}
