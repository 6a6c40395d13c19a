/**
 * Caches the rows of files that are being read, because a film is fetched in thousands of ranges. A change by this process takes effect immediately.
 * A change by another process, such as an import, takes effect after ten seconds. Rights are cached in content-rights.ts.
 */
import type { Portal, Services } from '../../http/context.ts';
import { findFile } from './repository.ts';

type KnownFile = Awaited<ReturnType<typeof findFile>>;
type Known = { files: Map<string, { file: KnownFile; at: number }>; changes: number };

const KNOWN_MS = 10_000;
const MAX = 500;

/** Cache by storage, which is the only object that a portal and all its requests share. */
const known = new WeakMap<Services['storage'], Known>();

function knownTo(storage: Services['storage']): Known {
  const before = known.get(storage);
  if (before) return before;
  const fresh = { files: new Map(), changes: 0 };
  known.set(storage, fresh);
  return fresh;
}

/** Returns a file with its medium. Missing files are not cached. */
export async function findKnownFile(
  { db, storage, now }: Pick<Portal<'storage'>, 'db' | 'storage' | 'now'>,
  id: string,
): Promise<KnownFile> {
  const of = knownTo(storage);
  const before = of.files.get(id);
  if (before && Math.abs(now().getTime() - before.at) < KNOWN_MS) return before.file;
  const changesBefore = of.changes;
  const file = await findFile(db, id);
  of.files.delete(id);
  // If files changed during the read, the row may be outdated and is not cached.
  if (!file || changesBefore !== of.changes) return file;
  of.files.set(id, { file, at: now().getTime() });
  for (const oldest of of.files.keys()) {
    if (of.files.size <= MAX) break;
    of.files.delete(oldest);
  }
  return file;
}

/** Clears the cache. Must be called after each committed change of files. */
export function clearFileCache(storage: Services['storage']): void {
  const of = knownTo(storage);
  of.files.clear();
  of.changes += 1;
}
