/** Rows of a file before their columns are recognised. */

/** A row with the number of its line in a CSV file or of its row in a worksheet. If it cannot be read, `problem` is set and `cells` is empty. */
export type SheetRow = { line: number; cells: string[]; problem?: 'quote' | 'encoding' | 'unreadable' };

export type Sheet = { name: string; rows: SheetRow[] };

/** Maximum number of rows and cells in a file of any kind. */
export const SHEET_LIMITS = { rows: 50_000, cells: 2_000_000 } as const;
