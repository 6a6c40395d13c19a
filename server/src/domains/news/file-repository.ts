/** SQL queries for the files of news. */
import { sql, type Insertable } from 'kysely';
import { matchUuids } from '../../db/any-of.ts';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

const selectRows = (db: Db) => db.selectFrom('news_file').selectAll('news_file');

export type FileRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>;

export const findFile = (db: Db, id: string): Promise<FileRow | undefined> =>
  selectRows(db).where('news_file.id', '=', id).executeTakeFirst();

export const listFiles = (db: Db, newsId: string): Promise<FileRow[]> =>
  selectRows(db).where('news_file.news_id', '=', newsId).orderBy('news_file.rank').orderBy('news_file.id').execute();

/** Locks files until commit, so that the hourly cleanup does not remove them. */
export const lockFiles = (db: Db, ids: readonly string[]): Promise<FileRow[]> =>
  selectRows(db).where('news_file.id', '=', matchUuids(ids)).orderBy('news_file.id').forUpdate().execute();

export const insertFile = (db: Db, row: Insertable<Tables['news_file']>): Promise<unknown> =>
  db.insertInto('news_file').values(row).execute();

type Used = { cover: string | null; attachments: readonly string[]; pictures: readonly string[] };

/** Assigns the given files to the news item and detaches all other files from it. */
export async function useFiles(db: Db, newsId: string, { cover, attachments, pictures }: Used, now: Date): Promise<void> {
  const all = [...new Set([...(cover ? [cover] : []), ...attachments, ...pictures])];
  const used = sql<boolean>`news_file.id = any(${sql.val(all)}::uuid[])`;
  await db
    .updateTable('news_file')
    .set({
      cover: false,
      rank: null,
      news_id: sql`case when ${used} then news_file.news_id end`,
      since: sql`case when ${used} then news_file.since else ${now} end`,
    })
    .where('news_file.news_id', '=', newsId)
    .execute();
  if (all.length === 0) return;
  await db
    .updateTable('news_file')
    .set({
      news_id: newsId,
      cover: sql<boolean>`news_file.id = ${cover}::uuid is true`,
      rank: sql<number | null>`array_position(${sql.val([...attachments])}::uuid[], news_file.id)`,
    })
    .where(used)
    .execute();
}

/** Removes files that have been unused since before a given time, and returns them. */
export const deleteUnusedFiles = (db: Db, before: Date): Promise<{ id: string; mime: string }[]> =>
  db
    .deleteFrom('news_file')
    .where('news_file.news_id', 'is', null)
    .where('news_file.since', '<', before)
    .returning(['news_file.id', 'news_file.mime'])
    .execute();

/** Returns the storage paths of all files of news. */
export const listFilePaths = (endings: Record<string, string>) =>
  sql<{
    path: string;
  }>`select 'news/' || news_file.id || '.' || (${JSON.stringify(endings)}::jsonb ->> news_file.mime) as path from news_file`;
