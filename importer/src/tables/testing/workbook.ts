/** Creates workbooks and archives for tests. */
import { crc32, deflateRawSync } from 'node:zlib';

/** Returns a ZIP archive. If set, `declared` is used as the unpacked size in all entries. */
export function zip(entries: Readonly<Record<string, string | Buffer>>, declared?: number): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declared ?? bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const entriesOf = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entriesOf.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, entriesOf, end]);
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (list: readonly [id: string, kind: string, target: string][]): string =>
  `<Relationships>${list.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`).join('')}</Relationships>`;

export type WorkbookParts = {
  /** Content of the element `sheetData` by name of the worksheet. */
  sheets: Readonly<Record<string, string>>;
  strings?: readonly string[];
  /** Number formats of the cell styles 1, 2, and so on. */
  formats?: readonly string[];
  hidden?: readonly string[];
  date1904?: boolean;
  more?: Readonly<Record<string, string | Buffer>>;
};

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export function workbook({ sheets, strings = [], formats = [], hidden = [], date1904 = false, more = {} }: WorkbookParts): Buffer {
  const names = Object.keys(sheets);
  const entries = names.map(
    (name, i) => `<sheet name="${escape(name)}" sheetId="${i + 1}" r:id="s${i}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
  );
  return zip({
    '_rels/.rels': relations([['r', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="${RELATIONS}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ['a', 'sharedStrings', 'sharedStrings.xml'],
      ['b', 'styles', 'styles.xml'],
      ...names.map((_, i): [string, string, string] => [`s${i}`, 'worksheet', `worksheets/sheet${i}.xml`]),
    ]),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si>${text.startsWith('<') ? text : `<t xml:space="preserve">${escape(text)}</t>`}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${escape(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, i) => `<xf numFmtId="${200 + i}"/>`).join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, i) => [`xl/worksheets/sheet${i}.xml`, `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`]),
    ),
    ...more,
  });
}

/** Returns worksheet rows with inline texts. */
export const textRows = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(
      (cells, i) =>
        `<row r="${i + 1}">${cells.map((cell) => `<c t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`).join('')}</row>`,
    )
    .join('');
