/** Creates and removes the media of the demo. */
import { today } from '@fundus/contract/days';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import { listDemoMedia, listFilesOf, removeMedia } from './demo-repository.ts';
import { ingest } from './ingest/ingest.ts';

/** Stores the records of the demo. Throws if a record is rejected. */
export async function makeDemo({ db, now, records }: DemoContext): Promise<void> {
  const { refusals } = await ingest(db, [...records], { today: today(now) });
  if (refusals.length) throw new Error(`demo catalogue: ${JSON.stringify(refusals.slice(0, 5))}`);
}

/** Removes the demo media unless another user has edited, bookmarked, shared or otherwise used them. If a medium is kept, the whole work is kept. */
export async function removeDemo({ db, people, identifiers, removed, kept, removeFiles }: DemoRemovalContext): Promise<void> {
  const media = await listDemoMedia(db, people, identifiers);
  const wholes = new Map(media.flatMap(({ why, identifier, set_of }) => (why && set_of ? [[set_of, identifier]] : [])));
  const going: string[] = [];
  for (const { identifier, title, why } of media) {
    const part = wholes.get(identifier);
    const reason = why ?? (part === undefined ? null : `${part} is a part of it`);
    if (reason === null) going.push(identifier);
    else kept(`medium ${identifier} (${title})`, reason);
  }
  removeFiles(await listFilesOf(db, going));
  await removeMedia(db, going);
  await logChanges(db, going);
  removed('media', going.length);
}
