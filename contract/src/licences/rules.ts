/** What a licence is, and the rules about its days and seats (docs/behaviour/licences.md#fields). Pure. */
import { shiftDay } from '../days.ts';

/**
 * How a licence reaches people. `free`: everyone; `district` and `school`: everybody there (a district's `school` licence: everybody in the
 * schools it was given to); `volume` and `single`: whoever was given a seat.
 */
export const LICENCE_SCOPES = ['free', 'district', 'school', 'volume', 'single'] as const;
/** What may be entered by hand: everything but what came free with its record. */
export const ENTERED_SCOPES = ['district', 'school', 'volume', 'single'] as const;

/** `school_year`: until the school year ends; `publisher_year`: the year of the publishers, see `runtimeEnd`. */
export const RUNTIMES = ['unlimited', 'until_date', 'days', 'school_year', 'publisher_year'] as const;
export type Runtime = (typeof RUNTIMES)[number];

export const LICENCE_STATES = ['upcoming', 'active', 'expiring', 'grace', 'expired', 'withdrawn'] as const;
export type LicenceState = (typeof LICENCE_STATES)[number];

/** A licence counts as ending so many days before its end. */
export const EXPIRING_DAYS = 60;
export const MAX_SEATS = 1_000_000;
/** Cents, with VAT. */
export const MAX_LICENCE_PRICE = 1_000_000_000;
/** Seats given or taken back in one call. */
export const MAX_AT_ONCE = 500;
/** A code may be redeemed for so many months unless it says otherwise. */
export const REDEEM_MONTHS = 36;

/** The fields of docs/specification.md#entities of what a person or a school has. `false` is "no limit". */
export type EntitlementFields = { valid_to: string | false; remaining: number | false; returns: number | false };

/**
 * Whether a licence is active (docs/specification.md#active-licences, docs/behaviour/licences.md#active): not ended, and there is a seat to be given or taken back.
 * `false` is "no limit": without seats to count only the day decides. `day` is ISO.
 */
export function isEntitlementActive({ valid_to, remaining, returns }: EntitlementFields, day: string): boolean {
  if (valid_to !== false && valid_to < day) return false;
  return (remaining === false && returns === false) || (remaining || 0) > 0 || (returns || 0) > 0;
}

/** Where a licence stands on a day. `graceDays` may follow its end. */
export function licenceState(
  licence: { valid_from: string | null; valid_to: string | null; withdrawn: boolean },
  day: string,
  graceDays: number,
): LicenceState {
  const { valid_from, valid_to, withdrawn } = licence;
  if (withdrawn) return 'withdrawn';
  if (valid_from !== null && valid_from > day) return 'upcoming';
  if (valid_to === null) return 'active';
  if (valid_to < day) return shiftDay(valid_to, graceDays) >= day ? 'grace' : 'expired';
  return valid_to <= shiftDay(day, EXPIRING_DAYS) ? 'expiring' : 'active';
}

/**
 * The last day of a licence redeemed on a day; null without end. `publisher_year` (publishers' practice): redeemed from 1 June to
 * 30 September until 30 September of the following year, otherwise 365 days. `schoolYearEnd` is month-day.
 */
export function runtimeEnd(
  runtime: { kind: Runtime; days?: number | null; until?: string | null },
  day: string,
  schoolYearEnd: string,
): string | null {
  const year = Number(day.slice(0, 4));
  if (runtime.kind === 'unlimited') return null;
  if (runtime.kind === 'until_date') return runtime.until ?? null;
  if (runtime.kind === 'days') return shiftDay(day, (runtime.days ?? 1) - 1);
  if (runtime.kind === 'school_year') return `${day.slice(5) <= schoolYearEnd ? year : year + 1}-${schoolYearEnd}`;
  return day.slice(5) >= '06-01' && day.slice(5) <= '09-30' ? `${year + 1}-09-30` : shiftDay(day, 364);
}

/** Runtimes that are counted from the first day; the end of the others is entered, or there is none. */
const COUNTED: readonly Runtime[] = ['days', 'school_year', 'publisher_year'];

/**
 * First and last day of a licence by its runtime. `usable`: it is used from now on, because nobody has to be given a seat first or somebody
 * has one; then a counted runtime begins on `day` where no first day was entered. Without a first day it begins with the first seat.
 */
export function periodOf(
  licence: { runtime: Runtime; runtime_days: number | null; valid_from: string | null; valid_to: string | null },
  usable: boolean,
  day: string,
  schoolYearEnd: string,
): { valid_from: string | null; valid_to: string | null } {
  const { runtime: kind, runtime_days: days, valid_from, valid_to } = licence;
  if (!COUNTED.includes(kind)) return { valid_from, valid_to };
  const first = valid_from ?? (usable ? day : null);
  return { valid_from: first, valid_to: first && runtimeEnd({ kind, days }, first, schoolYearEnd) };
}

/** Codes are read with or without what separates their groups, in capitals or not. */
export const plainCode = (code: string): string => code.replace(/[\s\-–_.]/g, '').toUpperCase();
