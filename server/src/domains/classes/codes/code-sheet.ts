/**
 * Draws learner codes as an A4 PDF: cards to cut out, a list, and a page with the code for colleagues (docs/behaviour/classes.md#sheets). Runs in a
 * child process, because thirty QR codes take a while.
 */
import { normalizeText } from '@fundus/contract/unicode';
import type { Picture } from '@fundus/contract/classes/rules';
import { PICTURE_DRAWINGS } from '@fundus/contract/classes/picture-drawings';
import { href } from '@fundus/contract/screens';
import { nearestColourWithContrast } from '@fundus/contract/setup/theme-rules';
import {
  fill,
  PDFDocument,
  PageSizes,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  setFillingGrayscaleColor,
  StandardFonts,
  type PDFFont,
  type PDFImage,
  type PDFOperator,
  type PDFPage,
} from '@cantoo/pdf-lib';
import QRCode from 'qrcode';
import sharp from 'sharp';

type SheetCode = {
  label: string;
  code: string;
  pictures: readonly Picture[] | null;
  /** Names of the pictures, separated by commas. */
  pictureNames: string;
  /** Last day as text. `until` is the sentence that contains it. */
  lastDay: string;
  until: string;
};
export type Sheet = {
  layout: 'cards8' | 'cards10' | 'list';
  /** Name of the portal. */
  portal: string;
  school: string;
  className: string;
  /** Logo of the portal as PNG, or `null` if there is none. */
  logo: { png: Uint8Array; width: number; height: number } | null;
  /** Main colour of the portal in the form `#rrggbb`. */
  colour: string;
  /** Text of the teacher on every card. */
  text: string;
  /** Origin of the portal, for example `https://medien.example`. */
  origin: string;
  /** Sign-in address that learners type in. */
  address: string;
  codes: readonly SheetCode[];
  /** Token for colleagues, or `null` unless exactly one batch is printed. */
  sheet: string | null;
  /** Join code of the class, or `null` unless the picture sign-in is enabled. */
  pictureClass: string | null;
  words: { title: string; language: string; how: string; list: string; colleagues: string; colleaguesText: string };
};

const MM = 72 / 25.4;
const [WIDTH, HEIGHT] = PageSizes.A4;
const INK = rgb(0.09, 0.11, 0.15);
const QUIET = rgb(0.35, 0.38, 0.44);
const LINE = rgb(0.75, 0.77, 0.8);

type Colour = ReturnType<typeof rgb>;
type Pen = {
  doc: PDFDocument;
  plain: PDFFont;
  bold: PDFFont;
  mono: PDFFont;
  logo: PDFImage | null;
  pictures: Map<Picture, PDFImage>;
  /** Main colour for marks. `words` is a darker shade for text if the main colour is not readable. */
  mark: Colour;
  words: Colour;
};

const colourOf = (hex: string): Colour =>
  rgb(...([1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255) as [number, number, number]));

/** Draws the sheets of one or more classes. Characters that the standard PDF fonts do not contain lose their accents or become `?`. */
export async function drawSheets(sheets: readonly [Sheet, ...Sheet[]]): Promise<Uint8Array> {
  const doc = await PDFDocument.create();
  const [{ colour, logo: picture, school, className, words }] = sheets;
  doc.setTitle(`${sheets.length === 1 ? className : school} · ${words.title}`);
  doc.setLanguage(words.language);
  const [plain, bold, mono] = await Promise.all(
    [StandardFonts.Helvetica, StandardFonts.HelveticaBold, StandardFonts.CourierBold].map((font) => doc.embedFont(font)),
  );
  const logo = picture && (await doc.embedPng(picture.png));
  const readable = nearestColourWithContrast(colour, ['#ffffff'], 4.5);
  const colours = { mark: colourOf(colour), words: readable ? colourOf(readable) : INK };
  const pen: Pen = { doc, plain: plain!, bold: bold!, mono: mono!, logo, pictures: new Map(), ...colours };
  for (const sheet of sheets) {
    if (sheet.layout === 'list') drawList(pen, sheet);
    else await drawCards(pen, sheet, sheet.layout === 'cards8' ? 4 : 5);
    if (sheet.sheet) drawForColleagues(pen, sheet, sheet.sheet);
  }
  return doc.save();
}

