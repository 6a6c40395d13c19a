/**
 * Parsers by PostgreSQL type OID, for both engines. Counts become numbers and timestamps `Date` objects. Calendar days remain ISO strings, which are
 * independent of the time zone.
 */
const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

export const parsers: Record<number, (text: string) => unknown> = {
  [INT8]: Number,
  [NUMERIC]: Number,
  [DATE]: (text) => text,
};
