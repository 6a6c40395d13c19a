import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip, unicodePath, type ZipPart } from '../../../testing/make-zip.ts';
import { detectPackageKind } from '../inspect/package-kind.ts';
import { openArchive, unpack } from './archive.ts';

/** Factor for the number of random files, which is larger before a release. A failure reports its seed. */
const MORE = process.env.TEST_RELEASE ? 20 : 1;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-archive-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const zip = (parts: readonly ZipPart[]): string => {
  const path = join(folder, `${(made += 1)}.zip`);
  writeFileSync(path, makeZip(parts));
  return path;
};
const namesOf = async (parts: readonly ZipPart[]): Promise<string[]> => [...(await openArchive(zip(parts))).sizes.keys()];
const latin = (name: string): Buffer => Buffer.from(name, 'latin1');

test.each<[string, ZipPart[], string[]]>([
  ['backslashes', [{ name: 'bilder\\baum.png' }, { name: 'bilder\\leer\\' }], ['bilder/baum.png']],
  ['UTF-8 without its flag', [{ name: 'Bäume.png', host: 0 }], ['Bäume.png']],
  ['UTF-8 with its flag', [{ name: 'Bäume.png', flags: 0x800 }], ['Bäume.png']],
  ['CP850, as DOS and Windows write', [{ name: latin('B\x84ume \x81ber Stra\xe1en.png'), host: 0 }], ['Bäume über Straßen.png']],
  ['CP437', [{ name: latin('Gr\x94\xe1e \x8epfel.png'), host: 0 }], ['Größe Äpfel.png']],
  ['Shift JIS', [{ name: Buffer.from('89e6919c2f82e882f182b22e706e67', 'hex') }], ['画像/りんご.png']],
  ['GB 18030', [{ name: Buffer.from('cdbcc6ac2fc6bbb9fb2e706e67', 'hex') }], ['图片/苹果.png']],
  ['doubled separators', [{ name: 'a//b\\\\c.png' }], ['a/b/c.png']],
  ['Windows-1252', [{ name: latin('B\xe4ume \xfcber.png') }], ['Bäume über.png']],
  ['Windows-1252 that says it is UTF-8', [{ name: latin('B\xe4ume.png'), flags: 0x800 }], ['Bäume.png']],
  ['Mac Roman', [{ name: latin('B\x8aume \x9fber.png'), host: 7 }], ['Bäume über.png']],
  ['decomposed letters', [{ name: 'Ba\u0308ume.png', flags: 0x800 }], ['Ba\u0308ume.png']],
  ['the field of Info-ZIP', [{ name: latin('B_ume.png'), extra: unicodePath(latin('B_ume.png'), 'Bäume.png') }], ['Bäume.png']],
  ['the field of Info-ZIP for another name', [{ name: latin('Baum.png'), extra: unicodePath(latin('x'), 'y') }], ['Baum.png']],
  ['a leading dot or slash', [{ name: './index.html' }, { name: '/a/b.txt' }], ['index.html', 'a/b.txt']],
  ['names that differ in case', [{ name: 'Bild.png' }, { name: 'bild.png' }], ['Bild.png', 'bild.png']],
])('reads names with %s', async (_, parts, names) => {
  expect(await namesOf(parts)).toEqual(names);
});

test.each<[string, ZipPart[]]>([
  ['path', [{ name: '..\\..\\climb.txt' }]],
  ['path', [{ name: 'a/../../climb.txt' }]],
  ['path', [{ name: 'C:\\climb.txt' }]],
  ['name', [{ name: 'a\0b.txt' }]],
  ['name', [{ name: `${'ü'.repeat(150)}.txt` }]],
  ['twice', [{ name: 'a.txt' }, { name: 'a.txt' }]],
  ['twice', [{ name: 'a\\b.txt' }, { name: 'a/b.txt' }]],
  ['twice', [{ name: 'a/b.txt' }, { name: 'a' }]],
  ['link', [{ name: 'passwd', mode: 0o120777 }]],
  ['encrypted', [{ name: 'a.txt', flags: 1 }]],
  ['method', [{ name: 'a.txt', method: 9 }]],
  ['nested', [{ name: 'mehr.zip' }]],
  ['entries', Array.from({ length: 2_001 }, (_, i) => ({ name: `${i}.txt` }))],
])('rejects an archive that violates the rule %s', async (rule, parts) => {
  await expect(openArchive(zip(parts))).rejects.toMatchObject({ code: 'unsupported_type', details: { archive: rule } });
});

