/** Renders the first page of an untrusted document. Runs in a child process (`documents` of index.ts). */
import { readFile, stat } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import type { Size } from './drawn.ts';

/** Maximum size of a document in bytes. The renderer loads the whole document into memory. */
const MAX_BYTES = 200 * 1024 * 1024;
/** Maximum aspect ratio of a page. Banners are useless as covers, and a wide page would be rendered at its full width. */
const MAX_RATIO = 4;

/**
 * Returns the upper part of the first page of a PDF as WebP in the given size. Returns `null` if the document has no pages or is too large. Throws if
 * the document is encrypted or unreadable.
 */
export async function drawFirstPage(file: string, shape: Size, quality: number): Promise<Uint8Array | null> {
  if ((await stat(file)).size > MAX_BYTES) return null;
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(await readFile(file));
    if (document.getPageCount() === 0) return null;
    const page = document.getPage(0);
    const { originalWidth: width, originalHeight: height } = page.getOriginalSize();
    if (!(width > 0 && height > 0) || Math.max(height / width, width / height) > MAX_RATIO) return null;
    const scale = Math.max(shape.width / width, shape.height / height);
    const drawn = await page.render({ scale, render: 'bitmap', renderFormFields: false });
    return await sharp(drawn.data, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
      .flatten({ background: 'white' })
      .resize(shape.width, shape.height, { fit: 'cover', position: 'top' })
      .webp({ quality })
      .toBuffer();
  } finally {
    library.destroy();
  }
}
