/** Unpacks H5P, EPUB and online packages once, into the cache folder, with the limits of standards.md §6.1 no. 13. */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@fundus/contract/errors';
import yauzl from 'yauzl';

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_RATIO = 100;
/** Tiny files compress to almost nothing; the ratio counts above this size. */
const RATIO_FROM = 1024 * 1024;

const unpacking = new Map<string, Promise<string>>();

/** The folder of an archive, unpacked now or before. Throws `unsupported_type` for one that breaks the limits. */
export async function unpacked(archive: string, cacheDir: string, key: string): Promise<string> {
  const folder = join(cacheDir, 'unpacked', key);
  if (await stat(folder).catch(() => null)) return folder;
  const before = unpacking.get(folder);
  if (before) return before;
  const job = unpack(archive, folder).finally(() => unpacking.delete(folder));
  unpacking.set(folder, job);
  return job;
}

async function unpack(archive: string, folder: string): Promise<string> {
  const beside = `${folder}.part`;
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { recursive: true });
  try {
    const zip = await open(archive);
    let entries = 0;
    let bytes = 0;
    for await (const entry of zip.eachEntry()) {
      entries += 1;
      bytes += entry.uncompressedSize;
      refuseBomb(entry, entries, bytes);
      await extract(zip, entry, beside);
    }
    await rename(beside, folder);
    return folder;
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    if (error instanceof AppError) throw error;
    throw new AppError('unsupported_type', { message: `archive cannot be opened: ${(error as Error).message}` });
  }
}

type Zip = { eachEntry(): AsyncGenerator<yauzl.Entry>; read(entry: yauzl.Entry): Promise<NodeJS.ReadableStream> };

/** yauzl checks names (no `..`, no absolute paths, no backslashes) and that sizes are as declared. */
function open(path: string): Promise<Zip> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: true, strictFileNames: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(error);
      resolve({
        async *eachEntry() {
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
        },
        read: (entry) =>
          new Promise((ready, failed) => zip.openReadStream(entry, (problem, stream) => (problem ? failed(problem) : ready(stream)))),
      });
    });
  });
}

function refuseBomb(entry: yauzl.Entry, entries: number, bytes: number): void {
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  const broken =
    entries > MAX_ENTRIES
      ? 'entries'
      : bytes > MAX_BYTES
        ? 'size'
        : ratio > MAX_RATIO && entry.uncompressedSize > RATIO_FROM
          ? 'ratio'
          : isLink
            ? 'link'
            : null;
  if (broken) throw new AppError('unsupported_type', { details: { archive: broken } });
}

async function extract(zip: Zip, entry: yauzl.Entry, folder: string): Promise<void> {
  if (entry.fileName.endsWith('/')) return;
  const target = join(folder, entry.fileName);
  if (!target.startsWith(folder + sep)) throw new AppError('unsupported_type', { details: { archive: 'path' } });
  await mkdir(dirname(target), { recursive: true });
  await pipeline(await zip.read(entry), createWriteStream(target));
}
