/** Names of columns and texts of problems for imported tables. */
import type { AppError } from '@fundus/contract/errors';
import { TABLE_BYTES, TABLE_COLUMNS, type RecognisedTable } from '@fundus/contract/tables/tables';
import type { Translate } from '../../i18n/translate.ts';

export type TableLabels = {
  /** Returns the name of a column of the portal. */
  column: (column: string) => string;
  /** Returns the name of a code of a column. */
  choice?: (column: string, code: string) => string;
};

export const headerName = (t: Translate, { headers }: RecognisedTable, at: number): string =>
  headers[at]?.name || t('table.columns.unnamed', { number: at + 1 });

export type RowProblem = { field: string; rule: string };

const ROW_RULES = ['quote', 'encoding', 'unreadable'] as const;
// oxfmt-ignore
const RULES = ['admin', 'choice', 'closed', 'duplicate', 'exists', 'format', 'free', 'max', 'other', 'range', 'required', 'taken', 'unknown'] as const;

/** Returns the text of a row's problem. */
export function rowProblem(t: Translate, { field, rule }: RowProblem, { column }: TableLabels): string {
  const whole = field === '' && ROW_RULES.find((each) => each === rule);
  if (whole) return t(`table.row.${whole}`);
  return t(`table.rule.${RULES.find((each) => each === rule) ?? 'format'}`, { field: column(field) });
}

// oxfmt-ignore
const FILE_RULES = ['binary', 'columns', 'empty', 'expands', 'header', 'json', 'max', 'ods', 'password', 'rows', 'workbook', 'xls'] as const;

/** Returns the text of a problem of the whole file, or undefined if the error does not concern the file. */
export function fileProblem(t: Translate, error: AppError, { column }: TableLabels, rows: number): string | undefined {
  if (error.code === 'too_large')
    return error.details?.reason === undefined ? t('table.file.bytes', { most: TABLE_BYTES / 1_000_000 }) : t('table.file.slow');
  if (error.code === 'broken_file') return t('table.file.workbook');
  const [first] = (error.details?.problems ?? []) as { rule?: string }[];
  const rule = error.field === 'content' ? FILE_RULES.find((each) => each === first?.rule) : undefined;
  if (!rule) return undefined;
  const missing = ((error.details?.missing ?? []) as string[]).map(column).join(', ');
  return t(`table.file.${rule}`, {
    missing,
    most: rule === 'columns' ? TABLE_COLUMNS : ((error.details?.most as number | undefined) ?? rows),
  });
}
