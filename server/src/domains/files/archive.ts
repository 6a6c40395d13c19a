/** Unpacks H5P, EPUB and online packages once, into the cache folder, with the limits of docs/behaviour/files.md#archives. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@fundus/contract/errors';
import yauzl from 'yauzl';

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_RATIO = 100;
/** Tiny files compress to almost nothing; the ratio counts above this size. */
const RATIO_FROM = 1024 * 1024;

const unpacking = new Map<string, Promise<string>>();

/** Lends the archive as a file of this machine. */
type Lend = <T>(use: (archive: string) => Promise<T>) => Promise<T>;

/** The folder of an archive, unpacked now or before. Throws `unsupported_type` for one that breaks the limits, `storage_full`. */
export async function unpacked(lend: Lend, cacheDir: string, key: string): Promise<string> {
  const folder = join(cacheDir, 'unpacked', key);
  if (await stat(folder).catch(() => null)) return folder;
  const before = unpacking.get(folder);
  if (before) return before;
  const job = lend((archive) => unpack(archive, folder))
    .catch((error: unknown) => {
      throw isFull(error) ? new AppError('storage_full') : error;
    })
    .finally(() => unpacking.delete(folder));
  unpacking.set(folder, job);
  return job;
}

async function unpack(archive: string, folder: string): Promise<string> {
  const beside = `${folder}.part`;
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { recursive: true });
  try {
    const { size } = await stat(archive);
    const zip = await open(archive);
    const limits = refuseBombs(size);
    for await (const entry of zip.eachEntry()) {
      limits(entry);
      await extract(zip, entry, beside);
    }
    await rename(beside, folder);
    return folder;
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    if (error instanceof AppError || isFull(error)) throw error;
    throw new AppError('unsupported_type', { message: (error as Error).message, details: { archive: 'broken' } });
  }
}

const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC';

/** Gives back the room of an archive that is gone; one that is opened again is unpacked again. */
export const forgetUnpacked = (cacheDir: string, key: string): Promise<void> =>
  rm(join(cacheDir, 'unpacked', key), { recursive: true, force: true });

type Zip = { eachEntry(): AsyncGenerator<yauzl.Entry>; read(entry: yauzl.Entry): Promise<NodeJS.ReadableStream> };

/** yauzl checks names (no `..`, no absolute paths, no backslashes) and that sizes are as declared. */
function open(path: string): Promise<Zip> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(error);
      resolve({
        async *eachEntry() {
          try {
            for (;;) {
              const entry = await new Promise<yauzl.Entry | null>((next, failed) => {
                zip.once('entry', next);
                zip.once('end', () => next(null));
                zip.once('error', failed);
                zip.readEntry();
              });
              zip.removeAllListeners();
              if (!entry) return;
              yield entry;
            }
          } finally {
            zip.close();
          }
        },
        read: (entry) =>
          new Promise((ready, failed) => zip.openReadStream(entry, (problem, stream) => (problem ? failed(problem) : ready(stream)))),
      });
    });
  });
}

/** Names of archives: what is packed twice is not looked into. */
const NESTED = /\.(zip|h5p|epub|7z|rar|tar|gz|tgz|bz2|xz|jar)$/i;

/** Counts over all entries of an archive of that size; throws at the first that goes too far. */
function refuseBombs(archiveBytes: number): (entry: yauzl.Entry) => void {
  const names = new Set<string>();
  let bytes = 0;
  return (entry) => {
    bytes += entry.uncompressedSize;
    const name = entry.fileName.toLowerCase();
    const broken = rule(entry, { entries: names.size + 1, bytes, archiveBytes, twice: names.has(name) });
    names.add(name);
    if (broken) throw new AppError('unsupported_type', { details: { archive: broken } });
  };
}

/** `ratio` also of the whole: entries that overlap are each small (Fifield's bomb). */
function rule(entry: yauzl.Entry, so: { entries: number; bytes: number; archiveBytes: number; twice: boolean }): string | null {
  const type = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (so.entries > MAX_ENTRIES) return 'entries';
  if (so.bytes > MAX_BYTES) return 'size';
  if (entry.uncompressedSize > RATIO_FROM && entry.uncompressedSize / Math.max(1, entry.compressedSize) > MAX_RATIO) return 'ratio';
  if (so.bytes > RATIO_FROM && so.bytes / Math.max(1, so.archiveBytes) > MAX_RATIO) return 'ratio';
  if (type === 0o120000) return 'link';
  if (so.twice) return 'twice';
  if (NESTED.test(entry.fileName)) return 'nested';
  return (entry.generalPurposeBitFlag & 1) === 1 ? 'encrypted' : null;
}

/** Names and sizes of what an archive holds, within the same limits; throws `unsupported_type` for one that cannot be opened or breaks them. */
export async function archiveEntries(archive: string): Promise<Map<string, number>> {
  try {
    const limits = refuseBombs((await stat(archive)).size);
    const found = new Map<string, number>();
    for await (const entry of (await open(archive)).eachEntry()) {
      limits(entry);
      if (!entry.fileName.endsWith('/')) found.set(entry.fileName, entry.uncompressedSize);
    }
    return found;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('unsupported_type', { message: (error as Error).message, details: { archive: 'broken' } });
  }
}

/** The content of one small entry. Throws `unsupported_type` when there is none. */
export async function readEntry(archive: string, name: string): Promise<Buffer> {
  const zip = await open(archive);
  for await (const entry of zip.eachEntry()) if (entry.fileName === name) return buffer(await zip.read(entry));
  throw new AppError('unsupported_type', { details: { archive: 'broken' } });
}

async function extract(zip: Zip, entry: yauzl.Entry, folder: string): Promise<void> {
  if (entry.fileName.endsWith('/')) return;
  const target = join(folder, entry.fileName);
  if (!target.startsWith(folder + sep)) throw new AppError('unsupported_type', { details: { archive: 'path' } });
  await mkdir(dirname(target), { recursive: true });
  await pipeline(await zip.read(entry), createWriteStream(target));
}
