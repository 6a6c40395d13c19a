/** Determines what a ZIP archive contains: H5P, a book, an office document, a segmented film, or a package of pages. */
import type { PackageInfo } from '@fundus/contract/files/packages';
import { findBook } from '../archives/find-book.ts';
import { findExercise } from '../packages/check-h5p.ts';
import { findPackage } from '../packages/find-start.ts';
import type { Kind } from './kind.ts';
import { openArchive } from '../archives/archive.ts';

type PackageKind = Kind & { start: string | null; info?: PackageInfo };

const OFFICE: Record<string, Kind> = {
  'word/document.xml': { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', ext: 'docx' },
  'ppt/presentation.xml': { mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', ext: 'pptx' },
  'xl/workbook.xml': { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ext: 'xlsx' },
};
const OPEN_DOCUMENT: Record<string, string> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.graphics': 'odg',
};

/**
 * Returns the kind of an archive, or `null` if it is none of them. Throws `unsupported_type` if the archive cannot be opened, exceeds the limits, or
 * is a package that cannot run.
 */
export async function detectPackageKind(path: string): Promise<PackageKind | null> {
  const archive = await openArchive(path);
  const { sizes } = archive;
  const exercise = await findExercise(archive);
  if (exercise) return { mime: 'application/h5p+zip', ext: 'h5p', start: exercise.start || null, info: exercise.info };
  const book = await findBook(archive);
  if (book) return book;
  if ((sizes.get('mimetype') ?? Infinity) < 200) {
    const mime = (await archive.read('mimetype')).toString().trim();
    if (OPEN_DOCUMENT[mime]) return { mime, ext: OPEN_DOCUMENT[mime], start: null };
  }
  for (const [name, kind] of Object.entries(OFFICE)) if (sizes.has(name)) return { ...kind, start: null };
  const list = startOf(sizes, /\.m3u8$/i, /(^|\/)(master|index|main|playlist)\.m3u8$/i);
  if (list) return { mime: 'application/vnd.apple.mpegurl', ext: 'zip', start: list };
  const found = await findPackage(archive);
  return found && { mime: 'application/zip', ext: 'zip', ...found };
}

/** Returns the matching file that is nearest to the root. Of several such files, the preferred name or otherwise the first is returned. */
function startOf(sizes: ReadonlyMap<string, number>, fits: RegExp, better: RegExp): string | null {
  const depth = (name: string): number => name.split('/').length;
  const found = [...sizes.keys()].filter((name) => fits.test(name) && !name.startsWith('__MACOSX/'));
  return found.sort((a, b) => depth(a) - depth(b) || Number(better.test(b)) - Number(better.test(a)) || (a < b ? -1 : 1))[0] ?? null;
}
