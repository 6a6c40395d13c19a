/** SQL queries for news of a school, for its data export and for merging schools. */
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { MAX_EXPORTED } from '../../domain.ts';
import type { Db } from '../../db/open.ts';

/** Returns the news of a school with texts and file names. News for classes is included only if the school itself exports its data. */
export const collectNews = (db: Db, schoolId: string, own: boolean) =>
  db
    .selectFrom('news')
    .select(['news.audience', 'news.roles', 'news.category', 'news.stage', 'news.display_at', 'news.expires_at', 'news.created_at'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('news_text')
          .select(['news_text.language', 'news_text.title', 'news_text.teaser', 'news_text.body'])
          .whereRef('news_text.news_id', '=', 'news.id')
          .orderBy('news_text.language'),
      ).as('texts'),
      sql<string[]>`array(select news_file.name from news_file where news_file.news_id = news.id order by news_file.rank, news_file.id)`.as(
        'files',
      ),
    ])
    .where('news.school_id', '=', schoolId)
    .$if(!own, (all) => all.where('news.audience', '<>', 'classes'))
    .orderBy('news.created_at')
    .orderBy('news.id')
    .limit(MAX_EXPORTED)
    .execute();

/** Moves the news of a school to another school, and replaces the school in the targets of news of the district. */
export async function moveNews(db: Db, from: string, to: string): Promise<void> {
  await sql`update news set school_id = ${to}, version = news.version + 1 where news.school_id = ${from}`.execute(db);
  await sql`insert into news_target (news_id, school_id) select news_target.news_id, ${to} from news_target where news_target.school_id = ${from}
    on conflict (news_id, school_id) do nothing`.execute(db);
  await sql`delete from news_target where news_target.school_id = ${from}`.execute(db);
}
