/** Prepares an unpacked EPUB for reading by converting its documents to UTF-8. Runs in a child process. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeUtf8 } from '@fundus/importer/text-encoding/decode';
import { detectEncoding } from '@fundus/importer/text-encoding/detect-encoding';

export const CONTAINER = 'META-INF/container.xml';

const DOCUMENT = /\.(?:x?html?|xht|xml|opf|ncx|css|svg|smil)$/i;
const MAX_DOCUMENT = 32 * 1024 * 1024;

/** Byte order mark, which takes precedence over the declaration in the document and over the HTTP header. */
const MARK = '\uFEFF';
const DECLARED = /^(<\?xml[^>]{0,200}\sencoding\s{0,9}=\s{0,9}["'])[\w.:-]{1,40}/;

/** Converts all documents that are not in UTF-8. The declared encoding is used. Without a declaration, the encoding is assumed to be Windows-1252. */
export async function prepareBook(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !DOCUMENT.test(entry.name) || (await stat(path)).size > MAX_DOCUMENT) continue;
    const bytes = await readFile(path);
    const text = readDocument(bytes);
    if (text !== null) await writeFile(path, MARK + text.replace(DECLARED, '$1UTF-8'));
  }
}

/** Returns the decoded text, or `null` if the document is in UTF-8. */
function readDocument(bytes: Buffer): string | null {
  const { encoding, text } = detectEncoding(bytes);
  if (encoding === 'utf-8' && decodeUtf8(bytes) !== null && !DECLARED_OTHER.test(bytes.toString('latin1', 0, 256))) return null;
  return text.replace(/^\uFEFF/, '');
}
/** Matches the declaration of UTF-16 in a document that is in UTF-8. */
const DECLARED_OTHER = /^\s{0,9}<\?xml[^>]{0,200}\sencoding\s{0,9}=\s{0,9}["'](?!utf-?8)/i;

type Protection = 'adept' | 'lcp' | 'fairplay' | 'marlin' | 'kobo' | 'other';

/** Methods of font obfuscation, which is not copy protection because readers can derive the key. */
const FONT_METHODS = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** Returns the kind of copy protection that the files in `META-INF` describe, or `null` if there is none. */
export function protectionOf(names: ReadonlySet<string>, texts: { encryption: string | null; rights: string | null }): Protection | null {
  const { encryption, rights } = texts;
  const both = `${encryption ?? ''}${rights ?? ''}`;
  if (names.has('META-INF/license.lcpl') || both.includes('readium.org/2014/01/lcp')) return 'lcp';
  if (names.has('META-INF/sinf.xml') || both.includes('itunes.apple.com/dataenc')) return 'fairplay';
  if (rights?.includes('<kdrm')) return 'kobo';
  const methods = [
    ...(encryption ?? '').matchAll(/<(?:[\w-]{1,20}:)?EncryptionMethod\s[^>]{0,300}?Algorithm\s{0,9}=\s{0,9}["']([^"']{1,300})["']/g),
  ];
  // Methods that encrypt keys are not applied to files.
  const files = methods.map(([, method]) => method!).filter((method) => !FONT_METHODS.has(method) && !/rsa-|kw-/.test(method));
  if (files.length === 0) return null;
  if (both.includes('ns.adobe.com/adept')) return 'adept';
  return both.includes('marlin') ? 'marlin' : 'other';
}
