/** Creates news of the demo school. */
import { Readable } from 'node:stream';
import type { NewsAudience, NewsDraft, NewsFileKind, NewsStage } from '@fundus/contract/news/news';
import { newId } from '../../db/new-id.ts';
import type { Ctx } from '../../http/context.ts';
import { insertFile, useFiles } from './file-repository.ts';
import { newsFilePath, type Taken } from './files.ts';
import { insertNews, setTargets, setTexts, type TextRow } from './repository.ts';

/** A file to store. Its content is not validated. */
type FileSeed = Pick<Taken, 'name' | 'mime' | 'width' | 'height'> & { content: Buffer };

type NewsSeed = {
  school_id: string | null;
  district_id: string | null;
  audience: NewsAudience;
  /** Ids of schools or classes, depending on the audience. */
  targets: string[];
  roles: NewsDraft['roles'];
  category: string | null;
  stage: NewsStage;
  display_at: Date | null;
  pinned_until: Date | null;
  texts: TextRow[];
  cover: FileSeed | null;
  attachments: FileSeed[];
};

type At = Pick<Ctx<'storage'>, 'db' | 'storage' | 'now'>;

async function seedFile({ db, storage, now }: At, kind: NewsFileKind, { content, ...file }: FileSeed): Promise<string> {
  const row = { ...file, id: newId(now), kind, bytes: content.length };
  await storage.write(newsFilePath(row), Readable.from([content]));
  await insertFile(db, { ...row, since: now });
  return row.id;
}

/** Creates a news item with the date `written`. No mails are sent. */
export async function seedNews(at: At, { texts, targets, cover, attachments, ...row }: NewsSeed, written: Date): Promise<void> {
  const id = newId(written);
  await insertNews(at.db, { ...row, id, notify: 'portal', created_at: written, changed_at: written });
  await setTexts(at.db, id, texts);
  await setTargets(at.db, id, row.audience === 'schools' ? 'school_id' : 'class_id', targets);
  const files = { cover: cover && (await seedFile(at, 'picture', cover)), attachments: [] as string[], pictures: [] };
  for (const file of attachments) files.attachments.push(await seedFile(at, 'attachment', file));
  await useFiles(at.db, id, files, at.now);
}
