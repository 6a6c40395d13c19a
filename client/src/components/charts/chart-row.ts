/** Value of a chart and its row in the table. */
export type ChartRow = {
  key: string;
  name: string;
  /** Two-line label below the bar. Defaults to the name. */
  axis?: readonly [string, string];
  /** Address to which the name links in the table. */
  href?: string;
  /** Value to draw, or `null` if it is withheld because it concerns too few people. A withheld value is not drawn as zero. */
  value: number | null;
  words: string;
  /** Contents of further table columns. */
  more?: readonly string[];
};

/** `months` draws vertical bars, `names` horizontal bars with space for names. */
export type ChartKind = 'months' | 'names';

/** Maximum number of rows in the drawing. The table contains all rows. */
export const MAX_CHART_ROWS = 15;
/** Height in pixels of a two-line name and of the axis. */
const LINE = 40;
const AXIS = 48;

export const heightOf = (kind: ChartKind, rows: number): number => (kind === 'months' ? 280 : Math.min(rows, MAX_CHART_ROWS) * LINE + AXIS);
