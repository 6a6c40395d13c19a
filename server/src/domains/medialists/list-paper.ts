/** A media list on paper: for teachers with all notes, or as a worksheet. A4, PDF, tagged for screen readers (ISO 14289-1). Runs in a child process. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import QRCode from 'qrcode';

export type PaperItem = {
  kind: 'medium' | 'heading' | 'text';
  title: string;
  /** *Film · 4:30 min · Studio Nord · 2021*; '' for none. */
  facts: string;
  task: string;
  note: string;
  /** Where the QR code leads; '' for none. */
  address: string;
  /** What the QR code is, for those who do not see it. */
  qr: string;
};
export type Paper = {
  layout: 'list' | 'worksheet';
  language: string;
  /** *Medienportal · Schule am Park*. */
  head: string;
  title: string;
  /** Paragraphs. */
  description: readonly string[];
  facts: string;
  items: readonly PaperItem[];
  words: { task: string; note: string; name: string; class: string; date: string; page: string; foot: string };
};

const MM = 72 / 25.4;
const MARGIN = { top: 18 * MM, bottom: 20 * MM, left: 20 * MM, right: 18 * MM };
const QR_SIZE = 24 * MM;
const GAP = 5 * MM;
const NUMBER = 9 * MM;
const INK = '#171c26';
const QUIET = '#59616f';
const LINE = '#bfc4cc';
/** Lines to write on under a task. */
const WRITING_LINES = 5;
const WRITING_LINE = 9 * MM;

const fontFile = (name: string): Buffer =>
  readFileSync(
    createRequire(import.meta.url).resolve(`@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-${name}-normal.woff`),
  );
const WEIGHTS = { plain: '400', bold: '700' } as const;
type Weight = keyof typeof WEIGHTS;

type Pen = { doc: PDFKit.PDFDocument; width: number };
type Look = { weight?: Weight; size?: number; colour?: string; width?: number; x?: number };

/** The characters of the first of the two files of a font; the second has the rest of the Latin script. */
const FIRST = /[\u0000-\u00ff\u0131\u0152\u0153\u02bb\u02bc\u02c6\u02da\u02dc\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212\u2215]/u; // eslint-disable-line no-control-regex

/** The finished paper. What the font does not have is written as `?`. */
export async function drawPaper(paper: Paper): Promise<Uint8Array> {
  const doc = new PDFDocument({
    ...{ size: 'A4', margins: MARGIN, bufferPages: true, font: null as never },
    ...{ tagged: true, lang: paper.language, displayTitle: true, pdfVersion: '1.7', subset: 'PDF/UA' as never },
    info: { Title: paper.title },
  });
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
  drawHead(pen, root, paper);
  let number = 0;
  for (const item of paper.items) {
    if (item.kind === 'medium') drawMedium(pen, root, paper, item, ++number);
    else if (item.kind === 'heading') drawHeading(pen, root, item);
    else drawWords(pen, root, item);
  }
  root.end();
  drawFeet(pen, paper);
  doc.end();
  await finished;
  return Buffer.concat(chunks);
}