test('unpacks two files whose names differ only in case', async () => {
  const target = join(folder, 'case');
  await unpack(
    zip([
      { name: 'Bild.png', content: 'groß' },
      { name: 'bild.png', content: 'klein' },
    ]),
    target,
  );
  expect(
    readdirSync(target)
      .sort()
      .map((name) => readFileSync(join(target, name), 'utf8')),
  ).toEqual(['groß', 'klein']);
});

test('decodes file names of arbitrary bytes without throwing', async () => {
  const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((name) => name.replace(/[\\/:\p{Cc}]|^\.+/gu, '_'));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(part, { minLength: 1, maxLength: 5 }), async (names) => {
      expect(await namesOf(names.map((name) => ({ name: `x/${name}` })))).toEqual(names.map((name) => `x/${name}`));
    }),
    { numRuns: 60 * MORE },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }), { maxLength: 5 }), async (names) => {
      try {
        const found = await namesOf(names.map((name) => ({ name: Buffer.from(name) })));
        expect(found.every((name) => !name.startsWith('/') && !name.split('/').includes('..'))).toBe(true);
      } catch (error) {
        expect(error).toMatchObject({ code: 'unsupported_type' });
      }
    }),
    { numRuns: 60 * MORE },
  );
});

const CONTAINER = '<container><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';
const OPF = '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>';
const book = (...more: ZipPart[]): ZipPart[] => [
  { name: 'mimetype', content: 'application/epub+zip\n' },
  { name: 'META-INF/container.xml', content: CONTAINER },
  { name: 'b.opf', content: OPF },
  ...more,
];
const method = (name: string, more = ''): string =>
  `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container">${more}<enc:EncryptedData xmlns:enc="x"><enc:EncryptionMethod Algorithm="${name}"/></enc:EncryptedData></encryption>`;
const AES = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc';

test.each<[string, ZipPart[], string | null]>([
  ['at the top', book(), null],
  ['without the file mimetype', book().slice(1), null],
  ['in a folder', book().map((part) => ({ ...part, name: `Buch/${part.name as string}` })), 'Buch/'],
  ['with obfuscated fonts', book({ name: 'META-INF/encryption.xml', content: method('http://www.idpf.org/2008/embedding') }), null],
])('recognizes an EPUB book %s', async (_, parts, start) => {
  expect(await detectPackageKind(zip(parts))).toEqual({ mime: 'application/epub+zip', ext: 'epub', start });
});

test.each<[string, ZipPart[]]>([
  ['without a package document', book().filter(({ name }) => name !== 'b.opf')],
  ['without chapters', book().map((part) => (part.name === 'b.opf' ? { ...part, content: OPF.replace('<itemref', '<x') } : part))],
  ['with an empty container', book().map((part) => (part.name === 'META-INF/container.xml' ? { ...part, content: '' } : part))],
])('rejects an EPUB book %s', async (_, parts) => {
  await expect(detectPackageKind(zip(parts))).rejects.toMatchObject({ code: 'broken_file', details: { found: 'epub' } });
});

test.each<[string, ZipPart[]]>([
  ['in UTF-16', book().map((part) => (part.name === 'b.opf' ? { ...part, content: Buffer.from(`\uFEFF${OPF}`, 'utf16le') } : part))],
  ['in another case', book().map((part) => (part.name === 'b.opf' ? { ...part, name: 'B.OPF' } : part))],
  ['named from the root', book().map((part) => ({ ...part, content: (part.content as string).replace('"b.opf', '"/b.opf') }))],
])('finds a package document %s', async (_, parts) => {
  expect(await detectPackageKind(zip(parts))).toMatchObject({ ext: 'epub' });
});

