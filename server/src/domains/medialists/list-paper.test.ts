/** Paper is read back with the reader of PDFs the portal's pages use. */
import { createRequire } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { drawPaper, type Paper } from './list-paper.ts';

const words = {
  task: 'Aufgabe',
  note: 'Hinweis',
  name: 'Name',
  class: 'Klasse',
  date: 'Datum',
  page: 'Seite {page} von {pages}',
  foot: 'portal.example',
};
const item = {
  kind: 'medium' as const,
  title: 'Łódź überquert',
  facts: 'Film · 4:30',
  task: 'Was siehst du?',
  note: 'Anhalten',
  address: 'https://portal.example/x',
  qr: 'QR-Code',
};
const paper: Paper = {
  layout: 'list',
  language: 'de',
  head: 'Fundus',
  title: 'Rund ums Wasser',
  description: ['Für 5b.'],
  facts: '',
  items: [item],
  words,
};

afterEach(() => void vi.restoreAllMocks());

type Text = { getTextContent: () => Promise<{ items: { str?: string }[] }> };
type Reader = { getDocument: (what: object) => { promise: Promise<{ numPages: number; getPage: (page: number) => Promise<Text> }> } };

async function readPages(pdf: Uint8Array): Promise<string[]> {
  // It says that it cannot draw here, which nobody asks of it.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const reader = createRequire(new URL('../../../../client/package.json', import.meta.url)).resolve('pdfjs-dist/legacy/build/pdf.mjs');
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
  return pages;
}

test('what stands in a list stands on paper, in every letter of the Latin script', async () => {
  const [page] = await readPages(await drawPaper(paper));
  for (const words of ['Rund ums Wasser', 'ód', 'überquert', 'Aufgabe: Was siehst du?', 'Hinweis: Anhalten', 'Seite 1 von 1'])
    expect(page).toContain(words);
});

test('two hundred media go over pages, none is cut', async () => {
  const pages = await readPages(
    await drawPaper({ ...paper, items: Array.from({ length: 200 }, (_, i) => ({ ...item, title: `Medium ${i} Ende` })) }),
  );
  const all = pages.join(' ');
  for (let i = 0; i < 200; i++) expect(all).toContain(`Medium ${i} Ende`);
  expect(pages.at(-1)).toContain(`Seite ${pages.length} von ${pages.length}`);
});

test('a worksheet has no notes for teachers where none are given, and lines to write on', async () => {
  const [page] = await readPages(await drawPaper({ ...paper, layout: 'worksheet', items: [{ ...item, note: '' }] }));
  expect(page).toContain('Name: ___');
  expect(page).not.toContain('Hinweis');
});
