import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableDefinition } from './columns.ts';
import { readTable } from './read-table.ts';
import { encodeBytes } from '../text-encoding/testing/encode-bytes.ts';
import { textRows, workbook } from './testing/workbook.ts';

/** Factor for the number of random files, which is higher in release tests. A failed run prints its seed. */
const MORE = process.env.TEST_RELEASE ? 20 : 1;

const DEVICES: TableDefinition<'code' | 'model' | 'kind' | 'note'> = {
  rows: 5_000,
  columns: {
    code: { names: ['Inventarnummer', 'Inv.-Nr.'], required: true },
    model: { names: ['Modell', 'Bezeichnung'], required: true },
    kind: { names: ['Art'], choices: { '': [''], film: ['Film', 'Kamera'], sound: ['Ton', 'Mikrofon'] }, forAll: true },
    note: { names: ['Notiz'], multiline: true },
  },
};

const read = (content: string | Uint8Array, mapping?: Parameters<typeof readTable>[2]) =>
  readTable(typeof content === 'string' ? Buffer.from(content) : content, DEVICES, mapping);
const rulesOf = (error: unknown) => (error as { details?: { problems?: { rule: string }[] } }).details?.problems?.map(({ rule }) => rule);
const refusal = (content: string | Uint8Array) =>
  read(content).then(
    () => 'read',
    (error: unknown) => rulesOf(error)?.[0],
  );

const TEXT = 'Inventarnummer;Modell;Art;Notiz\r\n00042;Körbchen;Film;"Zeile 1\r\nZeile 2"\r\nK-2;Gerät;Ton;\r\n';
const EXPECTED = [
  { code: '00042', model: 'Körbchen', kind: 'film', note: 'Zeile 1\nZeile 2' },
  { code: 'K-2', model: 'Gerät', kind: 'sound', note: '' },
];
const ENCODINGS: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 LE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 BE': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'UTF-16 LE without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16 BE without a mark': (text) => Buffer.from(text, 'utf16le').swap16(),
  'Windows-1252': (text) => Buffer.from(text, 'latin1'),
  'Mac OS Roman': (text) => encodeBytes(text, 'macintosh'),
  'the code page of DOS': (text) => encodeBytes(text, 'cp850'),
};
const SEPARATORS: Record<string, (text: string) => string> = {
  semicolons: (text) => text,
  commas: (text) => text.replaceAll(';', ','),
  tabs: (text) => text.replaceAll(';', '\t'),
  'a sep line': (text) => `sep=;\r\n${text}`,
  'a sep line with a comma': (text) => `"sep=,"\r\n${text.replaceAll(';', ',')}`,
  'line feeds': (text) => text.replaceAll('\r\n', '\n'),
  'carriage returns': (text) => text.replaceAll('\r\n', '\r'),
  'titles above the header': (text) => `Bestand der Medienstelle\r\n\r\nStand: 28.11.2026;;;\r\n${text}`,
  'blank rows at the end': (text) => `${text};;;\r\n\r\n;;;\r\n`,
};

describe.each(Object.entries(ENCODINGS))('CSV in %s', (_, encode) => {
  it.each(Object.entries(SEPARATORS))('is read with %s', async (__, change) => {
    const { found, rows } = await read(encode(change(TEXT)));
    expect(rows.map(({ cells }) => cells)).toEqual(EXPECTED);
    expect([found.format, found.missing, found.values]).toEqual(['csv', [], []]);
  });
});

describe('cell', () => {
  it.each([
    ['="00042"', '00042'],
    ['"=""00042"""', '00042'],
    ["'=1+1", '=1+1'],
    ['"say ""x"""', 'say "x"'],
    ['5" Monitor', '5" Monitor'],
    ['"Der "große" Koffer"', 'Der "große" Koffer'],
    ['  K 1  ', 'K 1'],
  ])('%s is parsed as %s', async (cell, expected) => {
    expect((await read(`Inventarnummer;Modell\n${cell};x`)).rows[0]!.cells.code).toBe(expected);
  });

  it('with an unclosed quotation mark rejects only its own row', async () => {
    const { rows } = await read('Inventarnummer;Modell\nA;"offen\nB;x\nC;y');
    expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
      [2, { field: '', rule: 'quote' }],
      [3, null],
      [4, null],
    ]);
    expect(rows[0]!.raw).toEqual(['A;"offen']);
  });

  it('with invalid encoding rejects only its own row', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Inventarnummer;Modell\nA;Gerät für Töne\nB;'),
      Buffer.from([0xff]),
      Buffer.from('\nC;Größe'),
    ]);
    expect((await read(bytes)).rows.map(({ problem }) => problem?.rule)).toEqual([undefined, 'encoding', undefined]);
  });
});

