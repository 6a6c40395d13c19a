/** Parses the tables of a migration. Runs in a child process of `import.ts`. */
import { z } from 'zod';
import { MAX_RESERVED, type MigrationColumn, type MigrationStep } from '@fundus/contract/lending/migration/migration';
import { dayOfCell } from '@fundus/contract/tables/cells';
import type { TableMapping } from '@fundus/contract/tables/tables';
import { readTable, type ReadTable, type TableRow } from '@fundus/importer/tables/read-table';
import { tableOf } from './columns.ts';

export type Cells = Readonly<Record<MigrationColumn, string>>;
export type MigrationLine = {
  line: number;
  cells: Cells;
  /** Days by column. `null` if the cell is empty. */
  days: Partial<Record<MigrationColumn, string | null>>;
  counts: Partial<Record<MigrationColumn, number>>;
  problem: { field: MigrationColumn | ''; rule: string } | null;
};
export type MigrationTable = { step: MigrationStep; table: ReadTable<MigrationColumn>; lines: MigrationLine[] };

const MAX_LENGTHS: Partial<Record<MigrationColumn, number>> = {
  ...{ number: 60, card: 60, name: 120, first_name: 60, email: 254, phone: 40, school: 160, address: 300, street: 120, house: 20 },
  ...{ postcode: 20, city: 120, note: 500, blocked_reason: 300, device: 80, model: 120, borrower: 254, purpose: 500 },
};
const DAYS: readonly MigrationColumn[] = ['blocked_until', 'lent_on', 'due_on', 'from', 'until', 'reserved_on'];
const COUNTS: Partial<Record<MigrationColumn, { least: number; most: number }>> = {
  renewals: { least: 0, most: 99 },
  reminders: { least: 0, most: 99 },
  quantity: { least: 1, most: MAX_RESERVED },
};
const email = z.email();

/** Returns the rows of a table. Throws `validation_failed` if the file is not a table, is empty or has too many rows. */
export async function readMigration(step: MigrationStep, bytes: Uint8Array, mapping?: TableMapping): Promise<MigrationTable> {
  const table = await readTable(bytes, tableOf(step), mapping);
  const required =
    step === 'loans' ? (['device', 'lent_on', 'due_on'] as const) : step === 'reservations' ? (['from', 'until'] as const) : [];
  return { step, table, lines: table.rows.map((row) => readRow(row, required)) };
}

function readRow({ line, cells, problem: unread }: TableRow<MigrationColumn>, required: readonly MigrationColumn[]): MigrationLine {
  let problem: MigrationLine['problem'] = unread;
  const wrong = (field: MigrationColumn, rule: string): void => void (problem ??= { field, rule });
  const days: MigrationLine['days'] = {};
  const counts: MigrationLine['counts'] = {};
  for (const column of required) if (cells[column] === '') wrong(column, 'required');
  for (const column of Object.keys(cells) as MigrationColumn[]) {
    const cell = cells[column];
    if (cell.length > (MAX_LENGTHS[column] ?? 500)) wrong(column, 'max');
    if (DAYS.includes(column)) {
      const day = dayOfCell(cell);
      if (day === undefined) wrong(column, 'format');
      days[column] = day ?? null;
    }
    const range = COUNTS[column];
    if (range && cell !== '') {
      const count = /^\d{1,4}$/.test(cell) ? Number(cell) : NaN;
      if (!(count >= range.least && count <= range.most)) wrong(column, 'format');
      counts[column] = count;
    }
  }
  // The column may be missing from the table, in which case the cell is undefined.
  if ((cells.email ?? '') !== '' && !email.safeParse(cells.email).success) wrong('email', 'format');
  return { line, cells, days, counts, problem };
}
