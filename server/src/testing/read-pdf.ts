/** Papers read back with the reader of PDFs the portal's pages use: the words of each page. */
import { createRequire } from 'node:module';
import { vi } from 'vitest';

type Text = { getTextContent: () => Promise<{ items: { str?: string }[] }> };
type Doc = {
  numPages: number;
  getPage: (page: number) => Promise<Text>;
  getAttachments: () => Promise<ReadonlyMap<string, unknown> | null>;
  getAttachmentContent: (name: string) => Promise<Uint8Array>;
};
type Reader = { getDocument: (what: object) => { promise: Promise<Doc> } };

async function open<T>(pdf: Uint8Array, read: (doc: Doc) => Promise<T>): Promise<T> {
  // It says that it cannot draw here, which nobody asks of it.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const reader = createRequire(new URL('../../../client/package.json', import.meta.url)).resolve('pdfjs-dist/legacy/build/pdf.mjs');
  const { getDocument } = (await import(reader)) as Reader;
  const found = await read(await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise);
  warn.mockRestore();
  return found;
}

export const readPages = (pdf: Uint8Array): Promise<string[]> =>
  open(pdf, async (doc) => {
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
    return pages;
  });

/** The texts that lie in a paper, by their names. */
export const readFiles = (pdf: Uint8Array): Promise<Record<string, string>> =>
  open(pdf, async (doc) => {
    const files: Record<string, string> = {};
    for (const name of (await doc.getAttachments())?.keys() ?? [])
      files[name] = Buffer.from(await doc.getAttachmentContent(name)).toString('utf8');
    return files;
  });
