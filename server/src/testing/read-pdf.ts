/** Papers read back with the reader of PDFs the portal's pages use: the words of each page. */
import { createRequire } from 'node:module';
import { vi } from 'vitest';

type Text = { getTextContent: () => Promise<{ items: { str?: string }[] }> };
type Reader = { getDocument: (what: object) => { promise: Promise<{ numPages: number; getPage: (page: number) => Promise<Text> }> } };

export async function readPages(pdf: Uint8Array): Promise<string[]> {
  // It says that it cannot draw here, which nobody asks of it.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const reader = createRequire(new URL('../../../client/package.json', import.meta.url)).resolve('pdfjs-dist/legacy/build/pdf.mjs');
  const { getDocument } = (await import(reader)) as Reader;
  const doc = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let page = 1; page <= doc.numPages; page++) {
    const { items } = await (await doc.getPage(page)).getTextContent();
    pages.push(
      items
        .map((piece) => piece.str ?? '')
        .join(' ')
        .replace(/\s+/g, ' '),
    );
  }
  warn.mockRestore();
  return pages;
}
