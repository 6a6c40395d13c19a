/** School holidays and public holidays of the federal states as closures of a lending point (docs/behaviour/lending.md#holidays). */
import { z } from 'zod';
import { shiftDay } from '../../days.ts';
import { endpoint } from '../../endpoint.ts';
import { day } from '../../fields.ts';
import { lendingGate } from '../gate.ts';

export const LANDS = ['BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH'] as const;
export type Land = (typeof LANDS)[number];

const Holiday = z.object({ name: z.string(), from: day, until: day });
export type Holiday = z.output<typeof Holiday>;

/** School year such as `2026/27`. */
const schoolYear = z.string().regex(/^20\d{2}\/\d{2}$/);

/** File with school holidays, either shipped with the portal or added later (docs/operate/configuration.md#school-holidays). */
export const HolidayFile = z.object({
  /** Day on which the file was last compared with its sources. */
  checked_on: day,
  lands: z.partialRecord(
    z.enum(LANDS),
    z.object({
      /** Regulation that defines the holidays. */
      source: z.string().min(1).max(300),
      url: z.url({ protocol: /^https?$/ }).max(500),
      years: z.record(
        schoolYear,
        z
          .array(
            z
              .tuple([z.string().trim().min(1).max(80), day, day])
              .refine(([, from, until]) => from <= until, { message: 'ends before it begins' }),
          )
          .min(1)
          .max(40),
      ),
    }),
  ),
});
export type HolidayFile = z.output<typeof HolidayFile>;

export const landHolidays = {
  holidays: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/holidays/{land}',
    summary: 'School holidays of a Land that are not over, and its public holidays in the same years, with the source of each',
    params: z.object({ land: z.enum(LANDS) }),
    reply: z.object({
      school: z.array(Holiday),
      /** `partly` is true for a holiday that applies only to a part of the federal state. */
      public: z.array(Holiday.extend({ partly: z.boolean() })),
      /** School years whose school holidays are known. */
      years: z.array(z.string()),
      source: z.string(),
      url: z.string(),
      checked_on: day.nullable(),
    }),
  }),
};

/** Returns the date of Easter Sunday in the Gregorian calendar (Meeus/Jones/Butcher algorithm). */
export function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return `${year}-${String(Math.floor(sum / 31)).padStart(2, '0')}-${String((sum % 31) + 1).padStart(2, '0')}`;
}

/** Returns the date of the last Wednesday before 23 November. */
const bussUndBettag = (year: number): string => {
  const end = `${year}-11-22`;
  return shiftDay(end, -((new Date(end).getUTCDay() + 4) % 7));
};

type Rule = {
  name: string;
  on: (year: number) => string;
  lands?: readonly Land[];
  partly?: readonly Land[];
  years?: (year: number) => boolean;
};

const fixed =
  (monthDay: string) =>
  (year: number): string =>
    `${year}-${monthDay}`;
const afterEaster =
  (days: number) =>
  (year: number): string =>
    shiftDay(easterOf(year), days);

/**
 * Public holidays by federal state. Without `lands`, a holiday applies to all states. Sundays that are holidays in Brandenburg are omitted, because
 * points are closed anyway.
 */
const PUBLIC: readonly Rule[] = [
  { name: 'Neujahr', on: fixed('01-01') },
  { name: 'Heilige Drei Könige', on: fixed('01-06'), lands: ['BW', 'BY', 'ST'] },
  { name: 'Internationaler Frauentag', on: fixed('03-08'), lands: ['BE', 'MV'] },
  { name: 'Karfreitag', on: afterEaster(-2) },
  { name: 'Ostermontag', on: afterEaster(1) },
  { name: 'Tag der Arbeit', on: fixed('05-01') },
  { name: 'Christi Himmelfahrt', on: afterEaster(39) },
  { name: 'Pfingstmontag', on: afterEaster(50) },
  { name: 'Fronleichnam', on: afterEaster(60), lands: ['BW', 'BY', 'HE', 'NW', 'RP', 'SL'], partly: ['SN', 'TH'] },
  { name: '75. Jahrestag des 17. Juni 1953', on: fixed('06-17'), lands: ['BE'], years: (year) => year === 2028 },
  { name: 'Mariä Himmelfahrt', on: fixed('08-15'), lands: ['SL'], partly: ['BY'] },
  { name: 'Weltkindertag', on: fixed('09-20'), lands: ['TH'] },
  { name: 'Tag der Deutschen Einheit', on: fixed('10-03') },
  { name: 'Reformationstag', on: fixed('10-31'), lands: ['BB', 'HB', 'HH', 'MV', 'NI', 'SN', 'ST', 'SH', 'TH'] },
  { name: 'Allerheiligen', on: fixed('11-01'), lands: ['BW', 'BY', 'NW', 'RP', 'SL'] },
  { name: 'Buß- und Bettag', on: bussUndBettag, lands: ['SN'] },
  { name: '1. Weihnachtstag', on: fixed('12-25') },
  { name: '2. Weihnachtstag', on: fixed('12-26') },
];

/** Returns the public holidays of a federal state in a year, in order. `partly` is true for a holiday that applies only to a part of the state. */
export const publicHolidays = (land: Land, year: number): (Holiday & { partly: boolean })[] =>
  PUBLIC.filter(({ lands, partly, years }) => (!lands || lands.includes(land) || partly?.includes(land)) && (years?.(year) ?? true))
    .map(({ name, on, partly }) => ({ name, from: on(year), until: on(year), partly: partly?.includes(land) ?? false }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