async function drawCards(pen: Pen, sheet: Sheet, rows: number): Promise<void> {
  const [width, height] = [WIDTH / 2, HEIGHT / rows];
  let page: PDFPage | undefined;
  for (const [i, code] of sheet.codes.entries()) {
    const at = i % (rows * 2);
    if (at === 0) {
      page = pen.doc.addPage(PageSizes.A4);
      cuttingLines(page, rows);
    }
    await drawCard(pen, page!, sheet, code, { x: (at % 2) * width, y: HEIGHT - (Math.floor(at / 2) + 1) * height, width, height });
  }
}

function cuttingLines(page: PDFPage, rows: number): void {
  const style = { thickness: 0.5, color: LINE, dashArray: [3, 3] };
  page.drawLine({ start: { x: WIDTH / 2, y: 0 }, end: { x: WIDTH / 2, y: HEIGHT }, ...style });
  for (let row = 1; row < rows; row += 1) {
    const y = (HEIGHT / rows) * row;
    page.drawLine({ start: { x: 0, y }, end: { x: WIDTH, y }, ...style });
  }
}

type Box = { x: number; y: number; width: number; height: number };

async function drawCard(pen: Pen, page: PDFPage, sheet: Sheet, code: SheetCode, box: Box): Promise<void> {
  const margin = 7 * MM;
  const qr = 34 * MM;
  const left = box.x + margin;
  const room = box.width - 3 * margin - qr;
  let y = box.y + box.height - margin - 9;
  page.drawRectangle({ x: left - 3 * MM, y: box.y + 5 * MM, width: MM, height: box.height - 10 * MM, color: pen.mark });
  const line = (text: string, size: number, font: PDFFont, color = INK, gap = 4): void => {
    fitted(page, text, { x: left, y, size, font, color, room });
    y -= size + gap;
  };
  if (pen.logo && sheet.logo) {
    // The logo replaces the name of the portal on the card.
    const { width, height } = pen.logo.scaleToFit(room, 14);
    page.drawImage(pen.logo, { x: left, y: y + 9 - height, width, height });
    y -= 14;
  } else line(sheet.portal, 10, pen.plain, QUIET);
  line(sheet.school, 8, pen.plain, QUIET, 13);
  line(code.label, 18, pen.bold, pen.words, 2);
  line(code.code, 14, pen.mono, INK, 2);
  line(sheet.address, 9, pen.plain, INK, 2);
  line(code.until, 8, pen.plain, QUIET, 3);
  for (const text of wrapped(sheet.text, pen.plain, 7.5, room).slice(0, 3)) if (text !== '') line(text, 7.5, pen.plain, INK, 1);
  if (code.pictures && sheet.pictureClass) {
    // The pictures use the remaining space of the card.
    const size = Math.min(13 * MM, (room - 4 * MM) / 3, y + 4 - (box.y + 3 * MM));
    for (const [i, name] of code.pictures.entries())
      page.drawImage(await drawPicture(pen, name), { x: left + i * (size + 2 * MM), y: y + 4 - size, width: size, height: size });
  }
  const below = { x: box.x + box.width - margin - qr, size: 8, font: pen.plain, color: QUIET, room: qr };
  for (const [i, text] of wrapped(sheet.words.how, pen.plain, 8, qr).entries())
    fitted(page, text, { ...below, y: box.y + box.height - margin - qr - 12 - i * 10 });
  const corner = { x: box.x + box.width - margin - qr, y: box.y + box.height - margin - qr };
  drawQr(page, `${sheet.origin}${href('login')}#code=${code.code}`, { ...corner, size: qr });
}

/** Draws the list for teachers, with label, code, names of the pictures and last day. */
function drawList(pen: Pen, sheet: Sheet): void {
  const margin = 18 * MM;
  const columns = [margin, margin + 45 * MM, margin + 92 * MM, margin + 148 * MM];
  let page = pen.doc.addPage(PageSizes.A4);
  let y = head(page);
  function head(on: PDFPage): number {
    fitted(on, `${sheet.className} · ${sheet.school}`, {
      x: margin,
      y: HEIGHT - margin,
      size: 15,
      font: pen.bold,
      color: pen.words,
      room: WIDTH - 2 * margin,
    });
    on.drawLine({
      start: { x: margin, y: HEIGHT - margin - 26 },
      end: { x: WIDTH - margin, y: HEIGHT - margin - 26 },
      thickness: 2,
      color: pen.mark,
    });
    fitted(on, sheet.words.list, { x: margin, y: HEIGHT - margin - 18, size: 9, font: pen.plain, color: QUIET, room: WIDTH - 2 * margin });
    return HEIGHT - margin - 44;
  }
  for (const code of sheet.codes) {
    if (y < margin) {
      page = pen.doc.addPage(PageSizes.A4);
      y = head(page);
    }
    const cells = [code.label, code.code, sheet.pictureClass ? code.pictureNames : '', code.lastDay];
    for (const [i, cell] of cells.entries())
      fitted(page, cell, {
        x: columns[i]!,
        y,
        size: 10,
        font: i === 1 ? pen.mono : i === 0 ? pen.bold : pen.plain,
        color: INK,
        room: (columns[i + 1] ?? WIDTH - margin) - columns[i]! - 6,
      });
    page.drawLine({ start: { x: margin, y: y - 6 }, end: { x: WIDTH - margin, y: y - 6 }, thickness: 0.5, color: LINE });
    y -= 20;
  }
}