test('reads or rejects every damaged book without throwing', async () => {
  const change = fc.tuple(fc.nat(2), fc.nat(120), fc.constantFrom('', '<', '>', '"', '&', '\0', '\uFFFD', 'ä', '</'));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 4 }), async (changes) => {
      const parts = book().map((part) => ({ ...part, content: part.content as string }));
      for (const [which, at, sign] of changes) {
        const part = parts[which]!;
        part.content = part.content.slice(0, at) + sign + part.content.slice(at + 1);
      }
      const found = await detectPackageKind(zip(parts)).catch((error: { code: string }) => error.code);
      expect([null, 'epub', 'broken_file', 'unsupported_type']).toContain(found && typeof found === 'object' ? found.ext : found);
    }),
    { numRuns: 60 * MORE },
  );
});

test.each<[string, ZipPart[]]>([
  ['adept', [{ name: 'META-INF/encryption.xml', content: method(AES, '<r xmlns="http://ns.adobe.com/adept"/>') }]],
  [
    'adept',
    [
      { name: 'META-INF/encryption.xml', content: Buffer.from(`\uFEFF${method(AES)}`, 'utf16le') },
      { name: 'META-INF/rights.xml', content: '<adept:rights xmlns:adept="http://ns.adobe.com/adept"/>' },
    ],
  ],
  [
    'lcp',
    [
      { name: 'META-INF/license.lcpl', content: '{}' },
      { name: 'META-INF/encryption.xml', content: method('http://www.w3.org/2001/04/xmlenc#aes256-cbc') },
    ],
  ],
  ['fairplay', [{ name: 'META-INF/sinf.xml', content: '<x/>' }]],
  ['kobo', [{ name: 'META-INF/rights.xml', content: '<kdrm><licenseUrl>https://books.example</licenseUrl></kdrm>' }]],
  ['marlin', [{ name: 'META-INF/encryption.xml', content: method(AES, '<k>urn:marlin-drm</k>') }]],
  ['other', [{ name: 'META-INF/encryption.xml', content: method(AES) }]],
])('rejects a book with the protection %s', async (drm, parts) => {
  await expect(detectPackageKind(zip(book(...parts)))).rejects.toMatchObject({ code: 'unsupported_type', details: { drm } });
});

test('converts the documents of a book to UTF-8', async () => {
  const target = join(folder, 'book');
  const latin1 = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><html><p>Größe</p></html>', 'latin1');
  const undeclared = Buffer.from('<html><p>Größe</p></html>', 'latin1');
  const wide = Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><package>Größe</package>', 'utf16le');
  const plain = '<?xml version="1.0" encoding="UTF-8"?><html><p>Größe</p></html>';
  const parts = { 'a.xhtml': latin1, 'b.html': undeclared, 'c.opf': wide, 'd.xhtml': plain };
  await unpack(zip(book(...Object.entries(parts).map(([name, content]) => ({ name, content })))), target);
  for (const name of Object.keys(parts)) {
    const text = readFileSync(join(target, name), 'utf8');
    expect(text).toContain('Größe');
    expect(text).not.toMatch(/8859|UTF-16/);
  }
  expect(readFileSync(join(target, 'd.xhtml'), 'utf8')).toBe(plain);
});

test('unpacks the files of a book under NFC-normalized names', async () => {
  const target = join(folder, 'composed');
  await unpack(zip(book({ name: 'Ba\u0308ume.xhtml', content: '<html/>' })), target);
  expect(readdirSync(target)).toContain('Bäume.xhtml');
});

test('reads an entry by its decoded name', async () => {
  expect((await (await openArchive(zip([{ name: latin('B\x84ume.txt'), content: 'ja', host: 0 }]))).read('Bäume.txt')).toString()).toBe(
    'ja',
  );
});