describe('columns', () => {
  it('include ignored columns with sample cells', async () => {
    const { found, has } = await read('Inv.-Nr.;Bezeichnung;Anschaffungswert;;Grund (nicht importiert)\nA;x;1.190,00;extra;Art fehlt');
    expect(found.headers.map(({ name, samples, reason }) => [name, samples, reason])).toEqual([
      ['Inv.-Nr.', ['A'], false],
      ['Bezeichnung', ['x'], false],
      ['Anschaffungswert', ['1.190,00'], false],
      ['', ['extra'], false],
      ['Grund (nicht importiert)', ['Art fehlt'], true],
    ]);
    expect([...has]).toEqual(['code', 'model']);
  });

  it('can be mapped manually if their names are unknown', async () => {
    const text = 'Nr;Was;Art\n1;Kamera;Lichtbild\n2;Mikro;';
    expect((await read(text)).found.missing).toEqual(['code', 'model']);
    const columns = [
      { column: 'code', place: { at: 0 } },
      { column: 'model', place: { at: 1 } },
      { column: 'kind', place: { at: 2 } },
    ];
    const mapped = await read(text, { sheet: '', header: 1, columns, values: [] });
    expect(mapped.rows.map(({ problem }) => problem)).toEqual([{ field: 'kind', rule: 'choice' }, null]);
    expect(mapped.found.values).toEqual([{ column: 'kind', value: 'Lichtbild', rows: 1, code: null }]);
    const values = [{ column: 'kind', value: 'Lichtbild', code: 'film' }];
    expect((await read(text, { sheet: '', header: 1, columns, values })).rows[0]!.cells.kind).toBe('film');
    const forAll = [...columns.slice(0, 2), { column: 'kind', place: { value: 'Ton' } }];
    expect((await read(text, { sheet: '', header: 1, columns: forAll, values: [] })).rows.map(({ cells }) => cells.kind)).toEqual([
      'sound',
      'sound',
    ]);
  });

  it('are ignored in a mapping if the definition lacks them', async () => {
    const columns = ['constructor', '__proto__', 'code', 'model'].map((column) => ({ column, place: { value: 'x' } }));
    const { rows } = await read('a;b\n1;2', {
      sheet: '',
      header: 1,
      columns,
      values: [{ column: 'kind', value: '', code: 'constructor' }],
    });
    expect(rows[0]!.cells).toEqual({ code: 'x', model: 'x', kind: '', note: '' });
  });
});

describe('readTable', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['a header only', 'Inventarnummer;Modell\n', 'empty'],
    ['a PDF', '%PDF-1.7\n', 'binary'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'xls'],
    ['too many rows', `Inventarnummer;Modell\n${'A;x\n'.repeat(5_001)}`, 'max'],
    ['too many columns', `Inventarnummer;Modell${';'.repeat(200)}\nA;x`, 'columns'],
  ])('rejects %s', async (_, content, rule) => {
    expect(await refusal(content)).toBe(rule);
  });
});

const cell = fc.string({ unit: fc.constantFrom('a', 'ß', 'Ä', ';', ',', '\t', '"', '\n', ' ', '=', "'", '1', '|', '€'), maxLength: 8 });

/** Returns a cell as it should be read: without `="…"`, and without the apostrophe before a formula or number. */
function expectedOf(text: string): string {
  const trimmed = text.trim();
  const kept = /^=\s*"([^]*)"$/.exec(trimmed)?.[1];
  return (
    kept === undefined ? trimmed.replace(/^'(?=\s*[=+\-@']|[\t\r\n])/, '').replace(/^'(?=\d+$)/, '') : kept.replaceAll('""', '"')
  ).trim();
}

describe('random table', () => {
  it('preserves all cells with any separator and encoding', async () => {
    const tables = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
    const writers = fc.record({
      separator: fc.constantFrom(';', ',', '\t'),
      end: fc.constantFrom('\n', '\r\n'),
      encode: fc.constantFrom(ENCODINGS['UTF-8']!, ENCODINGS['UTF-16 LE']!, ENCODINGS['UTF-16 BE']!),
    });
    await fc.assert(
      fc.asyncProperty(tables, writers, async (table, { separator, end, encode }) => {
        const lines = [['Inventarnummer', 'Modell', 'Art', 'Notiz'], ...table.map((row) => ['k', ...row])];
        const text = lines.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(separator)).join(end);
        const { rows } = await read(encode(text + end));
        expect(rows.map(({ raw }) => raw)).toEqual(table.map((row) => ['k', ...row.map((each) => expectedOf(each))]));
      }),
      { numRuns: 150 * MORE },
    );
  });

  it('preserves all cells of a workbook', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (table) => {
        const rows = [['Inventarnummer', 'Modell', 'Notiz'], ...table.map((row) => ['k', ...row])];
        const found = await read(workbook({ sheets: { Bestand: textRows(rows) } }));
        expect(found.rows.map(({ raw }) => [...raw, '', ''].slice(0, 3))).toEqual(
          table.map((row) => ['k', ...row.map((each) => each.trim())]),
        );
      }),
      { numRuns: 100 * MORE },
    );
  });

  it('is either read or rejected with a known error', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 200 }).map((tail) => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), tail])),
      fc.uint8Array({ maxLength: 60 }).map((noise) => damaged(noise)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (content) => {
        const outcome = await refusal(content);
        expect(typeof outcome).toBe('string');
      }),
      { numRuns: 400 * MORE },
    );
  });
});

/** Returns a workbook in which some bytes are overwritten. */
function damaged(noise: Uint8Array): Buffer {
  const whole = workbook({
    sheets: {
      A: textRows([
        ['Inventarnummer', 'Modell'],
        ['1', 'x'],
      ]),
    },
  });
  for (const [i, byte] of noise.entries()) whole[(byte * 7 + i * 31) % whole.length] = byte;
  return whole;
}
