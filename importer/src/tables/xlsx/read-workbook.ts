/**
 * Reads the worksheets of an .xlsx file. Formulas are not evaluated; their stored values are used. Macros, links and pictures are ignored. The export
 * library `hucre` is not used, because it returns stored instead of displayed values (`42` for `00042`). It also accepts a part of 2 GiB and a worksheet
 * of 20 million cells.
 */
import { posix } from 'node:path';
import { invalid } from '@fundus/contract/errors';
import { TABLE_COLUMNS } from '@fundus/contract/tables/tables';
import { SHEET_LIMITS, type Sheet, type SheetRow } from '../sheet.ts';
import { builtInFormat, cellWords, numberText } from './cell-text.ts';
import { scanXml } from './scan-xml.ts';
import { openParts, type Parts } from './unzip.ts';

const MAX_SHEETS = 50;
const MAX_STRINGS = 1_000_000;
/** Maximum row number in Excel. */
const MAX_LINE = 1_048_576;
/** Maximum number of characters in all cells. The limit is needed because a shared text of a few bytes can be repeated in every cell. */
const MAX_CHARACTERS = 20_000_000;
const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet';

type Workbook = { parts: Parts; strings: string[]; formats: string[]; from1904: boolean };

/**
 * Returns the visible worksheets with their rows. Throws `validation_failed` for the field `content` with the rule `workbook`, `password`, `ods`,
 * `expands`, `max` or `columns`.
 */
export async function readWorkbook(content: Uint8Array): Promise<Sheet[]> {
  const parts = await openParts(content);
  if ((await parts.read('mimetype'))?.toString().trim() === SPREADSHEET) throw invalid('content', 'ods');
  const target = (await readTargets(parts, '_rels/.rels')).find(({ type }) => type.endsWith('/officeDocument'))?.target;
  const path = target ?? 'xl/workbook.xml';
  const bytes = await parts.read(path);
  if (!bytes) throw invalid('content', parts.names.has('EncryptedPackage') ? 'password' : 'workbook');
  const targets = await readTargets(parts, `${posix.dirname(path)}/_rels/${posix.basename(path)}.rels`);
  const partOf = (kind: string) => targets.find(({ type }) => type.endsWith(`/${kind}`))?.target;
  const { sheets, from1904 } = readSheets(bytes);
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')];
  const workbook: Workbook = {
    parts,
    from1904,
    strings: strings === undefined ? [] : readStrings(await parts.read(strings)),
    formats: styles === undefined ? [] : readFormats(await parts.read(styles)),
  };
  const read: Sheet[] = [];
  let [cells, characters] = [0, 0];
  const count = (text: string): void => {
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw invalid('content', 'expands');
  };
  for (const { name, id } of sheets.slice(0, MAX_SHEETS)) {
    const part = targets.find((each) => each.id === id)?.target;
    const xml = part === undefined ? undefined : await parts.read(part);
    if (!xml) continue;
    const rows = readRows(xml, workbook, count);
    cells += rows.reduce((sum, row) => sum + row.cells.length, 0);
    if (cells > SHEET_LIMITS.cells) throw invalid('content', 'max', { most: SHEET_LIMITS.rows });
    read.push({ name, rows });
  }
  if (read.length === 0) throw invalid('content', 'empty');
  return read;
}

type Target = { id: string; type: string; target: string };

/** Returns the parts to which a part refers, without external links. */
async function readTargets(parts: Parts, path: string): Promise<Target[]> {
  const bytes = await parts.read(path);
  const base = posix.dirname(posix.dirname(path));
  const targets: Target[] = [];
  if (bytes)
    scanXml(bytes, {
      open: (name, { Id = '', Type = '', Target: to = '', TargetMode }) => {
        if (name !== 'Relationship' || TargetMode === 'External') return;
        targets.push({ id: Id, type: Type, target: to.startsWith('/') ? to.slice(1) : posix.join(base, to) });
      },
    });
  return targets;
}

