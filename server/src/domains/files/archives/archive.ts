/** Reads H5P, EPUB and online packages within the limits in docs/behaviour/files.md#archives. Runs in a child process (`archives.ts`). */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@fundus/contract/errors';
import { normalizeText } from '@fundus/contract/unicode';
import yauzl from 'yauzl';
import { isDiskFull } from '../../../storage/storage.ts';
import { CONTAINER, prepareBook } from './book.ts';
import { entryNames, nameProblem } from './entry-name.ts';

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_RATIO = 100;
/** Maximum total size of all names in bytes. */
const MAX_NAMES = 4 * 1024 * 1024;
/** Size in bytes from which the compression ratio is checked. Smaller files may be compressed to almost nothing. */
const RATIO_FROM = 1024 * 1024;

/** Unpacks an archive into a folder. If this fails, the folder is removed. Throws `unsupported_type` if the archive exceeds a limit. */
export async function unpack(archive: string, folder: string): Promise<string> {
  const beside = `${folder}.part`;
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { recursive: true });
  try {
    const { size } = await stat(archive);
    const zip = await open(archive);
    const limits = refuseBombs(size);
    let book = false;
    for await (const entry of zip.eachEntry()) {
      limits(entry);
      book ||= entry.path.endsWith(CONTAINER);
      await extract(zip, entry, beside);
    }
    if (book) await prepareBook(beside);
    await rename(beside, folder);
    return folder;
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    if (error instanceof AppError || isDiskFull(error)) throw error;
    throw new AppError('unsupported_type', { message: (error as Error).message, details: { archive: 'broken' } });
  }
}

/** An entry with its decoded name. */
type Entry = yauzl.Entry & { path: string };
type Zip = { eachEntry(): AsyncGenerator<Entry>; read(entry: Entry): Promise<NodeJS.ReadableStream> };

/** Opens an archive. yauzl checks that the sizes of entries are as declared. */
const openZip = (path: string): Promise<yauzl.ZipFile> =>
  yauzl.openPromise(path, { autoClose: false, decodeStrings: false, validateEntrySizes: true });

const streamOf = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<NodeJS.ReadableStream> =>
  new Promise((ready, failed) => zip.openReadStream(entry, (problem, stream) => (problem ? failed(problem) : ready(stream))));

/** Opens an archive, and decodes and checks the names of its entries. */
async function open(path: string): Promise<Zip> {
  const zip = await openZip(path);
  if (zip.entryCount > MAX_ENTRIES) {
    zip.close();
    throw new AppError('unsupported_type', { details: { archive: 'entries' } });
  }
  return {
    async *eachEntry() {
      try {
        const entries = await readEntries(zip);
        const written = entryNames(entries);
        // The EPUB reader requests files by composed names.
        const names = written.some((name) => name.endsWith(CONTAINER)) ? written.map((name) => normalizeText(name)) : written;
        for (const [i, entry] of entries.entries()) yield Object.assign(entry, { path: names[i]! });
      } finally {
        zip.close();
      }
    },
    read: (entry) => streamOf(zip, entry),
  };
}

async function readEntries(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  const entries: yauzl.Entry[] = [];
  let bytes = 0;
  for (;;) {
    const entry = await new Promise<yauzl.Entry | null>((next, failed) => {
      zip.once('entry', next);
      zip.once('end', () => next(null));
      zip.once('error', failed);
      zip.readEntry();
    });
    zip.removeAllListeners();
    if (!entry) return entries;
    entries.push(entry);
    bytes += entry.fileNameRaw.length;
    if (entries.length > MAX_ENTRIES || bytes > MAX_NAMES) throw new AppError('unsupported_type', { details: { archive: 'entries' } });
  }
}

/** Names of nested archives, which are rejected. */
const NESTED = /\.(zip|h5p|epub|7z|rar|tar|gz|tgz|bz2|xz|jar)$/i;

/** The compression methods stored and deflated. Newer methods are not supported. */
const METHODS = new Set([0, 8]);

