/** States and rules of schools, shared by client and server. Pure. */

/** `closing` has an end date and works until then; `closed` is kept for ninety days and can be reopened meanwhile. */
export const SCHOOL_STATES = ['active', 'suspended', 'closing', 'closed'] as const;
export const CLOSING_KINDS = ['closing', 'closed'] as const;

/** Days before the closing on which members are notified. */
export const CLOSING_NOTICE_DAYS = [60, 14] as const;
/** Days a closed school is kept. */
export const CLOSED_DAYS = 90;
export const LOGO_BYTES = 500_000;
/** Minimum number of people behind a published figure. */
export const MIN_PEOPLE = 5;

/** Returns whether members of a school in this state can sign in. */
export const isOpen = (state: string): boolean => state === 'active' || state === 'closing';

const MASK = /^[#@A-Za-z0-9./ -]*$/;

/** Returns the error of a pattern of school numbers, or null. */
export const maskProblem = (mask: string): 'format' | null => (MASK.test(mask) ? null : 'format');

/**
 * Returns whether a number matches: `#` is a digit, `@` a letter, anything else itself. An empty pattern accepts anything that looks like a number.
 */
export function fitsMask(number: string, mask: string): boolean {
  if (mask === '') return /^[\p{L}\p{N}][\p{L}\p{N}./ -]{0,19}$/u.test(number);
  if (number.length !== mask.length) return false;
  return [...mask].every((sign, i) => {
    const at = number[i]!;
    if (sign === '#') return /\d/.test(at);
    if (sign === '@') return /[A-Za-zÄÖÜäöü]/.test(at);
    return at === sign;
  });
}
