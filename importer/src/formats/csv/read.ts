/** Reads a CSV file as rows with the number of their first line. An unclosed quotation mark only affects its own row. */
import { parse } from 'csv-parse/sync';
import { decode, MAX_LINE_BYTES, readLines, type Source, strictDecoder } from '../../lines.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { openTable } from './open-table.ts';
import type { CsvPlan } from './plan.ts';

export type Row = { line: number; cells: string[]; refusal?: undefined } | { line: number; refusal: Refusal; cells?: undefined };

type Text = { line: number; text: string; refusal?: undefined } | { line: number; refusal: Refusal; text?: undefined };

/** Maximum number of lines in a quoted cell. If it is exceeded, the quotation mark counts as unclosed. */
const MAX_ROW_LINES = 200;

/** Maximum size of a batch in rows and characters. Rows are parsed in batches, because a call of the parser costs more than parsing a row. */
const BATCH = { rows: 256, characters: 1_000_000 };

export async function* readRows(source: Source, { delimiter, encoding }: Pick<CsvPlan, 'delimiter' | 'encoding'>): AsyncGenerator<Row> {
  let batch: Text[] = [];
  let characters = 0;
  for await (const row of wholeRows(texts(source, encoding), delimiter)) {
    batch.push(row);
    characters += row.text?.length ?? 0;
    if (batch.length < BATCH.rows && characters < BATCH.characters) continue;
    yield* cellsOf(batch, delimiter);
    [batch, characters] = [[], 0];
  }
  yield* cellsOf(batch, delimiter);
}

async function* texts(source: Source, encoding: CsvPlan['encoding']): AsyncGenerator<Text> {
  const table = await openTable(source);
  const strict = strictDecoder(table.isWide ? 'utf-8' : encoding);
  for await (const { line, bytes, refusal } of readLines(table.source))
    yield refusal ? { line, refusal } : { line, ...decode(bytes, strict) };
}

/** Joins the lines of a quoted cell. If the cell is never closed, rejects its first line and scans the other lines again. */
async function* wholeRows(lines: AsyncGenerator<Text>, delimiter: string): AsyncGenerator<Text> {
  const again: Text[] = [];
  let open: Text[] = [];
  let joined = '';
  try {
    for (;;) {
      const next = again.shift() ?? ((await lines.next()).value as Text | undefined);
      const scanned = next?.text === undefined ? null : scan(next.text, delimiter, open.length > 0);
      const first = open[0];
      if (first && (!next || !scanned || scanned.broken || open.length >= MAX_ROW_LINES || joined.length > MAX_LINE_BYTES)) {
        yield { line: first.line, refusal: refuse('line', 'quote', first.text) };
        again.unshift(...open.slice(1), ...(next ? [next] : []));
        [open, joined] = [[], ''];
        continue;
      }
      if (!next) return;
      if (!scanned) {
        yield next;
        continue;
      }
      joined = open.length > 0 ? `${joined}\n${scanned.text}` : scanned.text;
      if (scanned.quoted) {
        open.push(next);
        continue;
      }
      if (joined.trim() !== '') yield { line: first?.line ?? next.line, text: joined };
      [open, joined] = [[], ''];
    }
  } finally {
    await lines.return(undefined);
  }
}

type Scan = { text: string; quoted: boolean; broken: boolean };

/**
 * Tracks the quotation marks of a line. Doubles an undoubled mark inside a quoted cell (`"Der "große" Wal"`) if the cell began on this line. If it
 * began on an earlier line, the cell is `broken`.
 */
function scan(line: string, delimiter: string, quotedBefore: boolean): Scan {
  let quoted = quotedBefore;
  let own = false;
  let fresh = !quoted;
  let text = '';
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]!;
    text += sign;
    if (!quoted) {
      if (sign === '"' && fresh) [quoted, own] = [true, true];
      fresh = sign === delimiter || (fresh && sign === ' ');
      continue;
    }
    if (sign !== '"') continue;
    if (line[i + 1] === '"') {
      text += '"';
      i += 1;
    } else if (endsCell(line, i + 1, delimiter)) [quoted, own, fresh] = [false, false, false];
    else if (own) text += '"';
    else return { text, quoted, broken: true };
  }
  return { text, quoted, broken: false };
}

const endsCell = (line: string, from: number, delimiter: string): boolean => {
  let i = from;
  while (line[i] === ' ') i += 1;
  return i >= line.length || line[i] === delimiter;
};

function* cellsOf(batch: readonly Text[], delimiter: string): Generator<Row> {
  const rows = batch.filter((row) => row.refusal === undefined);
  const parsed = split(rows.map(({ text }) => text!).join('\n'), delimiter, rows.length);
  let at = 0;
  for (const row of batch) {
    if (row.refusal) {
      yield { line: row.line, refusal: row.refusal };
      continue;
    }
    const cells = parsed?.[at] ?? split(row.text, delimiter, 1)?.[0];
    at += 1;
    yield cells ? { line: row.line, cells } : { line: row.line, refusal: refuse('line', 'quote', row.text) };
  }
}

/** Returns the cells of complete rows, or `null` if the parser returns a different number of rows. */
function split(text: string, delimiter: string, rows: number): string[][] | null {
  if (rows === 0) return [];
  try {
    const parsed = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      record_delimiter: '\n',
    }) as string[][];
    return parsed.length === rows ? parsed : null;
  } catch {
    return null;
  }
}