/** Returns a function that is called with each entry of an archive. It throws at the first entry that exceeds a limit. */
function refuseBombs(archiveBytes: number): (entry: Entry) => void {
  const names = new Set<string>();
  const folders = new Set<string>();
  let bytes = 0;
  return (entry) => {
    bytes += entry.uncompressedSize;
    const name = entry.path;
    const taken = names.has(name) || (name.endsWith('/') ? names.has(name.slice(0, -1)) : folders.has(`${name}/`));
    const above = foldersOf(name);
    const twice = taken || above.some((folder) => names.has(folder.slice(0, -1)));
    const broken = rule(entry, { entries: names.size + 1, bytes, archiveBytes, twice });
    names.add(name);
    for (const folder of above) folders.add(folder);
    if (broken) throw new AppError('unsupported_type', { details: { archive: broken } });
  };
}

/** Returns the parent folders of a name with trailing slashes, for example `a/` and `a/b/` for `a/b/c`. */
const foldersOf = (name: string): string[] => [...name.matchAll(/\/(?=.)/g)].map(({ index }) => name.slice(0, index + 1));

/**
 * Returns the rule that an entry violates. The rule `ratio` is also applied to the whole archive, because overlapping entries are small individually
 * (Fifield's zip bomb).
 */
function rule(entry: Entry, so: { entries: number; bytes: number; archiveBytes: number; twice: boolean }): string | null {
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (so.entries > MAX_ENTRIES) return 'entries';
  if (so.bytes > MAX_BYTES) return 'size';
  if (entry.uncompressedSize > RATIO_FROM && entry.uncompressedSize / Math.max(1, entry.compressedSize) > MAX_RATIO) return 'ratio';
  if (so.bytes > RATIO_FROM && so.bytes / Math.max(1, so.archiveBytes) > MAX_RATIO) return 'ratio';
  if (type === 0o120000) return 'link';
  // The path occurs twice, for example as a file and as a folder.
  if (so.twice) return 'twice';
  const problem = nameProblem(entry.path);
  if (problem) return problem;
  if (NESTED.test(entry.path)) return 'nested';
  if ((entry.generalPurposeBitFlag & 1) === 1) return 'encrypted';
  return METHODS.has(entry.compressionMethod) ? null : 'method';
}

/** File names of an archive with their sizes, and a function that reads a small file. */
export type Archive = { sizes: ReadonlyMap<string, number>; read: (name: string) => Promise<Buffer> };

/** Lists the files of an archive within the same limits as `unpack`. Throws `unsupported_type` if the archive cannot be opened or exceeds a limit. */
export async function openArchive(path: string): Promise<Archive> {
  const entries = await listEntries(path);
  const sizes = new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize]));
  return { sizes, read: (name) => readEntry(path, entries.get(name)) };
}

async function listEntries(path: string): Promise<Map<string, Entry>> {
  try {
    const limits = refuseBombs((await stat(path)).size);
    const found = new Map<string, Entry>();
    for await (const entry of (await open(path)).eachEntry()) {
      limits(entry);
      if (!entry.path.endsWith('/')) found.set(entry.path, entry);
    }
    return found;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('unsupported_type', { message: (error as Error).message, details: { archive: 'broken' } });
  }
}

/** Reads an entry. The archive is opened again, but its entries are not listed. */
async function readEntry(path: string, entry: Entry | undefined): Promise<Buffer> {
  if (!entry) throw new AppError('unsupported_type', { details: { archive: 'broken' } });
  const zip = await openZip(path);
  try {
    return await buffer(await streamOf(zip, entry));
  } finally {
    zip.close();
  }
}

async function extract(zip: Zip, entry: Entry, folder: string): Promise<void> {
  if (entry.path.endsWith('/')) return;
  const target = join(folder, entry.path);
  if (!target.startsWith(folder + sep)) throw new AppError('unsupported_type', { details: { archive: 'path' } });
  await mkdir(dirname(target), { recursive: true });
  try {
    await pipeline(await zip.read(entry), createWriteStream(target, { flags: 'wx' }));
  } catch (error) {
    // Some file systems ignore case, so two names may denote the same file.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new AppError('unsupported_type', { details: { archive: 'twice' } });
    throw error;
  }
}
