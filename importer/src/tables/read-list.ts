/** Reads a list without columns, such as groups of synonyms: text in any encoding, or the first worksheet of a workbook. Runs in child processes of the server only. */
import { decodeBytes } from '../text-encoding/decode.ts';
import { decodeTable } from './decode-table.ts';
import { formatOf } from './read-table.ts';
import { readWorkbook } from './xlsx/read-workbook.ts';

const MAX_LINE = 100_000;

/** Returns the lines of a file; the cells of a worksheet are joined by semicolons. Throws `validation_failed` of `content`. */
export async function readListText(content: Uint8Array): Promise<string> {
  if (formatOf(content) === 'xlsx') {
    const [sheet] = await readWorkbook(content);
    const lines: string[] = [];
    // Keeps the line numbers of empty rows, so that errors name the right row.
    for (const { line, cells } of sheet!.rows) {
      while (lines.length < Math.min(line - 1, MAX_LINE)) lines.push('');
      lines.push(cells.filter((cell) => cell !== '').join('; '));
    }
    return lines.join('\n');
  }
  const { bytes, encoding } = decodeTable(content);
  return decodeBytes(bytes, encoding);
}
