/**
 * Removes the demo (docs/operate/install.md#the-demo): the loaded data and the data of its users. All other data is kept, with the demo data it
 * depends on.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eraseLocked } from '@fundus/server/all-domains/erase-people';
import { DOMAINS } from '@fundus/server/all-domains/list';
import { findDemo } from '@fundus/server/domains/accounts/index';
import type { Portal } from '@fundus/server/http/context';
import { listDemoMedia } from './load.ts';
import { listNamed } from './repository.ts';

export type DemoRemoval = { removed: Map<string, number>; kept: { what: string; why: string }[] };

/** Error that rolls back a dry run. */
class OnlyLooked extends Error {}

/**
 * Removes the demo in one transaction; without `really`, only reports what would be removed. Files are deleted after the commit. After a crash, a
 * second run deletes the remaining files.
 */
export async function removeDemo(portal: Portal<'storage' | 'cacheDir'>, { really }: { really: boolean }): Promise<DemoRemoval> {
  const { identifiers, paths } = listDemoMedia();
  const removal: DemoRemoval = { removed: new Map(), kept: [] };
  const files = new Set(paths);
  const count = (what: string, more: number): void => void removal.removed.set(what, (removal.removed.get(what) ?? 0) + more);
  try {
    await portal.db.transaction().execute(async (db) => {
      const { since, ...found } = await findDemo(db);
      const at = {
        ...found,
        db,
        since: since ?? portal.now(),
        identifiers,
        erasePeople: (people: typeof found.people) => eraseLocked(db, people),
        removed: count,
        kept: (what: string, why: string) => void removal.kept.push({ what, why }),
        removeFiles: (more: readonly string[]) => more.forEach((path) => files.add(path)),
      };
      for (const domain of Object.values(DOMAINS).reverse()) if (domain.demo) await (await domain.demo()).removeDemo?.(at);
      for (const path of await listNamed(db, [...files])) files.delete(path);
      for (const path of files) if (!(await portal.storage.stat(path))) files.delete(path);
      count('files', files.size);
      if (!really) throw new OnlyLooked();
    });
  } catch (error) {
    if (!(error instanceof OnlyLooked)) throw error;
    return removal;
  }
  for (const path of files) await portal.storage.remove(path);
  await rm(join(portal.cacheDir, 'covers'), { recursive: true, force: true });
  return removal;
}