/** Draws the last page, which is for teachers only. With its code, a colleague adds all codes to another class. */
function drawForColleagues(pen: Pen, sheet: Sheet, token: string): void {
  const page = pen.doc.addPage(PageSizes.A4);
  const margin = 18 * MM;
  const room = WIDTH - 2 * margin;
  fitted(page, sheet.words.colleagues, { x: margin, y: HEIGHT - margin, size: 15, font: pen.bold, color: pen.words, room });
  let y = HEIGHT - margin - 22;
  for (const text of wrapped(sheet.words.colleaguesText, pen.plain, 10, room)) {
    fitted(page, text, { x: margin, y, size: 10, font: pen.plain, color: QUIET, room });
    y -= 14;
  }
  const size = 45 * MM;
  drawQr(page, `${sheet.origin}${href('classes', {}, { sheet: token })}`, { x: margin, y: y - size - 6, size });
  fitted(page, token, { x: margin, y: y - size - 26, size: 12, font: pen.mono, color: INK, room });
}

/** Draws a QR code as rectangles of adjacent dark modules. Embedding a picture per code would take ten times as long. */
function drawQr(page: PDFPage, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const side = size / modules.size;
  const squares: PDFOperator[] = [];
  for (let row = 0; row < modules.size; row += 1)
    for (let from = 0; from < modules.size; from += 1) {
      let to = from;
      while (to < modules.size && modules.get(row, to)) to += 1;
      if (to > from) squares.push(rectangle(x + from * side, y + size - (row + 1) * side, (to - from) * side, side));
      from = to;
    }
  page.pushOperators(pushGraphicsState(), setFillingGrayscaleColor(0), ...squares, fill(), popGraphicsState());
}

async function drawPicture(pen: Pen, name: Picture): Promise<PDFImage> {
  const known = pen.pictures.get(name);
  if (known) return known;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="192" height="192">${PICTURE_DRAWINGS[name]}</svg>`;
  const image = await pen.doc.embedPng(await sharp(Buffer.from(svg)).png().toBuffer());
  pen.pictures.set(name, image);
  return image;
}

type Where = { x: number; y: number; size: number; font: PDFFont; color: Colour; room: number };

/** Draws one line of text, which is reduced to fit and truncated if it would become too small. */
function fitted(page: PDFPage, text: string, { room, font, size, ...where }: Where): void {
  let shown = printable(font, text);
  let fits = size;
  while (font.widthOfTextAtSize(shown, fits) > room && fits > size * 0.7) fits -= 0.5;
  while (shown.length > 1 && font.widthOfTextAtSize(shown, fits) > room) shown = `${shown.slice(0, -2).trimEnd()}…`;
  page.drawText(shown, { ...where, font, size: fits });
}

function wrapped(text: string, font: PDFFont, size: number, room: number): string[] {
  const lines = [''];
  for (const word of printable(font, text).split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (font.widthOfTextAtSize(longer, size) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Character sets of fonts, cached because every text needs them. */
const signs = new WeakMap<PDFFont, ReadonlySet<number>>();
function signsOf(font: PDFFont): ReadonlySet<number> {
  const known = signs.get(font) ?? new Set(font.getCharacterSet());
  signs.set(font, known);
  return known;
}

/** Replaces characters that the font does not contain. The fonts contain western European letters; other letters lose their accents. */
function printable(font: PDFFont, text: string): string {
  const known = signsOf(font);
  return [...normalizeText(text)]
    .map((sign) => {
      if (known.has(sign.codePointAt(0)!)) return sign;
      const bare = normalizeText(sign, 'NFD').replace(/\p{M}/gu, '');
      return known.has(bare.codePointAt(0) ?? 0) ? bare : '?';
    })
    .join('');
}
