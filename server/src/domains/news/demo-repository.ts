/** SQL queries that remove the news of the demo. */
import { sql } from 'kysely';
import { matchTexts } from '../../db/any-of.ts';
import { matchPeople, type RemovedPeople } from '../../db/names-people.ts';
import type { Db } from '../../db/open.ts';

type File = { id: string; mime: string };

/** Removes the news of the given authors, and news without an author that has one of the titles. Returns the number of news items and their files. */
export async function removeNewsOf(db: Db, people: RemovedPeople, titles: readonly string[]): Promise<{ count: number; files: File[] }> {
  const { rows } = await sql<{ id: string }>`select news.id from news
    where news.added_by = ${matchPeople(people)} or news.added_by is null and exists (select from news_text
      where news_text.news_id = news.id and news_text.title = ${matchTexts(titles)})`.execute(db);
  const ids = sql<string>`any(${sql.val(rows.map(({ id }) => id))}::uuid[])`;
  const files = await db
    .deleteFrom('news_file')
    .where((eb) =>
      eb.or([
        eb('news_file.news_id', '=', ids),
        eb.and([eb('news_file.news_id', 'is', null), eb('news_file.added_by', '=', matchPeople(people))]),
      ]),
    )
    .returning(['news_file.id', 'news_file.mime'])
    .execute();
  await db.deleteFrom('news').where('news.id', '=', ids).execute();
  return { count: rows.length, files };
}

/** Removes those of the given categories that are unchanged and unused. */
export async function removeUnusedCategories(db: Db, given: readonly { slug: string; labels: Record<string, string> }[]): Promise<void> {
  for (const { slug, labels } of given)
    await db
      .deleteFrom('news_category')
      .where('news_category.slug', '=', slug)
      .where('news_category.labels', '=', sql`${JSON.stringify(labels)}::jsonb`)
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('news').select('news.id').where('news.category', '=', slug))))
      .execute();
}
