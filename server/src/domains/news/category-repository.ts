/** SQL queries for news categories. */
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export const listCategories = (db: Db) =>
  db
    .selectFrom('news_category')
    .select(['news_category.slug', 'news_category.labels'])
    .select(sql<number>`(select count(*) from news where news.category = news_category.slug)`.as('count'))
    .orderBy('news_category.rank')
    .execute();

/** Returns whether the category exists, and locks it against deletion until commit. */
export const hasCategory = async (db: Db, slug: string): Promise<boolean> =>
  (await db
    .selectFrom('news_category')
    .select('news_category.slug')
    .where('news_category.slug', '=', slug)
    .forKeyShare()
    .executeTakeFirst()) !== undefined;

/** Locks all categories until commit, which serializes their changes. */
export async function lockCategories(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('news-categories', 0))`.execute(db);
}

/** Replaces all categories and stores their order. News items of a removed category remain without a category. */
export async function replaceCategories(db: Db, items: readonly { slug: string; labels: Record<string, string> }[]): Promise<void> {
  const slugs = sql<string>`all(${sql.val(items.map((item) => item.slug))}::text[])`;
  await db.deleteFrom('news_category').where('news_category.slug', '<>', slugs).execute();
  if (items.length === 0) return;
  await db
    .insertInto('news_category')
    .values(items.map(({ slug, labels }, rank) => ({ slug, labels: JSON.stringify(labels), rank })))
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((eb) => ({ labels: eb.ref('excluded.labels'), rank: eb.ref('excluded.rank') })),
    )
    .execute();
}
