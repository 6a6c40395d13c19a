import { describe, expect, test } from 'vitest';
import { cleanChapter } from './clean-chapter.ts';
import { chapterOf, openEpub, packagePath, readNav, readNcx, readPackage, resolvePath } from './epub.ts';

const CONTAINER = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/buch.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

const OPF = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Im Moor</dc:title><dc:language>de</dc:language></metadata>
<manifest>
 <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
 <item id="k1" href="text/kapitel%201.xhtml" media-type="application/xhtml+xml"/>
 <item id="k2" href="text/k2.xhtml" media-type="application/xhtml+xml"/>
 <item id="x" href="text/anhang.xhtml" media-type="application/xhtml+xml"/>
 <item id="css" href="s.css" media-type="text/css"/>
 <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
</manifest>
<spine toc="ncx"><itemref idref="k1"/><itemref idref="k2"/><itemref idref="x" linear="no"/><itemref idref="css"/></spine></package>`;

const NAV = `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<nav epub:type="landmarks"><ol><li><a href="text/k2.xhtml">Anfang</a></li></ol></nav>
<nav epub:type="toc"><ol><li><a href="text/kapitel%201.xhtml">Erstes
 Kapitel</a><ol><li><a href="text/kapitel%201.xhtml#b">Teil b</a></li></ol></li><li><a href="https://else.example/">weg</a></li></ol></nav></body></html>`;

const NCX = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint id="a"><navLabel><text>Eins</text></navLabel><content src="text/k2.xhtml"/>
<navPoint id="b"><navLabel><text>Eins b</text></navLabel><content src="text/k2.xhtml#b"/></navPoint></navPoint></navMap></ncx>`;

test.each([
  ['OEBPS/buch.opf', 'text/k1.xhtml', 'OEBPS/text/k1.xhtml'],
  ['OEBPS/text/k1.xhtml', '../bilder/a%20b.png', 'OEBPS/bilder/a b.png'],
  ['OEBPS/text/k1.xhtml', '#b', 'OEBPS/text/k1.xhtml#b'],
  ['k1.xhtml', '../../../../../../../etc/passwd', null],
  ['k1.xhtml', 'https://else.example/a.png', null],
  ['k1.xhtml', '//else.example/a.png', null],
  ['k1.xhtml', 'javascript:alert(1)', null],
  ['a#b.xhtml', 'c.png', 'c.png'],
])('from %s, %s is %s', (from, to, path) => expect(resolvePath(from, to)).toBe(path));

test('packagePath', () => {
  expect(packagePath(CONTAINER)).toBe('OEBPS/buch.opf');
  expect(() => packagePath('<container/>')).toThrow('container without package document');
  expect(() => packagePath('not xml')).toThrow('not well-formed');
});

test('readPackage: reading order without what is not linear or no text', () => {
  expect(readPackage(OPF, 'OEBPS/buch.opf')).toEqual({
    title: 'Im Moor',
    language: 'de',
    direction: 'ltr',
    spine: ['OEBPS/text/kapitel 1.xhtml', 'OEBPS/text/k2.xhtml'],
    nav: 'OEBPS/nav.xhtml',
    ncx: 'OEBPS/toc.ncx',
  });
  expect(() => readPackage('<package><spine/></package>', 'a.opf')).toThrow('package without chapters');
});

test('contents of both versions, with levels', () => {
  expect(readNav(NAV, 'OEBPS/nav.xhtml')).toEqual([
    { title: 'Erstes Kapitel', path: 'OEBPS/text/kapitel 1.xhtml', level: 1 },
    { title: 'Teil b', path: 'OEBPS/text/kapitel 1.xhtml#b', level: 2 },
  ]);
  expect(readNcx(NCX, 'OEBPS/toc.ncx')).toEqual([
    { title: 'Eins', path: 'OEBPS/text/k2.xhtml', level: 1 },
    { title: 'Eins b', path: 'OEBPS/text/k2.xhtml#b', level: 2 },
  ]);
});

test('openEpub reads what is named; without contents the chapters are numbered', async () => {
  const files: Record<string, string> = { 'META-INF/container.xml': CONTAINER, 'OEBPS/buch.opf': OPF, 'OEBPS/nav.xhtml': NAV };
  const read = async (path: string) => files[path] ?? Promise.reject(new Error(path));
  const book = await openEpub(read);
  expect(book.contents[0]!.title).toBe('Erstes Kapitel');
  expect(chapterOf(book.spine, 'OEBPS/text/kapitel 1.xhtml#b')).toBe(0);
  expect(chapterOf(book.spine, 'OEBPS/text/anhang.xhtml')).toBe(-1);

  files['OEBPS/nav.xhtml'] = '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>';
  expect((await openEpub(read)).contents.map((entry) => entry.title)).toEqual(['1', '2']);
});

describe('cleanChapter', () => {
  const clean = (body: string): string =>
    cleanChapter(
      `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink"><body>${body}</body></html>`,
      'OEBPS/text/k1.xhtml',
      '/content/t/',
    );

  test.each([
    ['<p onclick="alert(1)" style="color:red" class="x">a</p>', '<p>a</p>'],
    ['<script>alert(1)</script><p>b</p>', '<p>b</p>'],
    ['<style>p{}</style><iframe src="https://else.example"></iframe>c', 'c'],
    ['<img src="../bilder/a.png"/>', '<img src="/content/t/OEBPS/bilder/a.png" alt="">'],
    ['<img alt="x" src="https://else.example/spy.gif"/>', '<img alt="x">'],
    ['<a href="k2.xhtml#b">w</a>', '<a href="#OEBPS/text/k2.xhtml#b">w</a>'],
    ['<a href="javascript:alert(1)">j</a>', '<a>j</a>'],
    ['<h1 id="top">T</h1>', '<h3 data-level="1" id="user-content-top">T</h3>'],
    ['<h2><span class="nr">Kapitel 1</span>Ein Turm</h2>', '<h4 data-level="2"><span data-label="">Kapitel 1</span>Ein Turm</h4>'],
    ['<h2><span>Ein Turm</span></h2>', '<h4 data-level="2"><span>Ein Turm</span></h4>'],
    ['<form action="https://else.example"><input name="a"/>f</form>', 'f'],
  ])('%s becomes %s', (dirty, html) => expect(clean(dirty)).toBe(html));

  test('links out of the book open elsewhere and tell nothing', () => {
    const html = clean('<a href="https://else.example/">w</a>');
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer"');
  });

  test('a chapter that is not well-formed is read all the same', () => {
    expect(cleanChapter('<html><body><p>a<br>b</body></html>', 'k.xhtml', '/c/')).toBe('<p>a<br>b</p>');
  });
});
