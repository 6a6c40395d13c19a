/**
 * What is known of files that are being read: a film comes in thousands of pieces, and each would ask the database the same.
 * A change by this process counts at once, one by another (an import beside the running portal) after ten seconds.
 * Rights are not kept here: content-rights.ts.
 */
import type { Portal } from '../../http/context.ts';
import { findFile } from './repository.ts';

type KnownFile = Awaited<ReturnType<typeof findFile>>;
type Known = { files: Map<string, { file: KnownFile; at: number }>; changes: number };

const KNOWN_MS = 10_000;
const MAX = 500;

/** By storage: it is the one thing a portal and each of its requests share. */
const known = new WeakMap<Portal['storage'], Known>();

function knownTo(storage: Portal['storage']): Known {
  const before = known.get(storage);
  if (before) return before;
  const fresh = { files: new Map(), changes: 0 };
  known.set(storage, fresh);
  return fresh;
}

/** A file with its medium; one that is not there is asked for each time. */
export async function findKnownFile({ db, storage, now }: Pick<Portal, 'db' | 'storage' | 'now'>, id: string): Promise<KnownFile> {
  const of = knownTo(storage);
  const before = of.files.get(id);
  if (before && Math.abs(now().getTime() - before.at) < KNOWN_MS) return before.file;
  const asked = of.changes;
  const file = await findFile(db, id);
  of.files.delete(id);
  // What was changed while the database was asked may be older than the change.
  if (!file || asked !== of.changes) return file;
  of.files.set(id, { file, at: now().getTime() });
  for (const oldest of of.files.keys()) {
    if (of.files.size <= MAX) break;
    of.files.delete(oldest);
  }
  return file;
}

/** After every committed change of files. */
export function forgetFiles(storage: Portal['storage']): void {
  const of = knownTo(storage);
  of.files.clear();
  of.changes += 1;
}