function readSheets(bytes: Buffer): { sheets: { name: string; id: string }[]; from1904: boolean } {
  const all: { name: string; id: string; hidden: boolean }[] = [];
  let from1904 = false;
  scanXml(bytes, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      all.push({ name: attributes.name ?? '', id, hidden: ['hidden', 'veryHidden'].includes(attributes.state ?? '') });
    },
  });
  const visible = all.filter(({ hidden }) => !hidden);
  return { sheets: visible.length > 0 ? visible : all, from1904 };
}

/** Returns the shared texts. Phonetic readings in rich text are omitted. */
function readStrings(bytes: Buffer | undefined): string[] {
  const strings: string[] = [];
  let words = '';
  let [inText, phonetic] = [false, false];
  if (bytes)
    scanXml(bytes, {
      open: (name) => {
        if (name === 'si') words = '';
        if (name === 'rPh') phonetic = true;
        inText = name === 't' && !phonetic;
      },
      text: (more) => {
        if (inText) words += more;
      },
      close: (name) => {
        if (name === 't') inText = false;
        if (name === 'rPh') phonetic = false;
        if (name !== 'si') return;
        if (strings.length >= MAX_STRINGS) throw invalid('content', 'max', { most: SHEET_LIMITS.rows });
        strings.push(cellWords(words));
      },
    });
  return strings;
}

/** Returns the number formats of all cell styles in order. */
function readFormats(bytes: Buffer | undefined): string[] {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let inCells = false;
  if (bytes)
    scanXml(bytes, {
      open: (name, attributes) => {
        if (name === 'numFmt') own.set(Number(attributes.numFmtId), attributes.formatCode ?? 'General');
        if (name === 'cellXfs') inCells = true;
        if (name !== 'xf' || !inCells) return;
        const id = Number(attributes.numFmtId ?? 0);
        formats.push(own.get(id) ?? builtInFormat(id));
      },
      close: (name) => {
        if (name === 'cellXfs') inCells = false;
      },
    });
  return formats;
}

/** Returns the column index of a reference such as `AB12`, counted from 0; `undefined` if it has none. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Returns the number of a row. If it is missing or not ascending, returns the number after the previous row. */
function lineOf(number: string | undefined, before: number): number {
  const line = Number(number);
  return Number.isInteger(line) && line > before && line <= MAX_LINE ? line : before + 1;
}

function readRows(bytes: Buffer, { strings, formats, from1904 }: Workbook, count: (text: string) => void): SheetRow[] {
  const rows: SheetRow[] = [];
  let row: SheetRow = { line: 0, cells: [] };
  let cell = { at: -1, type: '', style: 0 };
  let words = '';
  let [inValue, phonetic] = [false, false];
  scanXml(bytes, {
    open: (name, attributes) => {
      if (name === 'row') {
        cell = { at: -1, type: '', style: 0 };
        row = { line: lineOf(attributes.r, row.line), cells: [] };
      } else if (name === 'c') {
        cell = { at: columnOf(attributes.r) ?? cell.at + 1, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) };
        words = '';
      } else if (name === 'rPh') phonetic = true;
      else inValue = name === 'v' || (name === 't' && !phonetic);
    },
    text: (more) => {
      if (inValue) words += more;
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false;
      if (name === 'rPh') phonetic = false;
      if (name === 'c') {
        const text = valueOf(cell, words).trim();
        if (text === '') return;
        count(text);
        if (cell.at >= TABLE_COLUMNS) throw invalid('content', 'columns', { most: TABLE_COLUMNS });
        while (row.cells.length < cell.at) row.cells.push('');
        row.cells[cell.at] = text;
      }
      if (name === 'row' && row.cells.length > 0) {
        if (rows.length >= SHEET_LIMITS.rows) throw invalid('content', 'max', { most: SHEET_LIMITS.rows });
        rows.push(row);
      }
    },
  });
  return rows;

  function valueOf({ type, style }: typeof cell, value: string): string {
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'str' || type === 'inlineStr') return cellWords(value);
    if (type === 'b') return value === '1' ? 'WAHR' : 'FALSCH';
    if (type === 'd') return value.replace(/^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/, '$3.$2.$1');
    if (type === 'e' || value === '') return value;
    return numberText(value, formats[style] ?? 'General', from1904);
  }
}
