/** Returns a table as the server detects it in a file. */
import type { TableFound } from '@fundus/contract/tables/tables';

export const tableFound = (about: Partial<TableFound> = {}): TableFound => ({
  ...{ format: 'csv', sheets: [], sheet: '', header: 1, source: '', headers: [], columns: [], values: [], missing: [], rejected: [] },
  ...about,
});
