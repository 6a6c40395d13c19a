import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCsv } from './setup/texts.ts';
import { cellText, csvHead, csvLines, escapeFormula, separatorOf, unescapeFormula, writeCsv, type Column } from './table-file.ts';

const COLUMNS: Column[] = [
  { title: 'Nr.' },
  { title: 'Titel' },
  { title: 'Tag', kind: 'day' },
  { title: 'Wann', kind: 'moment' },
  { title: 'Preis', kind: 'money' },
  { title: 'Zahl', kind: 'number' },
];
const ROW = ['00042', 'Über "uns"', '2026-07-01', new Date('2026-07-01T22:30:00Z'), 123_456, -1.5];

describe('CSV file', () => {
  test('separates cells with a semicolon if the decimal separator is a comma', () => {
    expect(['de', 'de-AT', 'fr', 'en', 'en-GB'].map(separatorOf)).toEqual([';', ';', ';', ',', ',']);
  });

  test('formats numbers, days and times for its language', () => {
    expect(csvLines([ROW], 'de', COLUMNS)).toBe('"00042";"Über ""uns""";01.07.2026;02.07.2026 00:30;1234,56;-1,5\r\n');
    expect(csvLines([ROW], 'en', COLUMNS)).toBe('"00042","Über ""uns""",01/07/2026,02/07/2026 00:30,1234.56,-1.5\r\n');
  });

  test('begins with a byte order mark and the column titles', () => {
    expect(csvHead(COLUMNS.slice(0, 2), 'de')).toBe('\uFEFF"Nr.";"Titel"\r\n');
    expect(writeCsv([['a'], ['b']], 'en')).toBe('\uFEFF"a"\r\n"b"\r\n');
  });

  test('can contain text in columns of any kind', () => {
    expect(csvLines([[null, '', null, null, null, null]], 'de', COLUMNS)).toBe('"";"";"";"";"";""\r\n');
    expect(cellText('unbefristet', { kind: 'day' }, 'de')).toBe('unbefristet');
  });

  test("formats a cell by its own kind instead of the column's", () => {
    expect(
      csvLines(
        [
          [
            { kind: 'money', value: 5 },
            { kind: 'day', value: '2026-12-24' },
          ],
        ],
        'de',
      ),
    ).toBe('0,05;24.12.2026\r\n');
  });
});

describe('formula protection', () => {
  test.each(['=1+1', '+49 221', '-1+2', '@SUM(A1)', '\t=1', '\r=1', '\nx', ' =1+1', '＝1', '-', '=', '+491511234567'])(
    'prefixes %j with an apostrophe',
    (cell) => {
      expect(escapeFormula(cell)).toBe(`'${cell}`);
      expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
    },
  );

  test.each(['Vulkane', '-5', '-1.234,50', 'a=b', '00042', '', ' x'])('leaves %j unchanged', (cell) =>
    expect(escapeFormula(cell)).toBe(cell),
  );

  test('restores every cell after reading the file', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), fc.constantFrom('de', 'en'), (cells, lang) => {
        const row = cells.map((cell) => `${cell.replaceAll('\r', '')}x`);
        const [, read] = parseCsv(writeCsv([row.map((_, i) => `c${i}`), row], lang));
        expect(read!.map(unescapeFormula)).toEqual(row);
      }),
    );
  });
});
