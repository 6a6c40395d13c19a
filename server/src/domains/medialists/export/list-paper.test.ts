/** Reads the generated PDF with the same PDF reader that the client uses. */
import { expect, test } from 'vitest';
import { readPages } from '../../../testing/read-pdf.ts';
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

test('prints special Latin letters in all fields of an item', async () => {
  const [page] = await readPages(await drawPaper(paper));
  for (const words of ['Rund ums Wasser', 'ód', 'überquert', 'Aufgabe: Was siehst du?', 'Hinweis: Anhalten', 'Seite 1 von 1'])
    expect(page).toContain(words);
});

test('prints two hundred media on several pages', async () => {
  const pages = await readPages(
    await drawPaper({ ...paper, items: Array.from({ length: 200 }, (_, i) => ({ ...item, title: `Medium ${i} Ende` })) }),
  );
  const all = pages.join(' ');
  for (let i = 0; i < 200; i++) expect(all).toContain(`Medium ${i} Ende`);
  expect(pages.at(-1)).toContain(`Seite ${pages.length} von ${pages.length}`);
});

test('prints a worksheet with lines for name and answers', async () => {
  const [page] = await readPages(await drawPaper({ ...paper, layout: 'worksheet', items: [{ ...item, note: '' }] }));
  expect(page).toContain('Name: ___');
  expect(page).not.toContain('Hinweis');
});
