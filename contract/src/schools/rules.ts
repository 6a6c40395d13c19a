/** Rules about schools that both sides know. Pure. */

/** `closing` has an end date and works until then; `closed` is kept for ninety days, and can be opened again as long. */
export const SCHOOL_STATES = ['active', 'suspended', 'closing', 'closed'] as const;
export const CLOSING_KINDS = ['closing', 'closed'] as const;

/** People are told so many days before their school closes. */
export const CLOSING_NOTICE_DAYS = [60, 14] as const;
/** Days a closed school is kept. */
export const CLOSED_DAYS = 90;
export const LOGO_BYTES = 500_000;
/** Figures with fewer people behind them are not shown. */
export const MIN_PEOPLE = 5;

/** A school whose people may sign in. */
export const isOpen = (state: string): boolean => state === 'active' || state === 'closing';

const MASK = /^[#@A-Za-z0-9./ -]*$/;

/** What is wrong with a pattern of school numbers; null when nothing is. */
export const maskProblem = (mask: string): 'format' | null => (MASK.test(mask) ? null : 'format');

/** Whether a number fits: `#` is a digit, `@` a letter, anything else itself. An empty pattern fits everything that looks like a number. */
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
