/** Reads the content of uploaded tables, and adds the original cells of rejected rows (docs/import/tables.md). */
import { AppError, invalid } from '@fundus/contract/errors';
import { TABLE_BYTES, type RecognisedTable } from '@fundus/contract/tables/tables';

/** Decodes a Base64 file. Throws `too_large` if it exceeds the limit. */
export function decodeTableContent(content: string): Buffer {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > TABLE_BYTES) throw new AppError('too_large', { field: 'content', details: { most: TABLE_BYTES } });
  return bytes;
}

/** Throws `validation_failed` with the field `content` and the rule `header` if a required column is missing. */
export function requireColumns({ missing }: RecognisedTable): void {
  if (missing.length > 0) throw invalid('content', 'header', { missing });
}

type Checked = { line: number; result: string };

/** Adds the original cells of the rejected rows, so that users can download and correct them. */
export function attachRejectedRows(
  found: RecognisedTable,
  rows: readonly { line: number; raw: readonly string[] }[],
  checked: readonly Checked[],
  rejected: readonly string[] = ['error'],
): RecognisedTable {
  const lines = new Set(checked.flatMap(({ line, result }) => (rejected.includes(result) ? line : [])));
  return { ...found, rejected: rows.flatMap(({ line, raw }) => (lines.has(line) ? { line, cells: [...raw] } : [])) };
}
