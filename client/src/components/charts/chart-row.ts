/** A value of a chart, and its row in the table beside it. */
export type ChartRow = {
  key: string;
  name: string;
  /** What stands below its bar, a line each; without it the name. */
  axis?: readonly [string, string];
  /** Where the name leads, in the table. */
  href?: string;
  /** Null: withheld, as too few people stand behind it. It is drawn as that, and never as none. */
  value: number | null;
  words: string;
  /** What the further columns of the table say. */
  more?: readonly string[];
};

/** `months`: standing bars, as time goes; `names`: lying ones, with room for their names. */
export type ChartKind = 'months' | 'names';

/** As many names are drawn; the table has all. */
export const MAX_DRAWN = 15;
/** Room for a name with two lines, and for the axis below. */
const LINE = 40;
const AXIS = 48;

export const heightOf = (kind: ChartKind, rows: number): number => (kind === 'months' ? 280 : Math.min(rows, MAX_DRAWN) * LINE + AXIS);
