/** Reading news (docs/behaviour/news.md#reading). */
import { AppError } from '@fundus/contract/errors';
import { isAdvancedView, isDistrictAdmin } from '@fundus/contract/access';
import { languageOrder } from '@fundus/contract/locale';
import { newsFileHref, type News, type NewsCard } from '@fundus/contract/news/news';
import { cleanRichText } from '../../rich-text/rich-text.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { listFiles } from './file-repository.ts';
import { presentFile } from './files.ts';
import { mayEditNews, showsEditLink, stateAt, mayWrite } from './policy.ts';
import { listTexts } from './repository.ts';
import {
  countShown,
  countUnread,
  findNeighbours,
  findPublished,
  listShown,
  listTitles,
  updateAllRead,
  type NewsQuery,
  type ShownRow,
} from './reader-repository.ts';

/** Path of a picture uploaded for news. Texts may contain only such pictures. */
export const OWN_PICTURE = /^\/api\/v1\/news\/files\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the text in the first language of `order` that is available. */
export function pickByLanguage<T extends { language: string }>(texts: readonly T[], order: readonly string[]): T | undefined {
  for (const language of order) {
    const found = texts.find((text) => text.language === language);
    if (found) return found;
  }
  return texts[0];
}

export const languageOrderFor = ({ config }: Pick<Ctx, 'config'>, lang: string): string[] =>
  languageOrder(lang || config.Locales[0]!, config.Locales);

export function labelOf(labels: unknown, order: readonly string[]): string {
  const by = (labels ?? {}) as Record<string, string>;
  const language = order.find((each) => by[each]) ?? Object.keys(by)[0];
  return language === undefined ? '' : by[language]!;
}

export const categoryOf = ({ category, labels }: { category: string | null; labels: unknown }, order: readonly string[]) =>
  category === null ? null : { slug: category, label: labelOf(labels, order) };

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

type Words = { language: string; title: string; teaser: string; cover_alt: string };

function presentCard({ now }: Pick<Ctx, 'now'>, row: ShownRow, words: Words, order: readonly string[]): NewsCard {
  const { cover_id, cover_width, cover_height } = row;
  return {
    id: row.id,
    language: words.language,
    title: words.title,
    teaser: words.teaser,
    cover:
      cover_id === null ? null : { href: newsFileHref(cover_id), alt: words.cover_alt, width: cover_width ?? 0, height: cover_height ?? 0 },
    category: categoryOf(row, order),
    from: row.from,
    display_at: row.display_at!.toISOString(),
    updated_at: moment(row.updated_at),
    pinned: row.pinned_until !== null && row.pinned_until > now,
    state: stateAt(row, now) === 'expired' ? 'expired' : 'published',
    unread: row.unread,
  };
}

const NO_WORDS: Words = { language: 'de', title: '', teaser: '', cover_alt: '' };

type Page = NewsQuery & { offset: number; limit: number };

async function listShownNews({ db, user, now }: Ctx, asked: Page) {
  const rows = await listShown(db, user, now, asked);
  return { rows, counted: rows[0]?.counts ?? (await countShown(db, user, now, asked)) };
}

export async function readNewsList(ctx: Ctx, { lang, ...asked }: Page & { lang: string }) {
  const { user } = ctx;
  const order = languageOrderFor(ctx, lang);
  const { rows, counted } = await listShownNews(ctx, asked);
  const total = counted.filter(({ slug }) => asked.c === '' || slug === asked.c).reduce((sum, { count }) => sum + count, 0);
  return {
    total,
    offset: asked.offset,
    limit: asked.limit,
    items: rows.map((row) => presentCard(ctx, row, pickByLanguage(row.titles, order) ?? NO_WORDS, order)),
    categories: counted.flatMap(({ slug, labels, count }) => (slug === null ? [] : [{ slug, label: labelOf(labels, order), count }])),
    can: { write: mayWrite(user) && isAdvancedView(user!), categories: user !== null && isDistrictAdmin(user) && isAdvancedView(user) },
  };
}

export async function readNews(ctx: Ctx, id: string, lang: string): Promise<News> {
  const { db, user, now } = ctx;
  const row = await findPublished(db, user, id);
  if (!row || row.display_at! > now || !(row.concerns || mayEditNews(user, row)))
    throw new AppError(user ? 'not_found' : 'login_required', { field: 'id' });
  const order = languageOrderFor(ctx, lang);
  const words = pickByLanguage(await listTexts(db, id), order);
  const files = await listFiles(db, id);
  const { before, after } = await findNeighbours(db, user, now, id);
  const titles = await listTitles(
    db,
    [before, after].filter((each) => each !== null),
  );
  const neighbour = (other: string | null) =>
    other === null
      ? null
      : {
          id: other,
          title:
            pickByLanguage(
              titles.filter((text) => text.news_id === other),
              order,
            )?.title ?? '',
        };
  return {
    ...presentCard(ctx, row, words ?? NO_WORDS, order),
    body: cleanRichText(words?.body ?? '', { pictures: OWN_PICTURE }),
    attachments: files.filter((file) => file.rank !== null).map(presentFile),
    previous: neighbour(before),
    next: neighbour(after),
    can: { edit: showsEditLink(user, row) },
  };
}

export const readUnread = async ({ db, user, now }: UserCtx): Promise<{ count: number }> => ({
  count: await countUnread(db, user, now),
});

export async function markAllNewsRead({ db, user, now }: UserCtx): Promise<{ ok: true }> {
  await updateAllRead(db, user.id, now);
  return { ok: true };
}
