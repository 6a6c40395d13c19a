/** Tests the content of printed cards (docs/behaviour/classes.md#sheets). */
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PageSizes, type PDFRawStream } from '@cantoo/pdf-lib';
import { CARD_TEXT_LENGTH } from '@fundus/contract/classes/rules';
import { contrast } from '@fundus/contract/setup/theme-rules';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawSheets, type Sheet } from './code-sheet.ts';

const sheet = (about: Partial<Sheet> = {}): Sheet => ({
  layout: 'cards10',
  portal: 'Fundus',
  school: 'Gymnasium am Lindenhof',
  className: '8b',
  logo: null,
  colour: '#0b5fff',
  text: '',
  origin: 'https://portal.example',
  address: 'portal.example/login',
  codes: [{ label: '8b-01', code: 'DGKM-3PRT-7HWX', pictures: null, pictureNames: '', lastDay: '2028-07-31', until: 'codes.sheet.until' }],
  sheet: null,
  pictureClass: null,
  words: { title: 'title', language: 'de', how: 'how', list: 'list', colleagues: 'colleagues', colleaguesText: 'text' },
  ...about,
});

/** Returns the text lines of the first page, its numbers of pictures and squares, and its lowest position. */
async function read(
  about: Partial<Sheet>,
): Promise<{ lines: string[]; pictures: number; squares: number; bottom: number; colours: string[] }> {
  const doc = await PDFDocument.load(await drawSheets([sheet(about)]));
  const { node } = doc.getPage(0);
  const parts = node.lookup(PDFName.of('Contents'), PDFArray).asArray();
  const streams = parts.map((ref) => doc.context.lookup(ref) as PDFRawStream);
  const drawn = streams.map((stream) => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')).join('\n');
  const lines = [...drawn.matchAll(/<([0-9A-F]+)> Tj/g)].map((found) => Buffer.from(found[1]!, 'hex').toString('latin1'));
  const heights = [...drawn.matchAll(/1 0 0 1 \S+ (\S+) (?:Tm|cm)/g)].map((found) => Number(found[1])).filter((y) => y > 0);
  const channels = [...drawn.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg/g)].map((found) => found.slice(1));
  const colours = channels.map(
    (all) =>
      `#${all
        .map((part) =>
          Math.round(Number(part) * 255)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`,
  );
  return {
    lines,
    colours,
    squares: [...drawn.matchAll(/^\S+ \S+ \S+ \S+ re$/gm)].length,
    bottom: Math.min(...heights),
    pictures: node.Resources()!.lookupMaybe(PDFName.of('XObject'), PDFDict)?.keys().length ?? 0,
  };
}

test("prints each code with the school, the last day and the teacher's text", async () => {
  const { lines, pictures, squares } = await read({ text: 'Abgeben bei Frau Weber, Raum 204' });
  expect(lines).toEqual(expect.arrayContaining(['Fundus', 'Gymnasium am Lindenhof', '8b-01', 'DGKM-3PRT-7HWX']));
  expect(lines.join(' ')).toContain('Abgeben bei Frau Weber, Raum 204');
  expect(pictures).toBe(0);
  // The QR code consists of many squares.
  expect(squares).toBeGreaterThan(100);
});

test('prints the logo instead of the name of the portal', async () => {
  const background = '#123456';
  const png = await sharp({ create: { width: 90, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  const { lines, pictures } = await read({ logo: { png, width: 45, height: 15 } });
  expect(lines).not.toContain('Fundus');
  expect(pictures).toBe(1);
});

test('fits the longest text and the pictures on the smallest card', async () => {
  const codes = sheet().codes.map((code) => ({ ...code, pictures: ['apple', 'sun', 'boat'] as const }));
  const text = 'Bei Verlust bitte sofort melden und die Karte bei Frau Weber in Raum 204 abgeben'.padEnd(CARD_TEXT_LENGTH, '!');
  const { lines, bottom } = await read({ text, codes, pictureClass: 'CDF346' });
  expect(lines.join(' ')).toContain(text);
  expect(bottom).toBeGreaterThan(PageSizes.A4[1] * 0.8);
});

test.each(['cards8', 'list'] as const)("keeps text on %s readable in the portal's main colour", async (layout) => {
  const { colours } = await read({ layout, colour: '#ffcc00' });
  const words = colours.filter((colour) => colour !== '#ffcc00');
  for (const colour of words) expect(contrast(colour, '#ffffff'), colour).toBeGreaterThanOrEqual(4.5);
  expect(new Set(words).size).toBe(3);
  // A main colour that is readable is used for text without a change.
  expect((await read({ layout, colour: '#0b5394' })).colours).toContain('#0b5394');
});
