/**
 * How values arrive from either engine: counts as numbers, calendar days as ISO strings (never shifted by a time zone),
 * time stamps as `Date`. Keys are PostgreSQL type numbers.
 */
const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

export const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [NUMERIC]: Number,
  [DATE]: (text) => text,
};
