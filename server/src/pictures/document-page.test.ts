import PDFDocument from 'pdfkit';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents } from './index.ts';

const SHAPE = { width: 800, height: 452 };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fundus-page-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function stored(content: Buffer): Promise<string> {
  const path = join(folder, `${(count += 1)}.pdf`);
  await writeFile(path, content);
  return path;
}

/** Returns a PDF whose first page is red at the top and blue below, and whose second page is green. */
function pdf(size: [number, number], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const doc = new PDFDocument({ size, margin: 0, ...options });
  const [width, height] = size;
  doc.rect(0, 0, width, height).fill('#0000ff');
  doc.rect(0, 0, width, height / 2).fill('#ff0000');
  doc.addPage().rect(0, 0, width, height).fill('#00ff00');
  doc.end();
  return buffer(doc);
}
const draw = async (content: Buffer) => documents.drawFirstPage(await stored(content), SHAPE, 82);
const colourAt = async (picture: Uint8Array, left: number, top: number): Promise<number[]> => {
  const pixel = await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return [...pixel].map((value) => (value > 200 ? 1 : 0));
};

describe('first page of a PDF', () => {
  test('is cropped to the top in the format of a cover', async () => {
    const page = await draw(await pdf([595, 842]));
    expect(await sharp(page!).metadata()).toMatchObject({ format: 'webp', ...SHAPE });
    expect(await colourAt(page!, 400, 5)).toEqual([1, 0, 0]);
    expect(await colourAt(page!, 400, 440)).toEqual([1, 0, 0]);
  });

  test('is nearly complete for a landscape page', async () => {
    const page = await draw(await pdf([960, 540]));
    expect([await colourAt(page!, 400, 5), await colourAt(page!, 400, 445)]).toEqual([
      [1, 0, 0],
      [0, 0, 1],
    ]);
  });

  test.each([
    [20, 14_000],
    [14_000, 20],
  ])('is not drawn for a page of %d by %d points', async (width, height) => expect(await draw(await pdf([width, height]))).toBeNull());

  test.each([
    ['a locked document', () => pdf([595, 842], { userPassword: 'geheim' })],
    ['a document without pages', async () => Buffer.from('%PDF-1.7\ntrailer<</Root 1 0 R>>\n%%EOF\n')],
    ['noise', async () => Buffer.from('%PDF-1.7\n' + 'x'.repeat(50_000))],
  ])('is not drawn for %s', async (_, content) => {
    const page = await draw(await content()).catch(() => null);
    expect(page).toBeNull();
  });
});
