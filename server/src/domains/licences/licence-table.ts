/** Parses a table of licences with their schools, such as an exported list. Runs in a child process of `rows.ts`. */
import { MAX_ASSIGNED_ROWS } from '@fundus/contract/licences/assign';
import type { TableMapping } from '@fundus/contract/tables/tables';
import type { TableDefinition } from '@fundus/importer/tables/columns';
import { readTable, type ReadTable, type TableRow } from '@fundus/importer/tables/read-table';
import { SCHOOL_NUMBER_NAMES } from '@fundus/importer/tables/school-column';
import { checkLine, type PackageLine } from './packages/package-lines.ts';
import { isUnlimitedTerm, PACKAGE_COLUMNS, readRow } from './packages/package-table.ts';

const { code, ...SHARED } = PACKAGE_COLUMNS;

const COLUMNS = {
  ...SHARED,
  code: { names: code.names },
  school: {
    names: [...SCHOOL_NUMBER_NAMES, 'name der schule', 'einrichtung', 'school name'],
  },
  id: { names: 'lizenz-id,licence id,license id'.split(',') },
} as const;
type Column = keyof typeof COLUMNS;

const TABLE: TableDefinition<Column> = { columns: COLUMNS, rows: MAX_ASSIGNED_ROWS };

export type AssignLine = PackageLine & {
  /** Id of an existing licence if the row comes from an export, otherwise ''. */
  id: string;
  /** True if the row names the kind of licence. Otherwise `scope` is a guess. */
  hasScope: boolean;
  /** True if the row states that the licence has no end. An empty cell does not state this. */
  isOpenEnded: boolean;
};
export type LicenceTable = { table: ReadTable<Column>; lines: AssignLine[] };

/** Returns the rows of a table. Throws `validation_failed` if the file is not a table, is empty or has too many rows. */
export async function readLicenceTable(bytes: Uint8Array, mapping?: TableMapping): Promise<LicenceTable> {
  const table = await readTable(bytes, TABLE, mapping);
  return { table, lines: table.rows.map(readLine) };
}

function readLine(row: TableRow<Column>): AssignLine {
  const { cells } = row;
  const line = { ...readRow(row), school: cells.school, id: cells.id.toLowerCase() };
  const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(line.id);
  return checkLine(
    {
      ...line,
      hasScope: cells.scope !== '',
      isOpenEnded: isUnlimitedTerm(cells.valid_to) || (cells.valid_to === '' && isUnlimitedTerm(cells.runtime)),
      problem: line.problem ?? (line.id !== '' && !isUuid ? { field: 'id', rule: 'format' } : null),
    },
    line.id === '' ? ['medium'] : [],
  );
}
