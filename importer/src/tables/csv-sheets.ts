/** Reads a CSV file as a sheet and detects its separator. */
import { decodeBytes } from '../text-encoding/decode.ts';
import { invalid } from '@fundus/contract/errors';
import { plainCell } from '../formats/csv/plain-cell.ts';
import { readRows } from '../formats/csv/read.ts';
import { decodeTable, type DecodedTable } from './decode-table.ts';
import { SHEET_LIMITS, type Sheet, type SheetRow } from './sheet.ts';

const SEPARATORS = [';', '\t', ',', '|'] as const;
/** Number of bytes used to detect the separator. */
const TRIED_BYTES = 64 * 1024;

/**
 * Reads a CSV file. The separator is defined in a first line such as `sep=;`. Otherwise `rate` rates the first rows for each separator, and the best
 * one is used.
 */
export async function readCsvSheet(content: Uint8Array, rate: (rows: readonly SheetRow[]) => number): Promise<Sheet> {
  const decoded = decodeTable(content);
  const { table, separator } = readSeparator(decoded);
  const chosen = separator ?? (await guessSeparator(table, rate));
  return { name: '', rows: await rowsOf(table, chosen) };
}

/** Reads a first line such as `sep=;`, which spreadsheets write. It is replaced by an empty line, so that line numbers stay correct. */
function readSeparator(table: DecodedTable): { table: DecodedTable; separator: string | null } {
  const head = Buffer.from(table.bytes.subarray(0, 20)).toString('latin1');
  const [line, separator] = /^(?:\u00ef\u00bb\u00bf)?"?sep=(.)"?[ ;,\t]*(?=[\r\n]|$)/i.exec(head) ?? [];
  if (line === undefined) return { table, separator: null };
  return { table: { ...table, bytes: table.bytes.subarray(line.length) }, separator: separator! };
}

async function guessSeparator(table: DecodedTable, rate: (rows: readonly SheetRow[]) => number): Promise<string> {
  const end = table.bytes.length > TRIED_BYTES ? table.bytes.lastIndexOf(10, TRIED_BYTES) : table.bytes.length;
  const head = { ...table, bytes: table.bytes.subarray(0, end < 1 ? TRIED_BYTES : end) };
  let best: { separator: string; rating: number } = { separator: SEPARATORS[0], rating: -1 };
  for (const separator of SEPARATORS) {
    const rating = rate(await rowsOf(head, separator));
    if (rating > best.rating) best = { separator, rating };
  }
  return best.separator;
}

async function rowsOf({ bytes, encoding }: DecodedTable, delimiter: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  let total = 0;
  let lines: string[] | undefined;
  /** Looks up the whole line, because the refusal contains only its beginning. */
  const wholeLine = (line: number): string => (lines ??= decodeBytes(bytes, encoding).split('\n'))[line - 1]?.trim() ?? '';
  const source = (async function* () {
    yield bytes;
  })();
  for await (const { line, cells, refusal } of readRows(source, { delimiter, encoding })) {
    if (refusal) rows.push({ line, cells: [wholeLine(line)], problem: problemOf(refusal.reason) });
    else if (cells.some((cell) => cell !== '')) rows.push({ line, cells: cells.map(plainCell) });
    total += cells?.length ?? 1;
    if (rows.length > SHEET_LIMITS.rows || total > SHEET_LIMITS.cells) throw invalid('content', 'max', { most: SHEET_LIMITS.rows });
  }
  return rows;
}

const problemOf = (reason: string): NonNullable<SheetRow['problem']> =>
  reason === 'quote' || reason === 'encoding' ? reason : 'unreadable';