/** Text in pieces of the file that has its characters. */
function write(
  { doc, width }: Pen,
  text: string,
  { weight = 'plain', size = 10.5, colour = INK, width: own = width, x = MARGIN.left }: Look = {},
): void {
  const pieces: { font: string; text: string }[] = [];
  for (const sign of text.normalize('NFC')) {
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

const tag = (root: PDFKit.PDFStructureElement, { doc }: Pen, name: string, draw: () => void): void => {
  root.add(doc.struct(name, {}, draw));
};

function drawHead(pen: Pen, root: PDFKit.PDFStructureElement, { head, title, facts, description, layout, words }: Paper): void {
  const { doc, width } = pen;
  tag(root, pen, 'P', () => write(pen, head, { size: 9, colour: QUIET }));
  doc.y += 2 * MM;
  if (layout === 'worksheet') {
    tag(root, pen, 'P', () =>
      write(pen, [words.name, words.class, words.date].map((word) => `${word}: ______________________`).join('   '), { size: 9.5 }),
    );
    doc.y += 3 * MM;
  }
  tag(root, pen, 'H1', () => write(pen, title, { weight: 'bold', size: 20 }));
  if (facts) tag(root, pen, 'P', () => write(pen, facts, { size: 9.5, colour: QUIET }));
  doc.y += 1.5 * MM;
  for (const paragraph of description) tag(root, pen, 'P', () => write(pen, paragraph));
  doc.y += 2 * MM;
  drawRule(doc, width);
}

const drawRule = (doc: PDFKit.PDFDocument, width: number): void => {
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

/** Begins a page where less than so much is left of one. */
const makeRoom = (doc: PDFKit.PDFDocument, height: number): void => {
  if (doc.y + height > doc.page.height - MARGIN.bottom) doc.addPage();
};

function drawHeading(pen: Pen, root: PDFKit.PDFStructureElement, { title }: PaperItem): void {
  makeRoom(pen.doc, 35 * MM);
  pen.doc.y += 2 * MM;
  tag(root, pen, 'H2', () => write(pen, title, { weight: 'bold', size: 14 }));
  pen.doc.y += 2 * MM;
}

function drawWords(pen: Pen, root: PDFKit.PDFStructureElement, { title }: PaperItem): void {
  makeRoom(pen.doc, 12 * MM);
  for (const paragraph of title.split(/\n+/)) tag(root, pen, 'P', () => write(pen, paragraph));
  pen.doc.y += 3 * MM;
}

function drawMedium(pen: Pen, root: PDFKit.PDFStructureElement, { layout, words }: Paper, item: PaperItem, number: number): void {
  const { doc } = pen;
  makeRoom(doc, QR_SIZE + GAP + (layout === 'worksheet' && item.task ? WRITING_LINES * WRITING_LINE : 0));
  const [top, page] = [doc.y, doc.bufferedPageRange().count];
  const column = { x: MARGIN.left + NUMBER, width: pen.width - NUMBER - (item.address ? QR_SIZE + GAP : 0) };
  if (item.address) {
    const alt = item.qr;
    root.add(doc.struct('Figure', { alt }, () => drawQr(doc, item.address, MARGIN.left + pen.width - QR_SIZE, top)));
  }
  doc.y = top;
  tag(root, pen, 'H3', () => {
    write(pen, `${number}.`, { weight: 'bold', size: 12, colour: QUIET, width: NUMBER });
    doc.y = top;
    write(pen, item.title, { weight: 'bold', size: 12, ...column });
  });
  if (item.facts) tag(root, pen, 'P', () => write(pen, item.facts, { size: 9.5, colour: QUIET, ...column }));
  doc.y += 1 * MM;
  for (const paragraph of item.task.split(/\n+/).filter(Boolean))
    tag(root, pen, 'P', () => write(pen, layout === 'list' ? `${words.task}: ${paragraph}` : paragraph, column));
  for (const paragraph of item.note.split(/\n+/).filter(Boolean))
    tag(root, pen, 'P', () => write(pen, `${words.note}: ${paragraph}`, { ...column, colour: QUIET }));
  if (doc.bufferedPageRange().count === page && item.address) doc.y = Math.max(doc.y, top + QR_SIZE);
  doc.y += 2 * MM;
  if (layout === 'worksheet' && item.task) drawWritingLines(pen);
  doc.y += 3.5 * MM;
}

function drawWritingLines({ doc, width }: Pen): void {
  for (let line = 0; line < WRITING_LINES; line++) {
    makeRoom(doc, WRITING_LINE);
    doc.y += WRITING_LINE - 3.5 * MM;
    drawRule(doc, width);
  }
}

/** The dark squares in one path: small, and sharp at any size. */
function drawQr(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  const side = QR_SIZE / size;
  for (let at = 0; at < data.length; at++) if (data[at]) doc.rect(x + (at % size) * side, y + Math.floor(at / size) * side, side, side);
  doc.fillColor('#000').fill();
}

/** Known only when all pages are there. */
function drawFeet({ doc, width }: Pen, { words }: Paper): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' } as never);
    doc.font('plain').fontSize(8.5).fillColor(QUIET);
    const y = doc.page.height - 13 * MM;
    doc.text(words.foot, MARGIN.left, y, { width: width - 30 * MM, lineBreak: false });
    doc.text(words.page.replace('{page}', String(page + 1)).replace('{pages}', String(count)), MARGIN.left, y, {
      width,
      align: 'right',
      lineBreak: false,
    });
    doc.endMarkedContent();
  }
}
