/** Draws slips, labels and picking lists of a lending point. Runs in a child process. */
import { LABELS_A_SHEET } from '@fundus/contract/lending/desk/paper';
import { SIGN_WIDTH } from '@fundus/contract/lending/orders/signature';
import {
  drawCode128,
  drawQr,
  drawRule,
  INK,
  makeRoom,
  MARGIN,
  MM,
  openSheet,
  QUIET,
  tag,
  writeText,
  type PaperWords,
  type Pen,
} from '../../../paper/pen.ts';

/** A document that lists devices in blocks. */
export type DeskPaper = {
  language: string;
  /** Name and address of the point, such as *Verleih im Medienzentrum, Marktplatz 4*. */
  head: string;
  title: string;
  /** Order number, printed as a barcode, or '' if there is none. */
  number: string;
  facts: readonly string[];
  blocks: readonly {
    title: string;
    facts: string;
    devices: readonly { code: string; title: string; facts: string; parts: readonly string[] }[];
    /** Label of the signature line below the block. The line also covers preceding blocks that have none. */
    sign?: string;
  }[];
  /** Paragraphs at the end of the document. */
  words: readonly string[];
  /** Signatures given on a screen. `path` is '' if the name was typed or the reader may not see the signature. */
  signed?: readonly { words: string; path: string }[];
  /** Labels of the signature lines at the end of the document. */
  signs: readonly string[];
  foot: PaperWords;
};

const BAR = { width: 52 * MM, height: 10 * MM };
const BOX = 3.6 * MM;

export async function drawDeskPaper(paper: DeskPaper): Promise<Uint8Array> {
  const { pen, root, finish } = openSheet(paper);
  drawPaper(pen, root, paper);
  return finish(paper.foot);
}

/** Draws slips into one document. Each slip starts on a new page and has its own page numbers. */
export async function drawSlips(title: string, slips: readonly DeskPaper[]): Promise<Uint8Array> {
  const { language, foot } = slips[0]!;
  const { pen, root, finish } = openSheet({ title, language });
  const starts: number[] = [];
  for (const slip of slips) {
    if (starts.length > 0) pen.doc.addPage();
    starts.push(pen.doc.bufferedPageRange().count - 1);
    drawPaper(pen, root, slip);
  }
  return finish(foot, starts);
}

function drawPaper(pen: Pen, root: PDFKit.PDFStructureElement, paper: DeskPaper): void {
  const { doc, width } = pen;
  const top = doc.y;
  if (paper.number) {
    const place = { x: MARGIN.left + width - BAR.width, y: top, ...BAR };
    root.add(doc.struct('Figure', { alt: paper.number }, () => void drawCode128(doc, paper.number, place)));
  }
  doc.y = top;
  const column = { width: width - BAR.width - 5 * MM };
  tag(root, pen, 'P', () => writeText(pen, paper.head, { size: 9, colour: QUIET, ...column }));
  doc.y += 2 * MM;
  tag(root, pen, 'H1', () => writeText(pen, paper.title, { weight: 'bold', size: 20, ...column }));
  doc.y = Math.max(doc.y, top + BAR.height + 4 * MM);
  for (const line of paper.facts) tag(root, pen, 'P', () => writeText(pen, line));
  doc.y += 2 * MM;
  drawRule(doc, width);
  for (const block of paper.blocks) {
    makeRoom(doc, 35 * MM);
    if (block.title) tag(root, pen, 'H2', () => writeText(pen, block.title, { weight: 'bold', size: 13 }));
    if (block.facts) tag(root, pen, 'P', () => writeText(pen, block.facts, { size: 9.5, colour: QUIET }));
    doc.y += 2 * MM;
    for (const device of block.devices) drawDevice(pen, root, device);
    if (block.sign) drawSign(pen, root, block.sign);
    doc.y += 3 * MM;
  }
  for (const words of paper.words) {
    makeRoom(doc, 12 * MM);
    tag(root, pen, 'P', () => writeText(pen, words, { size: 9.5 }));
  }
  for (const each of paper.signed ?? []) drawSigned(pen, root, each);
  for (const who of paper.signs) drawSign(pen, root, who);
}

function drawSign(pen: Pen, root: PDFKit.PDFStructureElement, signer: string): void {
  const { doc } = pen;
  makeRoom(doc, 24 * MM);
  doc.y += 14 * MM;
  drawRule(doc, 90 * MM);
  tag(root, pen, 'P', () => writeText(pen, signer, { size: 9, colour: QUIET }));
}

const HAND = { width: 66 * MM, height: 22 * MM };

