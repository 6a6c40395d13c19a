/** Returns a table as the server detects it in a file. */
import type { RecognisedTable } from '@fundus/contract/tables/tables';

export const recognisedTable = (about: Partial<RecognisedTable> = {}): RecognisedTable => ({
  ...{ format: 'csv', sheets: [], sheet: '', header: 1, source: '', headers: [], columns: [], values: [], missing: [], rejected: [] },
  ...about,
});
