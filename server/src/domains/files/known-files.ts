/**
 * Caches the rows of files that are being read: a film is fetched in thousands of ranges. A change by this process takes effect at once,
 * one by another process (an import) after ten seconds. Rights are cached in content-rights.ts.
 */
import type { Portal, Services } from '../../http/context.ts';
import { findFile } from './repository.ts';

type KnownFile = Awaited<ReturnType<typeof findFile>>;
type Known = { files: Map<string, { file: KnownFile; at: number }>; changes: number };

const KNOWN_MS = 10_000;
const MAX = 500;

/** Keyed by storage, the one object shared by a portal and all of its requests. */
const known = new WeakMap<Services['storage'], Known>();

function knownTo(storage: Services['storage']): Known {
  const before = known.get(storage);
  if (before) return before;
  const fresh = { files: new Map(), changes: 0 };
  known.set(storage, fresh);
  return fresh;
}

/** Returns a file with its medium; missing files are not cached. */
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
  // A row read during a change may be outdated.
  if (!file || changesBefore !== of.changes) return file;
  of.files.set(id, { file, at: now().getTime() });
  for (const oldest of of.files.keys()) {
    if (of.files.size <= MAX) break;
    of.files.delete(oldest);
  }
  return file;
}

/** Clears the cache. Call after every committed change of files. */
export function clearFileCache(storage: Services['storage']): void {
  const of = knownTo(storage);
  of.files.clear();
  of.changes += 1;
}
