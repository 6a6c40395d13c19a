/** Unpacks archives into the cache folder. Each archive is unpacked once, in a child process with a minute of CPU time. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@fundus/contract/errors';
import { inChild, TaskStopped } from '../../../child-process/run-in-child.ts';
import { isDiskFull } from '../../../storage/storage.ts';
import type * as archive from './archive.ts';
import type * as preparePages from '../packages/prepare-pages.ts';

const LIMITS = { seconds: 60, megabytes: 512 };
const { unpack } = inChild<typeof archive>(new URL('./archive.ts', import.meta.url), LIMITS);
const { unpackPackage } = inChild<typeof preparePages>(new URL('../packages/prepare-pages.ts', import.meta.url), LIMITS);

/** Version of the preparation of packages. Folders of earlier versions are not used. */
const PREPARED = '-pages-1';

const stopped = (error: unknown): never => {
  throw error instanceof TaskStopped ? new AppError('unsupported_type', { field: 'file', details: { archive: 'size' } }) : error;
};

const unpacking = new Map<string, Promise<string>>();

/** Calls a function with the archive as a local file. */
type Lend = <T>(use: (archive: string) => Promise<T>) => Promise<T>;

/**
 * Returns the folder with the unpacked archive. It is unpacked if this has not been done yet. Throws `unsupported_type` if it exceeds a limit, and
 * `storage_full`.
 */
export async function unpacked(lend: Lend, cacheDir: string, key: string, { pages = false } = {}): Promise<string> {
  const folder = join(cacheDir, 'unpacked', pages ? key + PREPARED : key);
  if (await stat(folder).catch(() => null)) return folder;
  const before = unpacking.get(folder);
  if (before) return before;
  const job = lend((archive) => (pages ? unpackPackage : unpack)(archive, folder))
    .catch((error: unknown) => {
      throw isDiskFull(error) ? new AppError('storage_full') : error;
    })
    .catch(stopped)
    .finally(() => unpacking.delete(folder));
  unpacking.set(folder, job);
  return job;
}

/** Deletes the unpacked files of a deleted archive. If the archive is opened again, it is unpacked again. */
export async function deleteUnpacked(cacheDir: string, key: string): Promise<void> {
  for (const name of [key, key + PREPARED]) await rm(join(cacheDir, 'unpacked', name), { recursive: true, force: true });
}
