import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { TableQuery } from '@fundus/contract/table-file';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { readPages, tableFile, type Table } from './table-file.ts';

const TABLE: Table = {
  name: 'lizenzen: [alle]',
  columns: [
    { title: 'Nummer' },
    { title: 'Titel' },
    { title: 'Bis', kind: 'day' },
    { title: 'Wann', kind: 'moment' },
    { title: 'Preis', kind: 'money' },
    { title: 'Plätze', kind: 'number' },
  ],
  rows: [
    ['00042', '=HYPERLINK("https://x.example")', '2027-07-31', new Date('2026-07-01T22:30:15Z'), 119_050, 30],
    ['-1', ' @a\tb', 'unbefristet', null, null, { kind: 'money', value: 250 }],
  ],
};
const bodyOf = (asked: TableQuery, table = TABLE) => Readable.from(tableFile(asked, table).body as AsyncIterable<string>);
const sheetOf = async (table = TABLE, lang = 'de') => {
  const { sheets } = await readXlsx(await buffer(bodyOf({ format: 'xlsx', lang }, table)));
  return sheets[0]!;
};

describe('XLSX file', () => {
  test('contains typed cells without formulas', async () => {
    const { rows, name, cells } = await sheetOf();
    expect(name).toBe('lizenzen- -alle-');
    expect(rows[0]).toEqual(['Nummer', 'Titel', 'Bis', 'Wann', 'Preis', 'Plätze']);
    expect(rows[1]).toEqual([
      ...['00042', '=HYPERLINK("https://x.example")'],
      ...[new Date('2027-07-31T00:00:00Z'), new Date('2026-07-02T00:30:15Z'), 1_190.5, 30],
    ]);
    expect(rows[2]).toEqual(['-1', ' @a\tb', 'unbefristet', null, null, 2.5]);
    expect([...(cells?.values() ?? [])].filter((cell) => cell.formula !== undefined)).toEqual([]);
  });

  test('contains a date as text if its column has another type', async () => {
    const rows = [[new Date('2026-07-01T22:30:00Z')], [{ kind: 'day' as const, value: '2026-12-24' }]];
    expect((await sheetOf({ name: 'x', columns: [{ title: 'Wert' }], rows })).rows).toEqual([
      ['Wert'],
      ['02.07.2026 00:30'],
      ['24.12.2026'],
    ]);
  });

  test('truncates cells to the maximum length that Excel supports', async () => {
    const { rows } = await sheetOf({ name: 'x', columns: [{ title: 'a' }], rows: [['ä'.repeat(40_000)]] });
    expect(rows[1]![0]).toHaveLength(32_767);
  });

  test('contains the column titles of a table without rows', async () => {
    expect((await sheetOf({ name: 'x', columns: [{ title: 'a' }], rows: [] })).rows).toEqual([['a']]);
  });
});

test('matches the requested format in name and content type', () => {
  expect(tableFile({ format: 'csv', lang: 'de' }, { ...TABLE, name: 'x' }).headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="x.csv"',
  });
  expect(tableFile({ format: 'xlsx', lang: 'de' }, { ...TABLE, name: 'x' }).headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="x.xlsx"',
  });
});

test('writes the column titles of an empty CSV file', async () => {
  expect(await text(bodyOf({ format: 'csv', lang: 'en' }, { ...TABLE, rows: [] }))).toBe(
    '\uFEFF"Nummer","Titel","Bis","Wann","Preis","Plätze"\r\n',
  );
});

test('reads a list to the end, one page at a time', async () => {
  const all = Array.from({ length: 4_001 }, (_, i) => i);
  const asked: number[] = [];
  const read = async (offset: number, limit: number) => {
    asked.push(offset);
    return all.slice(offset, offset + limit);
  };
  const found: number[] = [];
  for await (const page of readPages(read, (n) => n)) found.push(...page);
  expect([asked, found]).toEqual([[0, 2_000, 4_000], all]);
});
