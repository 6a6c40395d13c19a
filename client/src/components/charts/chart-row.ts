/** A value of a chart and its row in the table. */
export type ChartRow = {
  key: string;
  name: string;
  /** Two lines below the bar; defaults to the name. */
  axis?: readonly [string, string];
  /** Link of the name in the table. */
  href?: string;
  /** `null`: withheld because it concerns too few people; drawn as such, not as zero. */
  value: number | null;
  words: string;
  /** Contents of further columns. */
  more?: readonly string[];
};

/** `months`: vertical bars; `names`: horizontal bars with room for names. */
export type ChartKind = 'months' | 'names';

/** Maximum number of rows drawn; the table has all. */
export const MAX_DRAWN = 15;
/** Height in pixels of a two-line name and of the axis. */
const LINE = 40;
const AXIS = 48;

export const heightOf = (kind: ChartKind, rows: number): number => (kind === 'months' ? 280 : Math.min(rows, MAX_DRAWN) * LINE + AXIS);
