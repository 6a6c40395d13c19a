/**
 * Parsers by PostgreSQL type OID, for both engines: counts become numbers, time stamps `Date`, and calendar days stay ISO strings, which no
 * time zone shifts.
 */
const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

export const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [NUMERIC]: Number,
  [DATE]: (text) => text,
};
