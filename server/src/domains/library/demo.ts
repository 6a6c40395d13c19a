/** Bookmarks of a demo teacher, in two folders and without a folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '@fundus/contract/days';
import { z } from 'zod';
import type { Db } from '../../db/open.ts';
import { newId } from '../../db/new-id.ts';
import { none, type DemoContext } from '../../domain.ts';
import { insertFolder } from './folder-repository.ts';
import { setBookmarks } from './repository.ts';

const Shelf = z.array(
  z.object({
    of: z.string(),
    /** Name of the folder. If it is absent, the bookmarks are in no folder. */
    folder: z.string().optional(),
    media: z.array(z.object({ key: z.string(), note: z.string(), days_ago: z.int().min(0) })),
  }),
);

/** Creates the bookmarks of the demo. Throws if a user or a medium is missing. */
export async function makeDemo({ db, now, titleOf, people }: DemoContext): Promise<void> {
  const idOf = await people();
  for (const { of, folder, media } of Shelf.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')))) {
    const person_id = idOf(of);
    const folder_id = folder === undefined ? null : await makeFolder(db, { person_id, name: folder, created_at: now });
    for (const { key, note, days_ago } of media) {
      const identifier = `FU-${key}`;
      titleOf(identifier);
      await setBookmarks(db, person_id, [identifier], { added_at: new Date(now.getTime() - days_ago * DAY), note, folder_id });
    }
  }
}

async function makeFolder(db: Db, folder: { person_id: string; name: string; created_at: Date }): Promise<string> {
  const id = newId(folder.created_at);
  await insertFolder(db, { id, ...folder });
  return id;
}

/** Nothing to remove, because bookmarks are deleted with their users. */
export const removeDemo = none;
