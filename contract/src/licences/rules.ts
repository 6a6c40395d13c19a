/** Scopes of licences, and rules for their days and seats (docs/behaviour/licences.md#fields). */
import { shiftDay } from '../days.ts';

/**
 * Scopes of a licence. `free` is for everyone, `district` and `school` for all their members, and `volume` and `single` for holders of a seat. A
 * `school` licence of a district is for the schools with which it is shared.
 */
export const LICENCE_SCOPES = ['free', 'district', 'school', 'volume', 'single'] as const;
/** Scopes that can be entered manually. `free` can only come from the media record. */
export const ENTERED_SCOPES = ['district', 'school', 'volume', 'single'] as const;

/** Runtimes of a licence. `school_year` lasts until the end of the school year. For `publisher_year`, see `runtimeEnd`. */
export const RUNTIMES = ['unlimited', 'until_date', 'days', 'school_year', 'publisher_year'] as const;
export type Runtime = (typeof RUNTIMES)[number];

export const LICENCE_STATES = ['upcoming', 'active', 'expiring', 'grace', 'expired', 'withdrawn'] as const;
export type LicenceState = (typeof LICENCE_STATES)[number];

/** Number of days before its end from which a licence counts as ending soon. */
export const EXPIRING_DAYS = 60;
export const MAX_SEATS = 1_000_000;
/** Maximum price including VAT, in cents. */
export const MAX_LICENCE_PRICE = 1_000_000_000;
/** Maximum number of seats that a call can assign or return. */
export const MAX_AT_ONCE = 500;
/** Default number of months during which a code can be redeemed. */
export const REDEEM_MONTHS = 36;

/** Fields of a user's or school's entitlement in docs/specification.md#entities. `false` means unlimited. */
export type EntitlementFields = { valid_to: string | false; remaining: number | false; returns: number | false };

/**
 * Returns whether a licence is active on a day (docs/specification.md#active-licences, docs/behaviour/licences.md#active). It must not have ended,
 * and must have a seat that is free or can be returned. If seats are not counted, only the day matters.
 */
export function isEntitlementActive({ valid_to, remaining, returns }: EntitlementFields, day: string): boolean {
  if (valid_to !== false && valid_to < day) return false;
  return (remaining === false && returns === false) || (remaining || 0) > 0 || (returns || 0) > 0;
}

/** Returns the state of a licence on a day. `graceDays` is the grace period after its end. */
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
 * Returns the last day of a licence redeemed on a day, or `null` for no limit. With `publisher_year`, a licence redeemed from 1 June to 30 September
 * ends on 30 September of the next year, and any other after 365 days. `schoolYearEnd` is month and day.
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

/** Runtimes that are derived from the first day. All others have a fixed end or none. */
const COUNTED: readonly Runtime[] = ['days', 'school_year', 'publisher_year'];

/**
 * Returns the first and last day of a licence. A derived runtime starts on the entered first day, or else on `day` if the licence is `usable`. A
 * licence is usable if it needs no seats or if a seat is assigned.
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

/** Returns the code in upper case and without separators. */
export const normalizeCode = (code: string): string => code.replace(/[\s\-–_.]/g, '').toUpperCase();