function drawSigned(pen: Pen, root: PDFKit.PDFStructureElement, { words, path }: { words: string; path: string }): void {
  const { doc } = pen;
  const drawn = path === '' ? 0 : HAND.height;
  makeRoom(doc, drawn + 14 * MM);
  doc.y += 4 * MM;
  if (drawn > 0) {
    const scale = HAND.width / SIGN_WIDTH;
    const y = doc.y;
    const draw = () => {
      doc.save().translate(MARGIN.left, y).scale(scale);
      doc.path(path).lineWidth(4).lineCap('round').lineJoin('round').strokeColor(INK).stroke().restore();
    };
    root.add(doc.struct('Figure', { alt: words }, draw));
    doc.y = y + drawn + 1 * MM;
  }
  drawRule(doc, 90 * MM);
  tag(root, pen, 'P', () => writeText(pen, words, { size: 9, colour: QUIET }));
}

type Device = DeskPaper['blocks'][number]['devices'][number];

/** Draws a device with a checkbox and its parts. */
function drawDevice(pen: Pen, root: PDFKit.PDFStructureElement, { code, title, facts, parts }: Device): void {
  const { doc, width } = pen;
  makeRoom(doc, 16 * MM);
  const y = doc.y;
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .rect(MARGIN.left, y + 0.6 * MM, BOX, BOX)
    .lineWidth(0.7)
    .strokeColor('#171c26')
    .stroke();
  doc.endMarkedContent();
  const column = { x: MARGIN.left + BOX + 4 * MM, width: width - BOX - 4 * MM };
  doc.y = y;
  tag(root, pen, 'H3', () => writeText(pen, `${code}  ${title}`, { weight: 'bold', size: 11, ...column }));
  if (facts) tag(root, pen, 'P', () => writeText(pen, facts, { size: 9.5, ...column }));
  if (parts.length > 0) tag(root, pen, 'P', () => writeText(pen, parts.join('  ·  '), { size: 9.5, colour: QUIET, ...column }));
  doc.y += 2.5 * MM;
}

/** A sheet of labels. `skip` is the number of label positions already used on the first sheet. */
export type LabelSheet = {
  language: string;
  title: string;
  labels: readonly { code: string; name: string; point: string }[];
  skip: number;
};

/** Common label sheet of 63.5 × 33.9 mm labels in three columns and eight rows. */
const LABEL = { width: 63.5 * MM, height: 33.9 * MM, left: 7.2 * MM, top: 12.9 * MM, gap: 2.5 * MM };
const PAD = 3 * MM;
const QR = 19 * MM;

export async function drawLabels({ labels, skip, ...about }: LabelSheet): Promise<Uint8Array> {
  const { pen, root, finish } = openSheet(about);
  pen.doc.page.margins = { top: 0, bottom: 0, left: 0, right: 0 };
  labels.forEach((label, i) => {
    const at = (i + skip) % LABELS_A_SHEET;
    if (i > 0 && at === 0) pen.doc.addPage({ size: 'A4', margins: { top: 0, bottom: 0, left: 0, right: 0 } });
    const x = LABEL.left + (at % 3) * (LABEL.width + LABEL.gap);
    drawLabel(pen, root, label, { x, y: LABEL.top + Math.floor(at / 3) * LABEL.height });
  });
  return finish(null);
}

function drawLabel(
  pen: Pen,
  root: PDFKit.PDFStructureElement,
  { code, name, point }: LabelSheet['labels'][number],
  { x, y }: { x: number; y: number },
): void {
  const { doc } = pen;
  const right = { x: x + PAD + QR + 3 * MM, width: LABEL.width - QR - 2 * PAD - 3 * MM };
  root.add(doc.struct('Figure', { alt: code }, () => drawQr(doc, code, { x: x + PAD, y: y + PAD, side: QR })));
  doc.y = y + PAD;
  tag(root, pen, 'P', () => writeText(pen, code.length > 14 ? `${code.slice(0, 13)}…` : code, { weight: 'bold', size: 12, ...right }));
  doc.y += 0.5 * MM;
  tag(root, pen, 'P', () => writeText(pen, name.length > 42 ? `${name.slice(0, 41)}…` : name, { size: 8, ...right }));
  const bar = { x: x + PAD, y: y + LABEL.height - 9.5 * MM, width: LABEL.width - 2 * PAD, height: 5.5 * MM };
  root.add(doc.struct('Figure', { alt: code }, () => void drawCode128(doc, code, bar)));
  doc.y = y + LABEL.height - 3.6 * MM;
  tag(root, pen, 'P', () =>
    writeText(pen, point.length > 52 ? `${point.slice(0, 51)}…` : point, {
      size: 6,
      colour: QUIET,
      x: x + PAD,
      width: LABEL.width - 2 * PAD,
    }),
  );
}
