/** Rows of a file before their columns are known. */

/** A row with its number: the line of a CSV file, or the row of a worksheet. A row that cannot be read has a `problem` instead of cells. */
export type SheetRow = { line: number; cells: string[]; problem?: 'quote' | 'encoding' | 'unreadable' };

export type Sheet = { name: string; rows: SheetRow[] };

/** Maximum number of rows and cells of a file, whatever table it is. */
export const SHEET_LIMITS = { rows: 50_000, cells: 2_000_000 } as const;
