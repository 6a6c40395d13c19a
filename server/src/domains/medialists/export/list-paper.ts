/** Draws a media list as a tagged A4 PDF (ISO 14289-1): with all notes for teachers, or as a worksheet. Runs in a child process. */
import { drawQr, drawRule, makeRoom, MARGIN, MM, openSheet, QUIET, tag, writeText, type Pen } from '../../../paper/pen.ts';

export type PaperItem = {
  kind: 'medium' | 'heading' | 'text';
  title: string;
  /** Facts about the medium, for example *Film · 4:30 min · Studio Nord · 2021*, or an empty string. */
  facts: string;
  task: string;
  note: string;
  /** Target of the QR code, or an empty string if the item has none. */
  address: string;
  /** Alternative text of the QR code. */
  qr: string;
};
export type Paper = {
  layout: 'list' | 'worksheet';
  language: string;
  /** Page header, for example *Medienportal · Schule am Park*. */
  head: string;
  title: string;
  /** Paragraphs of the description. */
  description: readonly string[];
  facts: string;
  items: readonly PaperItem[];
  words: { task: string; note: string; name: string; class: string; date: string; page: string; foot: string };
};

const QR_SIZE = 24 * MM;
const GAP = 5 * MM;
const NUMBER = 9 * MM;
/** Number of empty lines under a task of a worksheet. */
const WRITING_LINES = 5;
const WRITING_LINE = 9 * MM;

/** Returns the PDF. Characters that are missing in the font are printed as `?`. */
export async function drawPaper(paper: Paper): Promise<Uint8Array> {
  const { pen, root, finish } = openSheet(paper);
  drawHead(pen, root, paper);
  let number = 0;
  for (const item of paper.items) {
    if (item.kind === 'medium') drawMedium(pen, root, paper, item, ++number);
    else if (item.kind === 'heading') drawHeading(pen, root, item);
    else drawText(pen, root, item);
  }
  return finish(paper.words);
}

function drawHead(pen: Pen, root: PDFKit.PDFStructureElement, { head, title, facts, description, layout, words }: Paper): void {
  const { doc, width } = pen;
  tag(root, pen, 'P', () => writeText(pen, head, { size: 9, colour: QUIET }));
  doc.y += 2 * MM;
  if (layout === 'worksheet') {
    tag(root, pen, 'P', () =>
      writeText(pen, [words.name, words.class, words.date].map((word) => `${word}: ______________________`).join('   '), { size: 9.5 }),
    );
    doc.y += 3 * MM;
  }
  tag(root, pen, 'H1', () => writeText(pen, title, { weight: 'bold', size: 20 }));
  if (facts) tag(root, pen, 'P', () => writeText(pen, facts, { size: 9.5, colour: QUIET }));
  doc.y += 1.5 * MM;
  for (const paragraph of description) tag(root, pen, 'P', () => writeText(pen, paragraph));
  doc.y += 2 * MM;
  drawRule(doc, width);
}

function drawHeading(pen: Pen, root: PDFKit.PDFStructureElement, { title }: PaperItem): void {
  makeRoom(pen.doc, 35 * MM);
  pen.doc.y += 2 * MM;
  tag(root, pen, 'H2', () => writeText(pen, title, { weight: 'bold', size: 14 }));
  pen.doc.y += 2 * MM;
}

function drawText(pen: Pen, root: PDFKit.PDFStructureElement, { title }: PaperItem): void {
  makeRoom(pen.doc, 12 * MM);
  for (const paragraph of title.split(/\n+/)) tag(root, pen, 'P', () => writeText(pen, paragraph));
  pen.doc.y += 3 * MM;
}

function drawMedium(pen: Pen, root: PDFKit.PDFStructureElement, { layout, words }: Paper, item: PaperItem, number: number): void {
  const { doc } = pen;
  makeRoom(doc, QR_SIZE + GAP + (layout === 'worksheet' && item.task ? WRITING_LINES * WRITING_LINE : 0));
  const [top, page] = [doc.y, doc.bufferedPageRange().count];
  const column = { x: MARGIN.left + NUMBER, width: pen.width - NUMBER - (item.address ? QR_SIZE + GAP : 0) };
  if (item.address) {
    const alt = item.qr;
    root.add(
      doc.struct('Figure', { alt }, () => drawQr(doc, item.address, { x: MARGIN.left + pen.width - QR_SIZE, y: top, side: QR_SIZE })),
    );
  }
  doc.y = top;
  tag(root, pen, 'H3', () => {
    writeText(pen, `${number}.`, { weight: 'bold', size: 12, colour: QUIET, width: NUMBER });
    doc.y = top;
    writeText(pen, item.title, { weight: 'bold', size: 12, ...column });
  });
  if (item.facts) tag(root, pen, 'P', () => writeText(pen, item.facts, { size: 9.5, colour: QUIET, ...column }));
  doc.y += 1 * MM;
  for (const paragraph of item.task.split(/\n+/).filter(Boolean))
    tag(root, pen, 'P', () => writeText(pen, layout === 'list' ? `${words.task}: ${paragraph}` : paragraph, column));
  for (const paragraph of item.note.split(/\n+/).filter(Boolean))
    tag(root, pen, 'P', () => writeText(pen, `${words.note}: ${paragraph}`, { ...column, colour: QUIET }));
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
