import { describe, expect, test } from 'vitest';
import { cleanChapter } from './clean-chapter.ts';
import fc from 'fast-check';
import { pageSize } from './page-size.ts';
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
  ['OEBPS/text/k1.xhtml', '../bilder/a%20b.png', 'OEBPS/bilder/a%20b.png'],
  ['OEBPS/text/k1.xhtml', '#b', 'OEBPS/text/k1.xhtml#b'],
  ['k1.xhtml', '../../../../../../../etc/passwd', null],
  ['k1.xhtml', 'https://else.example/a.png', null],
  ['k1.xhtml', '//else.example/a.png', null],
  ['k1.xhtml', 'javascript:alert(1)', null],
  ['a%23b.xhtml', 'c.png', 'c.png'],
  ['OEBPS/b.opf', 'Wort%2C%20B%26R%3B%2B%3D%40.xhtml', 'OEBPS/Wort%2C%20B%26R%3B%2B%3D%40.xhtml'],
  ['OEBPS/b.opf', 'Wort, B&R;+=@.xhtml', 'OEBPS/Wort%2C%20B%26R%3B%2B%3D%40.xhtml'],
  ['OEBPS/b.opf', 'C%23%3F.xhtml#a', 'OEBPS/C%23%3F.xhtml#a'],
  ['OEBPS/b.opf', 'Was?.xhtml', 'OEBPS/Was%3F.xhtml'],
  ['OEBPS/b.opf', 'k1.xhtml?x=1#a', 'OEBPS/k1.xhtml#a'],
  ['OEBPS/b.opf', '100%.xhtml', 'OEBPS/100%25.xhtml'],
  ['OEBPS/b.opf', 'text\\k1.xhtml', 'OEBPS/text/k1.xhtml'],
  ['OEBPS/b.opf', 'Ba\u0308ume.xhtml', 'OEBPS/B%C3%A4ume.xhtml'],
  ['OEBPS/b.opf', 'Ba%CC%88ume.xhtml', 'OEBPS/B%C3%A4ume.xhtml'],
  ['OEBPS/Wort%2C.xhtml', '#a', 'OEBPS/Wort%2C.xhtml#a'],
])('given the base path %s, resolves %s to %s', (from, to, path) => expect(resolvePath(from, to)).toBe(path));

test('reads the path of the package document', () => {
  expect(packagePath(CONTAINER)).toBe('OEBPS/buch.opf');
  expect(() => packagePath('<container/>')).toThrow('container without package document');
  expect(() => packagePath('not xml')).toThrow('not well-formed');
});

test('appends chapters that only links reach to the reading order', () => {
  expect(readPackage(OPF, 'OEBPS/buch.opf')).toEqual({
    title: 'Im Moor',
    language: 'de',
    direction: 'ltr',
    spine: ['OEBPS/text/kapitel%201.xhtml', 'OEBPS/text/k2.xhtml', 'OEBPS/text/anhang.xhtml', 'OEBPS/nav.xhtml'],
    linear: 2,
    fixed: false,
    optionsApart: false,
    nav: 'OEBPS/nav.xhtml',
    ncx: 'OEBPS/toc.ncx',
  });
  expect(() => readPackage('<package><spine/></package>', 'a.opf')).toThrow('package without chapters');
});

test('reads nested tables of contents of EPUB 2 and EPUB 3', () => {
  expect(readNav(NAV, 'OEBPS/nav.xhtml')).toEqual([
    { title: 'Erstes Kapitel', path: 'OEBPS/text/kapitel%201.xhtml', level: 1 },
    { title: 'Teil b', path: 'OEBPS/text/kapitel%201.xhtml#b', level: 2 },
  ]);
  expect(readNcx(NCX, 'OEBPS/toc.ncx')).toEqual([
    { title: 'Eins', path: 'OEBPS/text/k2.xhtml', level: 1 },
    { title: 'Eins b', path: 'OEBPS/text/k2.xhtml#b', level: 2 },
  ]);
});

test('finds a package document with an absolute path', () => {
  expect(packagePath(CONTAINER.replace('full-path="', 'full-path="/'))).toBe(packagePath(CONTAINER));
});

test('numbers the chapters of a book without a table of contents', async () => {
  const files: Record<string, string> = { 'META-INF/container.xml': CONTAINER, 'OEBPS/buch.opf': OPF, 'OEBPS/nav.xhtml': NAV };
  const read = async (path: string) => files[path] ?? Promise.reject(new Error(path));
  const book = await openEpub(read);
  expect(book.contents[0]!.title).toBe('Erstes Kapitel');
  expect(chapterOf(book.spine, 'OEBPS/text/kapitel%201.xhtml#b')).toBe(0);
  expect(chapterOf(book.spine, 'OEBPS/text/anhang.xhtml')).toBe(2);
  expect(chapterOf(book.spine, 'OEBPS/fehlt.xhtml')).toBe(-1);

  files['OEBPS/nav.xhtml'] = '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>';
  expect((await openEpub(read)).contents.map((entry) => entry.title)).toEqual(['1', '2']);
});

