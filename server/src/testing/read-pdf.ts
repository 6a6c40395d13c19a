/** Reads PDFs with pdf.js: text, drawings and attachments. */
import { createRequire } from 'node:module';
import { vi } from 'vitest';

type Text = {
  getTextContent: () => Promise<{ items: { str?: string }[] }>;
  getOperatorList: () => Promise<{ fnArray: number[]; argsArray: unknown[] }>;
};
type Doc = {
  numPages: number;
  getPage: (page: number) => Promise<Text>;
  getAttachments: () => Promise<ReadonlyMap<string, unknown> | null>;
  getAttachmentContent: (name: string) => Promise<Uint8Array>;
};
type Reader = { getDocument: (what: object) => { promise: Promise<Doc> }; OPS: Record<string, number> };

async function open<T>(pdf: Uint8Array, read: (doc: Doc, reader: Reader) => Promise<T>): Promise<T> {
  // Suppresses a warning that pdf.js cannot render pages in this environment.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const reader = createRequire(new URL('../../../client/package.json', import.meta.url)).resolve('pdfjs-dist/legacy/build/pdf.mjs');
  const its = (await import(reader)) as Reader;
  const found = await read(await its.getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise, its);
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

/** Returns the drawn straight lines as SVG paths in unscaled page coordinates. */
export const readDrawn = (pdf: Uint8Array): Promise<string[]> =>
  open(pdf, async (doc, { OPS }) => {
    const drawn: string[] = [];
    for (let page = 1; page <= doc.numPages; page++) {
      const { fnArray, argsArray } = await (await doc.getPage(page)).getOperatorList();
      fnArray.forEach((what, i) => {
        if (what !== OPS.constructPath) return;
        // Triples of an operation (0: move, 1: line) and its coordinates.
        const steps = [...((argsArray[i] as [number, [Float32Array | null]])[1][0] ?? [])];
        const words = Array.from({ length: Math.floor(steps.length / 3) }, (_, n) => steps.slice(3 * n, 3 * n + 3));
        drawn.push(words.map(([how, x, y]) => `${how === 0 ? 'M' : 'L'}${x} ${y}`).join(''));
      });
    }
    return drawn;
  });

/** Returns the contents of the text attachments by name. */
export const readFiles = (pdf: Uint8Array): Promise<Record<string, string>> =>
  open(pdf, async (doc) => {
    const files: Record<string, string> = {};
    for (const name of (await doc.getAttachments())?.keys() ?? [])
      files[name] = Buffer.from(await doc.getAttachmentContent(name)).toString('utf8');
    return files;
  });
