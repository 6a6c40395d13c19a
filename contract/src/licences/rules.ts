/** Scopes of licences, and rules about days and seats (docs/behaviour/licences.md#fields). Pure. */
import { shiftDay } from '../days.ts';

/**
 * Scope of a licence. `free`: everyone; `district` and `school`: all members (a `school` licence of a district: all members of the schools it was
 * shared with); `volume` and `single`: holders of a seat.
 */
export const LICENCE_SCOPES = ['free', 'district', 'school', 'volume', 'single'] as const;
/** Scopes that can be entered manually; `free` comes with the record. */
export const ENTERED_SCOPES = ['district', 'school', 'volume', 'single'] as const;

/** `school_year`: until the end of the school year; `publisher_year`: see `runtimeEnd`. */
export const RUNTIMES = ['unlimited', 'until_date', 'days', 'school_year', 'publisher_year'] as const;
export type Runtime = (typeof RUNTIMES)[number];

export const LICENCE_STATES = ['upcoming', 'active', 'expiring', 'grace', 'expired', 'withdrawn'] as const;
export type LicenceState = (typeof LICENCE_STATES)[number];

/** Days before its end from which a licence counts as ending soon. */
export const EXPIRING_DAYS = 60;
export const MAX_SEATS = 1_000_000;
/** Maximum price with VAT, in cents. */
export const MAX_LICENCE_PRICE = 1_000_000_000;
/** Maximum number of seats assigned or returned by one call. */
export const MAX_AT_ONCE = 500;
/** Default number of months during which a code can be redeemed. */
export const REDEEM_MONTHS = 36;

/** Fields of docs/specification.md#entities for a user's or school's entitlement. `false` means unlimited. */
export type EntitlementFields = { valid_to: string | false; remaining: number | false; returns: number | false };

/**
 * Returns whether a licence is active (docs/specification.md#active-licences, docs/behaviour/licences.md#active): not ended, with a seat that is free
 * or can be returned. `false` means unlimited: without counted seats only the day decides. `day` is ISO.
 */
export function isEntitlementActive({ valid_to, remaining, returns }: EntitlementFields, day: string): boolean {
  if (valid_to !== false && valid_to < day) return false;
  return (remaining === false && returns === false) || (remaining || 0) > 0 || (returns || 0) > 0;
}

/** Returns the state of a licence on a day. `graceDays` extend its end. */
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
 * Returns the last day of a licence redeemed on a day, or null without a limit. With `publisher_year` (the publishers' practice), a licence redeemed
 * from 1 June to 30 September lasts until 30 September of the following year, otherwise 365 days. `schoolYearEnd` is month-day.
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

/** Runtimes derived from the first day; the others have an entered end or none. */
const COUNTED: readonly Runtime[] = ['days', 'school_year', 'publisher_year'];

/**
 * Returns the first and last day of a licence by its runtime. `usable`: in use from now on, because it needs no seats or one is assigned; a derived
 * runtime then begins on `day` unless a first day was entered. Otherwise it begins with the first seat.
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

/** Returns the code without separators, in upper case. */
export const plainCode = (code: string): string => code.replace(/[\s\-–_.]/g, '').toUpperCase();
