/** Writes pages of rows as one file, as they are read. */
import { csvHead, csvLines } from '@fundus/contract/setup/texts';
import type { DataPage } from './context.ts';

/** Writes a JSON object: the fields of `head`, then an array for each area, with one row a line. */
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
    // Nothing is sent before the first page is read: until then a failure can be answered.
    yield text;
    text = '';
  }
  yield `${text}${area === undefined ? '' : '\n  ]'}\n}\n`;
}

/** Writes CSV with one value a line. */
export async function* writeValues(pages: AsyncIterable<DataPage>): AsyncGenerator<string> {
  let head = csvHead(['area', 'entry', 'field', 'value']);
  let area: string | undefined;
  let entry = 0;
  for await (const page of pages) {
    if (page.area !== area) [area, entry] = [page.area, 0];
    const rows = JSON.parse(`[${page.rows}]`) as Record<string, unknown>[];
    yield head + csvLines(rows.flatMap((row) => linesOf(page.area, (entry += 1), row)));
    head = '';
  }
  if (head !== '') yield head;
}

const linesOf = (area: string, entry: number, row: Record<string, unknown>): string[][] =>
  Object.entries(row).map(([field, value]) => [
    area,
    String(entry),
    field,
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value as string | number | boolean),
  ]);
