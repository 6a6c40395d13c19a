/** Recognises an EPUB in an archive, and refuses one with copy protection. Runs in a child process. */
import { AppError } from '@fundus/contract/errors';
import type { Archive } from './archive.ts';
import { CONTAINER, protectionOf } from './book.ts';
import { detectEncoding } from './encoding/detect-encoding.ts';

const MAX_TEXT = 4 * 1024 * 1024;

type Book = { mime: 'application/epub+zip'; ext: 'epub'; start: string | null };

/**
 * A book is known by its container: the file `mimetype` may be missing, and the whole may be in a folder, which is then its start. Throws
 * `unsupported_type` with the kind of protection in `details.drm`.
 */
export async function findBook(archive: Archive): Promise<Book | null> {
  const all = [...archive.sizes.keys()];
  const folders = all
    .filter((name) => name === CONTAINER || name.endsWith(`/${CONTAINER}`))
    .map((name) => name.slice(0, -CONTAINER.length));
  const [folder] = folders.filter((name) => !name.startsWith('__MACOSX/'));
  if (folder === undefined || folders.length > 2) return null;
  const names = new Set(all.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length)));
  // Formats of other programs have containers of the same name.
  const named = (await textOf(archive, `${folder}mimetype`))?.includes('application/epub+zip');
  if (!named && !/oebps-package|\.opf["']/.test((await textOf(archive, folder + CONTAINER)) ?? '')) return null;
  const drm = protectionOf(names, {
    encryption: await textOf(archive, `${folder}META-INF/encryption.xml`),
    rights: await textOf(archive, `${folder}META-INF/rights.xml`),
  });
  if (drm) throw new AppError('unsupported_type', { field: 'file', details: { found: 'epub', drm } });
  return { mime: 'application/epub+zip', ext: 'epub', start: folder || null };
}

async function textOf({ sizes, read }: Archive, name: string): Promise<string | null> {
  const size = sizes.get(name);
  return size === undefined || size > MAX_TEXT ? null : detectEncoding(await read(name)).text;
}
