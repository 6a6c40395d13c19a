/** Writes A4 PDFs that are tagged for screen readers (ISO 14289-1) and use the font of the portal. Runs in child processes. */
import { normalizeText } from '@fundus/contract/unicode';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';
import { embedData, type Embedded } from './archive.ts';
import { code128 } from './code128.ts';

export const MM = 72 / 25.4;
export const MARGIN = { top: 18 * MM, bottom: 20 * MM, left: 20 * MM, right: 18 * MM };
export const INK = '#171c26';
export const QUIET = '#59616f';
const LINE = '#bfc4cc';

const fontFile = (name: string): Buffer =>
  readFileSync(
    createRequire(import.meta.url).resolve(`@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-${name}-normal.woff`),
  );
const WEIGHTS = { plain: '400', bold: '700' } as const;
type Weight = keyof typeof WEIGHTS;

export type Pen = { doc: PDFKit.PDFDocument; width: number };
type Look = { weight?: Weight; size?: number; colour?: string; width?: number; x?: number };

/** Characters in the first file of a font. The second file contains the other characters of the Latin script. */
const FIRST = /[\u0000-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]/u; // oxlint-disable-line no-control-regex

export type PaperWords = { page: string; foot: string };
type Sheet = {
  pen: Pen;
  root: PDFKit.PDFStructureElement;
  finish: (words: PaperWords | null, starts?: readonly number[]) => Promise<Uint8Array>;
};

/**
 * Opens a document. `finish` writes the footers, if any, and returns the PDF. Page numbers restart on the pages with the 0-based indexes in `starts`.
 * Characters missing in the font are written as `?`. If `embedded` is given, the PDF is archivable and contains its data.
 */
export function openSheet({ title, language, embedded }: { title: string; language: string; embedded?: Embedded }): Sheet {
  const doc = new PDFDocument({
    ...{ size: 'A4', margins: MARGIN, bufferPages: true, font: null as never },
    ...{ tagged: true, lang: language, displayTitle: true, pdfVersion: '1.7', subset: (embedded ? 'PDF/A-3a' : 'PDF/UA') as never },
    info: { Title: title },
  });
  if (embedded) embedData(doc, embedded);
  for (const [name, weight] of Object.entries(WEIGHTS)) {
    doc.registerFont(name, fontFile(`latin-${weight}`));
    doc.registerFont(`${name}-ext`, fontFile(`latin-ext-${weight}`));
  }
  const chunks: Buffer[] = [];
  const finished = new Promise<void>(
    (done, fail) =>
      void doc
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', done)
        .on('error', fail),
  );
  const pen: Pen = { doc, width: doc.page.width - MARGIN.left - MARGIN.right };
  const root = doc.struct('Document');
  doc.addStructure(root);
  return {
    pen,
    root,
    finish: async (words, starts = [0]) => {
      root.end();
      if (words) drawFeet(pen, words, starts);
      doc.end();
      await finished;
      return Buffer.concat(chunks);
    },
  };
}

/** Writes a text and selects the font file that contains its characters. */
export function writeText(
  { doc, width }: Pen,
  text: string,
  { weight = 'plain', size = 10.5, colour = INK, width: own = width, x = MARGIN.left }: Look = {},
): void {
  const pieces: { font: string; text: string }[] = [];
  for (const sign of normalizeText(text)) {
    const font = FIRST.test(sign) ? weight : `${weight}-ext`;
    const shown = font === weight || /[\u0100-\u024f\u1e00-\u1eff]/u.test(sign) ? sign : '?';
    const last = pieces.at(-1);
    if (last && (last.font === font || shown === ' ')) last.text += shown;
    else pieces.push({ font: shown === '?' ? weight : font, text: shown });
  }
  doc.fontSize(size).fillColor(colour);
  pieces.forEach((piece, i) => {
    const options = { width: own, continued: i < pieces.length - 1, lineGap: size * 0.25 };
    doc.font(piece.font);
    if (i === 0) doc.text(piece.text, x, doc.y, options);
    else doc.text(piece.text, options);
  });
}

export const tag = (root: PDFKit.PDFStructureElement, { doc }: Pen, name: string, draw: () => void): void => {
  root.add(doc.struct(name, {}, draw));
};

