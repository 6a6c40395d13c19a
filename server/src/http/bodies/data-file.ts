/** Streams exported rows as a single JSON object or table. */
import { isIsoDay, type Cell, type TypedCell } from '@fundus/contract/table-file';
import type { DataPage } from '../context.ts';

/** Yields the text of a JSON object with the fields of `head`, followed by one array per area with one row per line. */
export async function* writeJson(head: object, pages: AsyncIterable<DataPage>): AsyncGenerator<string> {
  let text = JSON.stringify(head, null, 2).slice(0, -2);
  let area: string | undefined;
  let rows = 0;
  for await (const page of pages) {
    if (page.area !== area) {
      text += `${area === undefined ? '' : '\n  ]'},\n  ${JSON.stringify(page.area)}: [`;
      area = page.area;
      rows = 0;
    }
    if (page.count > 0) text += `${rows > 0 ? ',' : ''}\n${page.rows}`;
    rows += page.count;
    // The first text is yielded after the first page was read, so that a failure before it results in an error reply.
    yield text;
    text = '';
  }
  yield `${text}${area === undefined ? '' : '\n  ]'}\n}\n`;
}

/** Yields table rows with one value of the export per row. */
export async function* valueRows(pages: AsyncIterable<DataPage>): AsyncGenerator<(Cell | TypedCell)[][]> {
  let area: string | undefined;
  let entry = 0;
  for await (const page of pages) {
    if (page.area !== area) [area, entry] = [page.area, 0];
    const rows = JSON.parse(`[${page.rows}]`) as Record<string, unknown>[];
    yield rows.flatMap((row) => linesOf(page.area, (entry += 1), row));
  }
}

const linesOf = (area: string, entry: number, row: Record<string, unknown>): (Cell | TypedCell)[][] =>
  Object.entries(row).map(([field, value]) => [area, entry, field, cellOf(value)]);

const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:Z|[+-]\d{2}(?::?\d{2})?)$/;

function cellOf(value: unknown): Cell | TypedCell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value;
  if (typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'string' && isIsoDay(value)) return { kind: 'day', value };
  return typeof value === 'string' && MOMENT.test(value) ? new Date(value) : String(value as string | boolean);
}
