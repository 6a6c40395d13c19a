/** Recognizes an EPUB in an archive and rejects copy protection. Runs in a child process. */
import { AppError } from '@fundus/contract/errors';
import type { Archive } from './archive.ts';
import { CONTAINER, protectionOf } from './book.ts';
import { detectEncoding } from '@fundus/importer/text-encoding/detect-encoding';
import { encodePath, indexNames, resolveReference } from '../packages/references.ts';

const MAX_TEXT = 4 * 1024 * 1024;

type Book = { mime: 'application/epub+zip'; ext: 'epub'; start: string | null };

/**
 * Returns the book in an archive, which is recognized by its container. The file `mimetype` may be missing, and the book may be in a folder. Throws
 * `unsupported_type` with the kind of copy protection in `details.drm`, and `broken_file` for a book without chapters.
 */
export async function findBook(archive: Archive): Promise<Book | null> {
  const all = [...archive.sizes.keys()];
  const folders = all
    .filter((name) => name === CONTAINER || name.endsWith(`/${CONTAINER}`))
    .map((name) => name.slice(0, -CONTAINER.length));
  const [folder] = folders.filter((name) => !name.startsWith('__MACOSX/'));
  if (folder === undefined || folders.length > 2) return null;
  const names = new Set(all.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length)));
  // Other formats have a container with the same name.
  const named = (await textOf(archive, `${folder}mimetype`))?.includes('application/epub+zip');
  if (!named && !/oebps-package|\.opf["']/.test((await textOf(archive, folder + CONTAINER)) ?? '')) return null;
  const drm = protectionOf(names, {
    encryption: await textOf(archive, `${folder}META-INF/encryption.xml`),
    rights: await textOf(archive, `${folder}META-INF/rights.xml`),
  });
  if (drm) throw new AppError('unsupported_type', { field: 'file', details: { found: 'epub', drm } });
  if (!(await hasChapters(archive, folder)))
    throw new AppError('broken_file', { field: 'file', message: 'no chapters', details: { found: 'epub' } });
  return { mime: 'application/epub+zip', ext: 'epub', start: folder || null };
}

const ROOT_FILE = /<(?:[\w-]{1,20}:)?rootfile\s[^<>]{0,300}?full-path\s{0,9}=\s{0,9}["']([^"'<>]{1,500})["']/g;

/** Returns whether the container names a package document that lists chapters. */
async function hasChapters(archive: Archive, folder: string): Promise<boolean> {
  const names = indexNames(archive.sizes.keys());
  const container = (await textOf(archive, folder + CONTAINER)) ?? '';
  for (const [, path = ''] of container.matchAll(ROOT_FILE)) {
    const found = resolveReference(path.replace(/^\/+/, ''), encodePath(folder));
    const name = found && 'path' in found ? names.find(found.path) : null;
    if (name !== null && archive.sizes.get(name)! > MAX_TEXT) return true;
    if (name !== null && /<(?:[\w-]{1,20}:)?itemref[\s/>]/.test((await textOf(archive, name)) ?? '')) return true;
  }
  return false;
}

async function textOf({ sizes, read }: Archive, name: string): Promise<string | null> {
  const size = sizes.get(name);
  return size === undefined || size > MAX_TEXT ? null : detectEncoding(await read(name)).text;
}
