/** Tables in the forms that spreadsheets and library programs write. */
import { de, en } from '@fundus/contract/messages';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { detectFormat, guessColumns } from '../../detect.ts';
import { readRecords } from '../../import-records.ts';

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

/** Reads a table with its guessed columns. */
async function read(file: Uint8Array, size = 7): Promise<string[]> {
  const detected = await detectFormat(file);
  if (!detected?.table) return ['no table'];
  const { headers, ...table } = detected.table;
  const columns = Object.fromEntries(Object.entries(guessColumns(headers)).map(([field, column]) => [field, { column }]));
  const titles: string[] = [];
  for await (const { record, refusal } of readRecords('csv', pieces(file, size), { plan: { ...table, columns } as never }))
    titles.push(record ? `${record.identifier} ${record.fn_titel}` : `${refusal?.field} ${refusal?.reason}`);
  return titles;
}

const TABLE = 'Mediennummer;Titel;Art\n1;Äpfel;DVD\n';

it.each<[string, Uint8Array]>([
  ['a line that names the separator', Buffer.from(`\ufeffsep=;\r\n${TABLE}`)],
  ['the same in quotation marks', Buffer.from(`"sep=,"\n${TABLE.replaceAll(';', ',')}`)],
  ['titles, a date and empty rows above the header', Buffer.from(`Bestand Nord;;\nStand: 1.1.2026\n\n;;\n${TABLE}`)],
  ['a header with line breaks and brackets', Buffer.from('Mediennummer;"Titel\n(Haupttitel)";Art\n1;Äpfel;DVD\n')],
  ['UTF-16 with tabs', Buffer.from(`\ufeff${TABLE.replaceAll(';', '\t')}`, 'utf16le')],
  ['UTF-16, big-endian', Buffer.from(`\ufeff${TABLE}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from(TABLE, 'utf16le')],
  ['carriage returns alone', Buffer.from(TABLE.replaceAll('\n', '\r'))],
  ['Windows-1252', Buffer.from(TABLE, 'latin1')],
  ['numbers as formulas', Buffer.from(TABLE.replace('\n1;', '\n="1";'))],
  ['numbers behind an apostrophe', Buffer.from(TABLE.replace('\n1;', "\n'1;"))],
  ['columns without a name', Buffer.from('Mediennummer;;Titel;Art;\n1;;Äpfel;DVD;\n')],
  ['decomposed characters', Buffer.from(TABLE.replace('Ä', 'A\u0308'))],
])('reads a table with %s', async (_, file) => {
  expect(await read(file)).toEqual(['1 Äpfel']);
});

it('guesses columns whose names contain decomposed or zero-width characters', () => {
  expect(guessColumns(['\ufeffMediennummer', 'Schlagwo\u0308rter', 'Titel\u200b'])).toEqual({
    identifier: '\ufeffMediennummer',
    fn_schlag: 'Schlagwo\u0308rter',
    fn_titel: 'Titel\u200b',
  });
});

it.each(
  (['de', 'en'] as const).flatMap((language) => [
    { name: 'the column dialog', language, key: (field: string) => `imports.column.${field}` },
    { name: 'the exported list of media', language, key: (field: string) => `edit.field.${field}` },
  ]),
)('guesses columns by the labels of $name, $language', ({ language, key }) => {
  const texts: Record<string, string> = language === 'de' ? de : en;
  const listed = ['identifier', 'fn_titel', 'fn_kurztext', 'fn_typ', 'fn_geb', 'fn_prodname', 'year'];
  const further = ['fn_text', 'fn_sprache', 'fn_adressat', 'fn_schlag', 'duration', 'url', 'isbn', 'ean', 'doi', 'rights_note'];
  const fields = [...listed, ...(key('').startsWith('imports') ? further : [])];
  const labels = Object.fromEntries(fields.map((field) => [field, texts[key(field)]!]));
  expect(guessColumns(Object.values(labels))).toEqual(labels);
});

it.each([
  [['Medien-Nr.', 'Hauptsachtitel', 'Zusatz zum Titel', 'Medienart', 'Ersch.-Jahr', 'Schlagwort(e)']],
  [['biblionumber', 'title', 'subtitle', 'itemtype', 'copyrightdate', 'keywords']],
  [['MEDIENNUMMER', 'TITEL', 'UNTERTITEL', 'MEDIENGRUPPE', 'ERSCHEINUNGSJAHR', 'STICHWÖRTER']],
])('guesses the columns %j', (headers) => {
  const fields = ['identifier', 'fn_titel', 'fn_kurztext', 'fn_typ', 'year', 'fn_schlag'];
  expect(guessColumns(headers)).toEqual(Object.fromEntries(fields.map((field, i) => [field, headers[i]])));
});

it('rejects only the row that contains a zero byte', async () => {
  expect(await read(Buffer.from(`${TABLE}2;Bir\0nen;DVD\n3;Kirschen;DVD\n`))).toEqual(['1 Äpfel', 'line nul', '3 Kirschen']);
});

it('reports the columns that the most similar header lacks', async () => {
  const plan = { delimiter: ';', encoding: 'utf-8', columns: { identifier: { column: 'Nummer' }, fn_titel: { column: 'Titel' } } };
  const found: unknown[] = [];
  for await (const each of readRecords('csv', pieces(Buffer.from(`Liste;;\n${TABLE}`), 9), { plan: plan as never })) found.push(each);
  expect(found).toEqual([{ line: 2, refusal: { field: 'Nummer', reason: 'column', value: 'Mediennummer, Titel, Art' } }]);
});

it('reads all rows regardless of encoding and line endings', async () => {
  const title = fc
    .array(fc.constantFrom('Äpfel', 'a;b', '„x“', '"q"', 'x,y', '中文'), { minLength: 1, maxLength: 3 })
    .map((all) => all.join(' '));
  const writing = fc.record({
    above: fc.constantFrom('', 'Liste\n\n', 'sep=;\n'),
    end: fc.constantFrom('\n', '\r\n', '\r'),
    encoding: fc.constantFrom<'utf8' | 'utf16le'>('utf8', 'utf16le'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(title, { minLength: 1, maxLength: 4 }), writing, fc.integer({ min: 1, max: 60 }), async (all, how, size) => {
      const rows = all.map((each, i) => `${i};"${each.replaceAll('"', '""')}"\n`).join('');
      const text = `${how.above}Nummer;Titel\n${rows}`.replaceAll('\n', how.end);
      expect(await read(Buffer.from(`\ufeff${text}`, how.encoding), size)).toEqual(all.map((each, i) => `${i} ${each}`));
    }),
  );
});
