/** States and rules of schools, shared by client and server. */

/**
 * States of a school. A `closing` school remains usable until its end date. A `closed` school can be reopened for ninety days before it is deleted.
 */
export const SCHOOL_STATES = ['active', 'suspended', 'closing', 'closed'] as const;
export const CLOSING_KINDS = ['closing', 'closed'] as const;

/** Numbers of days before the closing date on which members are notified. */
export const CLOSING_NOTICE_DAYS = [60, 14] as const;
/** Number of days after which a closed school is deleted. */
export const CLOSED_DAYS = 90;
export const LOGO_BYTES = 500_000;
/** Minimum number of people that a published figure must cover. */
export const MIN_PEOPLE = 5;

/** Returns whether members of a school in this state can sign in. */
export const isSchoolOpen = (state: string): boolean => state === 'active' || state === 'closing';

const MASK = /^[#@A-Za-z0-9./ -]*$/;

/** Returns `format` if a pattern of school numbers contains invalid characters, otherwise null. */
export const maskProblem = (mask: string): 'format' | null => (MASK.test(mask) ? null : 'format');

/**
 * Returns whether a school number matches a pattern. In the pattern, `#` matches a digit, `@` a letter, any other character itself. An empty pattern
 * matches any plausible number.
 */
export function matchesMask(number: string, mask: string): boolean {
  if (mask === '') return /^[\p{L}\p{N}][\p{L}\p{N}./ -]{0,19}$/u.test(number);
  if (number.length !== mask.length) return false;
  return [...mask].every((sign, i) => {
    const at = number[i]!;
    if (sign === '#') return /\d/.test(at);
    if (sign === '@') return /[A-Za-zÄÖÜäöü]/.test(at);
    return at === sign;
  });
}
