/** Detects the format of a file from its beginning. */
import { detectTableEncoding } from './text-encoding/detect-encoding.ts';
import { TextDecoder } from 'node:util';
import { isResource } from './foreign/amb.ts';
import { findHeader, type Header } from './formats/csv/find-header.ts';
import { openTable } from './formats/csv/open-table.ts';
import type { CsvPlan } from './formats/csv/plan.ts';
import { readRows } from './formats/csv/read.ts';
import type { Format } from './import-records.ts';
import { isIso2709 } from './marc/iso-2709.ts';

/** Maximum number of bytes used for the detection. */
export const HEAD_BYTES = 64 * 1024;

export { guessColumns } from './formats/csv/find-header.ts';

export type DetectedFormat = { format: Exclude<Format, 'csv'>; table?: undefined } | { format: 'csv'; table: DetectedTable };
export type DetectedTable = Pick<CsvPlan, 'delimiter' | 'encoding'> & { headers: string[] };

/** Returns the format of a file, or `null` if it is unknown. */
export async function detectFormat(head: Uint8Array): Promise<DetectedFormat | null> {
  if (isIso2709(head)) return { format: 'marc' };
  const start = new TextDecoder('utf-8')
    .decode(head.subarray(0, 200))
    .replace(/^\ufeff/, '')
    .trimStart();
  if (start.startsWith('<') || (isUtf16(head) && detectXml(head) !== null)) {
    const format = detectXml(head);
    return format && { format };
  }
  if (start.startsWith('[')) return { format: 'amb' };
  if (start.startsWith('{')) {
    const text = new TextDecoder('utf-8').decode(head);
    return isAmb(text) ? { format: 'amb' } : isJsonLines(text) ? { format: 'jsonl' } : null;
  }
  const table = await readTable(head);
  return table && { format: 'csv', table };
}

const isUtf16 = ([first, second]: Uint8Array): boolean => (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

type Mark = readonly [mark: RegExp, followedBy?: RegExp];

/** Formats detected by their first bytes, as JSON, or as a table. All other formats are detected by an element name. */
type Unmarked = 'csv' | 'jsonl' | 'amb' | 'marc';

/** Elements that occur in only one XML format. The first one in a file decides. Envelope elements are not listed. */
const MARKS: Readonly<Record<Exclude<Format, Unmarked>, readonly Mark[]>> = {
  elixier: [[/<(?:\w+:)?datensatz[\s>]/i]],
  onix: [[/<(?:ONIXMessage|Product)[\s>]/i]],
  lom: [[/<(?:\w+:)?lom[\s>]/]],
  dc: [[/<(?:\w+:)?dc[\s>]/]],
  arix: [[/<r(?:ecord)?\s[^<>]*identifier=|<f\s+n=/], [/<result[\s>]/, /<r\s/]],
  marcxml: [[/<(?:\w+:)?(?:leader|datafield|controlfield)[\s>]/]],
};

function detectXml(head: Uint8Array): keyof typeof MARKS | null {
  // Element names have the same bytes in all single-byte encodings.
  const text = new TextDecoder(isUtf16(head) ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'windows-1252').decode(head);
  const found = (Object.keys(MARKS) as (keyof typeof MARKS)[]).flatMap((format) =>
    MARKS[format].flatMap(([mark, followedBy]) => {
      const at = text.search(mark);
      return at === -1 || (followedBy && !followedBy.test(text.slice(at))) ? [] : [{ format, at }];
    }),
  );
  return found.sort((a, b) => a.at - b.at)[0]?.format ?? null;
}

/** Returns whether the text is JSON-LD, on one line or several. */
function isAmb(text: string): boolean {
  if (/"(?:@context|@graph|@type)"\s*:|"type"\s*:\s*(?:\[[^[\]]*)?"LearningResource"/.test(text.slice(0, 4_000))) return true;
  try {
    const value: unknown = JSON.parse(text.split('\n', 1)[0]!);
    return isResource(value) && ('name' in value || '@type' in value) && !('title' in value || 'fn_titel' in value);
  } catch {
    return false;
  }
}

/**
 * Returns whether the text has one JSON object per line. Damaged lines are accepted, but at least one of the first lines must be a complete object.
 */
function isJsonLines(text: string): boolean {
  const lines = text.split('\n', 20);
  // A single line may be incomplete, because it continues after the head.
  return lines.length < 2 || lines.some(isJsonObject);
}

/** Returns whether the line is a JSON object. Indented lines are nested objects and do not count. */
function isJsonObject(line: string): boolean {
  if (!line.startsWith('{')) return false;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const DELIMITERS = [';', '\t', '|', ','] as const;

/** Number of bytes that are searched for the header of a table. */
const HEADER_BYTES = 16 * 1024;

/** Returns the header of a table with at least two columns; `null` for other files. */
async function readTable(head: Uint8Array): Promise<DetectedTable | null> {
  if (isArchive(head)) return null;
  const { isWide, separator } = await openTable(once(head));
  // Accepts a few zero bytes, because a table may contain a damaged row. Binary files contain more.
  if (!isWide && head.filter((byte) => byte === 0).length > head.length / 20) return null;
  const encoding = isWide || isUtf8(head) ? 'utf-8' : detectTableEncoding(head);
  const delimiters = separator === null ? DELIMITERS : [separator];
  const end =
    head.length < HEADER_BYTES
      ? head.length
      : Math.max(head.lastIndexOf(10, HEADER_BYTES), head.lastIndexOf(13, HEADER_BYTES)) + 1 || head.length;
  const found: (Header & { delimiter: string })[] = [];
  for (const delimiter of delimiters) {
    const header = await findHeader(readRows(once(head.subarray(0, end)), { delimiter, encoding }));
    if (header) found.push({ ...header, delimiter });
  }
  const [best] = found.sort((a, b) => b.rating - a.rating);
  return best ? { delimiter: best.delimiter, encoding, headers: best.headers } : null;
}

/** Returns whether the file is a ZIP or compound file, such as a workbook. */
const isArchive = ([first, second]: Uint8Array): boolean => (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Returns whether the bytes are valid UTF-8. The last character may be incomplete. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