export const drawRule = (doc: PDFKit.PDFDocument, width: number): void => {
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .moveTo(MARGIN.left, doc.y)
    .lineTo(MARGIN.left + width, doc.y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
  doc.endMarkedContent();
  doc.y += 3.5 * MM;
};

/** Starts a new page if the current page has less than `height` left. */
export const makeRoom = (doc: PDFKit.PDFDocument, height: number): void => {
  if (doc.y + height > doc.page.height - MARGIN.bottom) doc.addPage();
};

type Table = {
  head?: readonly string[];
  rows: readonly (readonly string[])[];
  /** Width of each column except the first, which takes the remaining width. */ figure: number;
};

/** Draws a table with left-aligned names and right-aligned figures. The header is repeated on each page. */
export function drawTable(pen: Pen, root: PDFKit.PDFStructureElement, { head, rows, figure }: Table): void {
  const { doc, width } = pen;
  const table = doc.struct('Table');
  root.add(table);
  const rowOf = (cells: readonly string[], isHead: boolean): void => {
    const name = width - figure * (cells.length - 1);
    const row = doc.struct('TR');
    table.add(row);
    const top = doc.y;
    let end = top;
    for (const [i, text] of cells.entries()) {
      const cell = doc.struct(isHead || i === 0 ? 'TH' : 'TD', {}, () => {
        doc.font(isHead ? 'bold' : 'plain').fontSize(isHead ? 9 : 10.5);
        // A text that is wider than its column is left-aligned.
        const room = i === 0 ? 0 : Math.max(0, figure - 2 * MM - doc.widthOfString(text));
        doc.y = top;
        const x = MARGIN.left + (i === 0 ? 0 : name + figure * (i - 1) + 2 * MM + room);
        writeText(pen, text, {
          weight: isHead ? 'bold' : 'plain',
          size: isHead ? 9 : 10.5,
          colour: isHead ? QUIET : INK,
          x,
          width: i === 0 ? name - 4 * MM : figure - 2 * MM - room,
        });
      });
      // Marks the headers of rows and columns, which screen readers announce.
      if (isHead || i === 0)
        Object.assign((cell as unknown as { dictionary: { data: object } }).dictionary.data, {
          A: { O: 'Table', Scope: isHead ? 'Column' : 'Row' },
        });
      row.add(cell);
      end = Math.max(end, doc.y);
    }
    row.end();
    doc.y = end + 1 * MM;
  };
  if (head) rowOf(head, true);
  for (const cells of rows) {
    const [before] = [doc.page];
    makeRoom(
      doc,
      doc
        .font('plain')
        .fontSize(10.5)
        .heightOfString(cells[0] ?? '', { width: width - figure * (cells.length - 1) - 4 * MM }) +
        2 * MM,
    );
    if (head && doc.page !== before) rowOf(head, true);
    rowOf(cells, false);
  }
  table.end();
}

/** Draws the dark modules of a QR code as a single path, which is compact and sharp at any size. */
export function drawQr(doc: PDFKit.PDFDocument, text: string, { x, y, side: whole }: { x: number; y: number; side: number }): void {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  const side = whole / size;
  for (let at = 0; at < data.length; at++) if (data[at]) doc.rect(x + (at % size) * side, y + Math.floor(at / size) * side, side, side);
  doc.fillColor('#000').fill();
}

/**
 * Draws a Code 128 barcode that is at most `width` wide. Returns false if it would be too fine to scan, or the text contains characters outside of
 * ASCII.
 */
export function drawCode128(
  doc: PDFKit.PDFDocument,
  text: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): boolean {
  const widths = code128(text);
  const modules = widths?.reduce((sum, each) => sum + each, 0) ?? 0;
  const unit = Math.min(0.45 * MM, width / modules);
  if (!widths || unit < 0.19 * MM) return false;
  let at = x;
  widths.forEach((each, i) => {
    if (i % 2 === 0) doc.rect(at, y, each * unit, height);
    at += each * unit;
  });
  doc.fillColor('#000').fill();
  return true;
}

/** Writes the footers with page number and number of pages. */
function drawFeet({ doc, width }: Pen, words: PaperWords, starts: readonly number[]): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    const first = starts.findLast((start) => start <= page) ?? 0;
    const pages = (starts.find((start) => start > page) ?? count) - first;
    doc.switchToPage(page);
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' } as never);
    doc.font('plain').fontSize(8.5).fillColor(QUIET);
    const y = doc.page.height - 13 * MM;
    doc.text(words.foot, MARGIN.left, y, { width: width - 30 * MM, lineBreak: false });
    doc.text(words.page.replace('{page}', String(page - first + 1)).replace('{pages}', String(pages)), MARGIN.left, y, {
      width,
      align: 'right',
      lineBreak: false,
    });
    doc.endMarkedContent();
  }
}
