/** Imports migration tables by the operator's command, with one interface for stock and all other tables. */
import type { RecognisedTable, TableMapping } from '@fundus/contract/tables/tables';
import type { MigrationTemplate } from '@fundus/contract/lending/migration/migration';
import { importStock, readStockFile } from '../stock/stock-import.ts';
import { importMigration, readOperatorFile } from './import.ts';
import type { MigrationContext } from './migrating.ts';

type ImportOptions = { dry_run: boolean; skip_errors: boolean };
type Row = { line: number; name: string; result: 'new' | 'changed' | 'same' | 'error'; why: string };
export type LendingImportResult = { rows: Row[]; created: number; changed: number; same: number; errors: number; gone: string[] };
export type LendingTable = {
  found: RecognisedTable;
  take: (about: MigrationContext, options: ImportOptions) => Promise<LendingImportResult>;
};

/** Returns a function that reads a file of this table and returns its import. */
export const readLendingFile =
  (table: MigrationTemplate) =>
  async (content: Uint8Array, mapping?: TableMapping): Promise<LendingTable> => {
    if (table === 'stock') {
      const read = await readStockFile(content, mapping);
      return { found: read.table.found, take: (about, how) => importStockTable(about, how, read) };
    }
    const read = await readOperatorFile(table, content, mapping);
    return {
      found: read.table.found,
      take: async (about, how) => {
        const { rows, ...rest } = await importMigration(about, how, read);
        return {
          ...rest,
          rows: rows.map(({ line, name, result, problem }) => ({ line, name, result, why: problem ? reasonOf(problem) : '' })),
        };
      },
    };
  };

export const importLending = (about: MigrationContext, options: ImportOptions, { take }: LendingTable): Promise<LendingImportResult> =>
  take(about, options);

async function importStockTable(
  { ctx, point }: MigrationContext,
  options: ImportOptions,
  read: Awaited<ReturnType<typeof readStockFile>>,
): Promise<LendingImportResult> {
  const { rows, created, changed, same, errors } = await importStock(ctx, point, { ...options, lang: 'en' }, read);
  const named = rows.map(({ line, code, result, problem, changes }) => ({
    ...{ line, name: code, result },
    why: problem ? reasonOf(problem) : changes.map(({ field, before, after }) => `${field}: ${before} -> ${after}`).join('; '),
  }));
  return { rows: named, created, changed, same, errors, gone: [] };
}

const reasonOf = ({ field, rule, about = '' }: { field: string; rule: string; about?: string }): string =>
  [`${field || 'row'}: ${rule}`, about].filter(Boolean).join(', ');
