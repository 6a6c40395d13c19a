import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { readRows } from './read.ts';

/** Factor for the number of random files, which is higher in release tests. A failed run prints its seed. */
const MORE = process.env.TEST_RELEASE ? 20 : 1;

async function* bytes(content: string | Buffer): AsyncGenerator<Uint8Array> {
  const all = typeof content === 'string' ? Buffer.from(content) : content;
  for (let i = 0; i < all.length; i += 7) yield all.subarray(i, i + 7);
}

const rows = async (content: string | Buffer, delimiter = ';', encoding: 'utf-8' | 'windows-1252' = 'utf-8') => {
  const out: [number, ...(string | { reason: string })[]][] = [];
  for await (const { line, cells, refusal } of readRows(bytes(content), { delimiter, encoding }))
    out.push(cells ? [line, ...cells] : [line, { reason: refusal.reason }]);
  return out;
};

const quote = { reason: 'quote' };

describe('readRows', () => {
  it.each<[string, string, unknown[]]>([
    [
      'plain cells',
      'a;b\n1;2',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'empty lines and cells',
      'a;b\n\n  \n;\n1;',
      [
        [1, 'a', 'b'],
        [4, '', ''],
        [5, '1', ''],
      ],
    ],
    ['quoted delimiters and marks', '"a;b";"say ""x""";""', [[1, 'a;b', 'say "x"', '']]],
    ['blanks around quoted cells', ' "a" ; b ', [[1, 'a', 'b']]],
    [
      'a quoted line end, and the number after it',
      '"a\nb";c\r\nd;e',
      [
        [1, 'a\nb', 'c'],
        [3, 'd', 'e'],
      ],
    ],
    ['marks within an unquoted cell', '1;5" Diskette;x', [[1, '1', '5" Diskette', 'x']]],
    ['marks not doubled', '1;"Der "große" Wal";x', [[1, '1', 'Der "große" Wal', 'x']]],
    [
      'a mark never closed',
      'a;b\n1;"x\n2;y\n3;z',
      [
        [1, 'a', 'b'],
        [2, quote],
        [3, '2', 'y'],
        [4, '3', 'z'],
      ],
    ],
    [
      'a mark closed by the next row',
      '1;"x\n2;"y"\n3;z',
      [
        [1, quote],
        [2, '2', 'y'],
        [3, '3', 'z'],
      ],
    ],
    [
      'two marks never closed',
      '1;"x\n2;"y\n3;z',
      [
        [1, quote],
        [2, quote],
        [3, '3', 'z'],
      ],
    ],
    [
      'a quoted header cell never closed',
      '"a;b\n1;2',
      [
        [1, quote],
        [2, '1', '2'],
      ],
    ],
  ])('reads %s', async (_, content, expected) => {
    expect(await rows(content)).toEqual(expected);
  });

  it('splits rows at tabs without losing empty cells', async () => {
    expect(await rows('a\tb\tc\n\t\t3\n1\t\t', '\t')).toEqual([
      [1, 'a', 'b', 'c'],
      [2, '', '', '3'],
      [3, '1', '', ''],
    ]);
  });

  it('decodes windows-1252', async () => {
    expect(await rows(Buffer.from('Gr\xf6\xdfe;\x84Uhu\x93', 'latin1'), ';', 'windows-1252')).toEqual([[1, 'Größe', '„Uhu“']]);
  });

  it('rejects only rows with invalid UTF-8', async () => {
    expect(await rows(Buffer.from('a;b\n1;\xfc\n2;x', 'latin1'))).toEqual([
      [1, 'a', 'b'],
      [2, { reason: 'encoding' }],
      [3, '2', 'x'],
    ]);
  });

  it('continues after an unclosed quotation mark in a long file', async () => {
    const out = await rows(`1;"open\n${Array.from({ length: 1000 }, (_, i) => `${i};x`).join('\n')}`);
    expect(out.length).toBe(1001);
    expect(out[0]).toEqual([1, quote]);
    expect(out[1000]).toEqual([1001, '999', 'x']);
  });

  it('returns quoted cells unchanged', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ß', ';', '"', '\n', ' ', ',', '😀'), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 }), async (table) => {
        const written = table.map((row) => ['k', ...row].map((text) => `"${text.replaceAll('"', '""')}"`).join(';')).join('\n');
        const read = (await rows(written)).map(([, ...cells]) => cells);
        expect(read).toEqual(table.map((row) => ['k', ...row]));
      }),
      { numRuns: 300 * MORE },
    );
  });
});
