/** Tests of the list of a book's files for offline use. */
import { afterEach, expect, it, vi } from 'vitest';
import { bookFiles } from './book-files.ts';

const CONTAINER =
  '<container><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
const packageOf = (meta = ''): string => `<package version="3.0"><metadata>${meta}</metadata><manifest>
  <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
  <item id="one" href="text/Kapitel 1.xhtml" media-type="application/xhtml+xml"/>
  <item id="cover" href="../images/bild.svg" media-type="image/svg+xml"/>
  <item id="remote" href="https://elsewhere.example/film.mp4" media-type="video/mp4"/>
</manifest><spine><itemref idref="one"/></spine></package>`;

const serve = (files: Record<string, string>) =>
  vi.stubGlobal('fetch', async (address: string) => {
    const text = files[address.slice('/book/'.length)];
    return text === undefined ? new Response('', { status: 404 }) : new Response(text);
  });
afterEach(() => vi.unstubAllGlobals());

it('lists the container, the package document and all files named there', async () => {
  serve({ 'META-INF/container.xml': CONTAINER, 'OEBPS/book.opf': packageOf(), 'OEBPS/nav.xhtml': '<html/>' });
  expect(await bookFiles('/book/')).toEqual([
    'META-INF/container.xml',
    'OEBPS/book.opf',
    'OEBPS/nav.xhtml',
    'OEBPS/text/Kapitel%201.xhtml',
    'images/bild.svg',
  ]);
});

it('returns null for a book with fixed layout', async () => {
  const meta = '<meta property="rendition:layout">pre-paginated</meta>';
  serve({ 'META-INF/container.xml': CONTAINER, 'OEBPS/book.opf': packageOf(meta) });
  expect(await bookFiles('/book/')).toBeNull();
});