test('falls back to the NCX if the navigation document has no links', async () => {
  const files: Record<string, string> = {
    'META-INF/container.xml': CONTAINER,
    'OEBPS/buch.opf': OPF,
    'OEBPS/toc.ncx': NCX,
    'OEBPS/nav.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol><li><span>Eins</span></li></ol></nav></body></html>',
  };
  const read = async (path: string) => files[path] ?? Promise.reject(new Error(path));
  expect((await openEpub(read)).contents.map((entry) => entry.title)).toEqual(['Eins', 'Eins b']);
  delete files['OEBPS/nav.xhtml'];
  expect((await openEpub(read)).contents.map((entry) => entry.title)).toEqual(['Eins', 'Eins b']);
});

test('links a heading without an address to its first entry', () => {
  const nav =
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><nav><ol><li><span>Teil 1</span><ol><li><a href="k2.xhtml">Eins</a></li></ol></li></ol></nav></body></html>';
  expect(readNav(nav, 'nav.xhtml')).toEqual([
    { title: 'Teil 1', path: 'k2.xhtml', level: 1 },
    { title: 'Eins', path: 'k2.xhtml', level: 2 },
  ]);
});

test.each([
  ['entities without a declaration', OPF.replace('Im Moor', 'Im&nbsp;Moor &amp; B&uuml;cher')],
  ['a bare ampersand', OPF.replace('Im Moor', 'Im Moor & mehr')],
  ['an undeclared prefix', OPF.replace('<dc:language>', '<opf:x/><dc:language>')],
  ['a control character', OPF.replace('Im Moor', 'Im\x0b Moor')],
  ['white space before the declaration', `\n ${OPF}`],
])('reads a package document with %s', (_, source) => {
  const { title, spine, linear } = readPackage(source, 'OEBPS/buch.opf');
  expect([title.startsWith('Im'), spine[0], linear]).toEqual([true, 'OEBPS/text/kapitel%201.xhtml', 2]);
});

test.each([
  ['EPUB 3', OPF.replace('<dc:language>', '<meta property="rendition:layout">pre-paginated</meta><dc:language>'), true],
  ['Kindle', OPF.replace('<dc:language>', '<meta name="fixed-layout" content="true"/><dc:language>'), true],
  ['single pages', OPF.replaceAll('<itemref ', '<itemref properties="rendition:layout-pre-paginated" '), true],
  ['none', OPF, false],
])('recognises fixed layout from the declaration of %s', (_, source, fixed) => expect(readPackage(source, 'a.opf').fixed).toBe(fixed));

test("recognises fixed layout from Apple's display options", async () => {
  const files: Record<string, string> = {
    'META-INF/container.xml': CONTAINER,
    'OEBPS/buch.opf': OPF.replace('version="3.0"', 'version="2.0"'),
    'META-INF/com.apple.ibooks.display-options.xml':
      '<display_options><platform name="*"><option name="fixed-layout">true</option></platform></display_options>',
  };
  expect((await openEpub(async (path) => files[path] ?? Promise.reject(new Error(path)))).fixed).toBe(true);
});

test.each([
  ['<html><head><meta name="viewport" content="width=600, height=800"/></head></html>', 600, 800],
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200"/>', 300, 200],
  ['<html><body><p>x</p></body></html>', 768, 1024],
])('reads the page size of %s', (source, width, height) => expect(pageSize(source)).toEqual({ width, height }));

test('throws only documented errors for malformed books', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '/>',
    '<html',
    ' xmlns="http://www.w3.org/1999/xhtml"',
    '<item id="a" href="',
    '%',
    '#',
    '?',
    '&',
    ';',
    '<title/>',
    '<p>',
    'x',
    '"',
    '<nav><ol><li><a href="a">',
    '<spine><itemref idref="a"/>',
    '<!--',
    ']]>',
    '\n',
    '\0',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      const source = parts.join('');
      readNav(source, 'a/b.xhtml');
      cleanChapter(source, 'a/b.xhtml', '/c/');
      resolvePath('a/b.xhtml', source);
      try {
        readPackage(source, 'a.opf');
      } catch (error) {
        expect((error as Error).message).toMatch(/package without chapters|not well-formed/);
      }
    }),
    { numRuns: 150 },
  );
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
  ])('cleans %s to %s', (dirty, html) => expect(clean(dirty)).toBe(html));

  test('opens external links in a new tab without a referrer', () => {
    const html = clean('<a href="https://else.example/">w</a>');
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer"');
  });

  test.each([
    ['an empty title', '<html><head><title/></head><body><h1>K 1</h1><p>Gr&ouml;&szlig;e<br></p></body></html>', 'Größe'],
    ['a script without an end tag', '<html><head><script src="a.js"/></head><body><p>Text & mehr</p></body></html>', 'Text &amp; mehr'],
    [
      'an empty anchor',
      '<html><body><p><a id="s1"/>Text & <i>kursiv</i> danach</p></body></html>',
      '<p><a id="user-content-s1"></a>Text &amp; <i>kursiv</i> danach</p>',
    ],
    [
      'an undeclared prefix',
      '<html xmlns="http://www.w3.org/1999/xhtml"><body><section epub:type="x"><p>da</p></section></body></html>',
      '<p>da</p>',
    ],
    ['an empty division', '<html><body><div class="a"/><p>da & dort</p></body></html>', '<div></div><p>da &amp; dort</p>'],
  ])('reads a malformed chapter with %s', (_, source, html) => {
    expect(cleanChapter(source, 'k.xhtml', '/c/')).toContain(html);
  });

  test('parses a malformed chapter as HTML', () => {
    expect(cleanChapter('<html><body><p>a<br>b</body></html>', 'k.xhtml', '/c/')).toBe('<p>a<br>b</p>');
  });
});
