/**
 * Writes files so that they survive a power failure. A file is written under a temporary name, synced and renamed, so that readers see either the old
 * or the new file.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const OWN = 0o600;

/** Replaces a file completely or not at all. Only one writer per path is supported at a time. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const part = `${path}.part`;
  try {
    await writeFile(part, content, { mode: OWN });
    await moveIntoPlace(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Synchronous variant of `replaceFile` for the startup. */
export function writeFileWholeSync(path: string, content: string): void {
  const part = `${path}.part`;
  try {
    writeFileSync(part, content, { mode: OWN });
    moveIntoPlaceSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Syncs a completely written file and renames it. */
export async function moveIntoPlace(part: string, path: string): Promise<void> {
  await sync(part);
  await rename(part, path);
  await sync(dirname(path));
}

export function moveIntoPlaceSync(part: string, path: string): void {
  syncSync(part);
  renameSync(part, path);
  syncSync(dirname(path));
}

/** Creates a folder with its parents and syncs their directory entries. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await sync(dirname(folder));
}

/** Ignores errors of systems that cannot sync folders, and rethrows all others. */
function ignoreUnsyncable(error: unknown): void {
  if (!['EISDIR', 'EPERM', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(ignoreUnsyncable);
  try {
    await handle?.sync().catch(ignoreUnsyncable);
  } finally {
    await handle?.close();
  }
}

function syncSync(path: string): void {
  let handle: number | undefined;
  try {
    handle = openSync(path, 'r');
    fsyncSync(handle);
  } catch (error) {
    ignoreUnsyncable(error);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
