/** News of the demo district, its school and a class, dated relative to today. */
import { DAY } from '@fundus/contract/days';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateLocale } from '@fundus/contract/locale';
import { NEWS_AUDIENCES, NEWS_ROLES, NewsCategory, NewsText } from '@fundus/contract/news/news';
import sharp from 'sharp';
import { z } from 'zod';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { cleanRichText } from '../../rich-text/rich-text.ts';
import { coverSvg } from '../files/index.ts';
import { replaceCategories } from './category-repository.ts';
import { removeNewsOf, removeUnusedCategories } from './demo-repository.ts';
import { newsFilePath } from './files.ts';
import { updateAllRead } from './reader-repository.ts';
import { listClassTargets } from './repository.ts';
import { seedNews } from './seed.ts';

/** Days since the demo users last read the news. Newer items are unread. */
const LOOKED = 2;

const News = z.strictObject({
  categories: z.array(NewsCategory),
  news: z.array(
    z.strictObject({
      audience: z.enum(NEWS_AUDIENCES),
      /** Names of the addressed classes of the school. */
      classes: z.array(z.string()).default([]),
      roles: z.enum(NEWS_ROLES).default('all'),
      category: z.string().nullable().default(null),
      draft: z.boolean().default(false),
      /** Days since the news item became visible, or a negative number if it begins in the future. */
      days: z.number(),
      pinned_days: z.number().optional(),
      /** Subject and title from which a cover is drawn, in the same way as for media. */
      cover: z.strictObject({ subject: z.string(), title: z.string() }).optional(),
      attachments: z.array(z.strictObject({ name: z.string(), path: z.string() })).default([]),
      /** Texts by language. `{{12}}` is replaced with the date in twelve days. */
      texts: z.record(z.string(), NewsText),
    }),
  ),
});

/** Replaces the relative dates in a text with dates formatted for its language. */
function dated(text: string, language: string, now: Date): string {
  const format = new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'long',
    timeZone: 'Europe/Berlin',
  });
  return text.replace(/\{\{(\d+)\}\}/g, (_, days: string) => format.format(new Date(now.getTime() + Number(days) * DAY)));
}

async function drawCover(about: { subject: string; title: string }) {
  const picture = sharp(Buffer.from(coverSvg(about)), { density: 288 }).webp({ quality: 85 });
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { name: 'titelbild.webp', mime: 'image/webp', width: info.width, height: info.height, content: data };
}

const readDemo = () => News.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));

/** Creates the news of the demo. Throws if a class does not exist. */
export async function makeDemo(at: Pick<DemoContext, 'db' | 'storage' | 'now' | 'school_id' | 'district_id' | 'media'>): Promise<void> {
  const { categories, news } = readDemo();
  const { items: found } = await listClassTargets(at.db, at.school_id, { q: '', offset: 0, limit: 100 });
  const classOf = (name: string): string => {
    const one = found.find((each) => each.name === name);
    if (!one) throw new Error(`demo news: unknown class ${name}`);
    return one.id;
  };
  await replaceCategories(at.db, categories);
  await updateAllRead(at.db, null, new Date(at.now.getTime() - LOOKED * DAY));
  for (const { classes, draft, days, pinned_days, cover, attachments, texts, ...about } of news) {
    const ofSchool = about.audience === 'school' || about.audience === 'classes';
    const shown = new Date(at.now.getTime() - days * DAY);
    await seedNews(
      at,
      {
        ...about,
        school_id: ofSchool ? at.school_id : null,
        district_id: ofSchool ? null : at.district_id,
        targets: classes.map(classOf),
        stage: draft ? 'draft' : 'published',
        display_at: draft ? null : shown,
        pinned_until: pinned_days === undefined ? null : new Date(at.now.getTime() + pinned_days * DAY),
        texts: Object.entries(texts).map(([language, { title, teaser, body, cover_alt }]) => ({
          language,
          title,
          teaser: dated(teaser, language, at.now),
          body: cleanRichText(dated(body, language, at.now)),
          cover_alt,
        })),
        cover: cover ? await drawCover(cover) : null,
        attachments: attachments.map(({ name, path }) => ({
          name,
          mime: 'application/pdf',
          width: null,
          height: null,
          content: at.media(path),
        })),
      },
      draft || days < 0 ? new Date(at.now.getTime() - DAY) : shown,
    );
  }
}

/** Removes the demo's news by author and title, and its unused categories. */
export async function removeDemo({ db, people, removed, removeFiles }: DemoRemovalContext): Promise<void> {
  const { categories, news } = readDemo();
  const titles = news.flatMap(({ texts }) => Object.values(texts).map(({ title }) => title));
  const { count, files } = await removeNewsOf(db, people, titles);
  removed('news', count);
  removeFiles(files.map(newsFilePath));
  await removeUnusedCategories(db, categories);
}
