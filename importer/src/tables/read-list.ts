/**
 * Reads a list without columns, such as groups of synonyms, from a text in any encoding or the first worksheet of a workbook. Only used in child
 * processes of the server.
 */
import { decodeBytes } from '../text-encoding/decode.ts';
import { decodeTable } from './decode-table.ts';
import { formatOf } from './read-table.ts';
import { readWorkbook } from './xlsx/read-workbook.ts';

const MAX_LINE = 100_000;

/** Returns the lines of a file. Cells of a worksheet are joined with semicolons. Throws `validation_failed` for the field `content`. */
export async function readListText(content: Uint8Array): Promise<string> {
  if (formatOf(content) === 'xlsx') {
    const [sheet] = await readWorkbook(content);
    const lines: string[] = [];
    // Adds empty lines for missing rows, so that errors refer to the correct row.
    for (const { line, cells } of sheet!.rows) {
      while (lines.length < Math.min(line - 1, MAX_LINE)) lines.push('');
      lines.push(cells.filter((cell) => cell !== '').join('; '));
    }
    return lines.join('\n');
  }
  const { bytes, encoding } = decodeTable(content);
  return decodeBytes(bytes, encoding);
}
