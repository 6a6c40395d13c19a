/** Public news as an Atom feed (RFC 4287). */
import { languageOrder } from '@fundus/contract/locale';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { news as calls } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import type { Ctx } from '../../http/context.ts';
import { originOf } from '../../http/origin.ts';
import { cleanRichText } from '../../rich-text/rich-text.ts';
import { readTheme } from '../setup/index.ts';
import { listTextsOf } from './repository.ts';
import { listPublic } from './reader-repository.ts';
import { categoryOf, pickByLanguage, OWN_PICTURE } from './reader.ts';
import { loadWords } from '../mails/index.ts';

const MAX = 30;

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Escapes text for XML and removes control characters that XML does not allow. */
const xml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (sign) => SIGNS[sign]!);

/** Returns the time of the last visible change. */
const changedAt = ({ updated_at, display_at }: { updated_at: Date | null; display_at: Date | null }): Date =>
  updated_at !== null && updated_at > display_at! ? updated_at : display_at!;

/** Returns the feed in the default language of the portal, with a fallback per news item. It is the same for all visitors. */
export async function readFeed(ctx: Ctx): Promise<StreamAnswer> {
  const { db, config, now } = ctx;
  const origin = originOf(ctx);
  const language = config.Locales[0]!;
  const order = languageOrder(language, config.Locales);
  const rows = await listPublic(db, now, MAX);
  const texts = await listTextsOf(
    db,
    rows.map((row) => row.id),
  );
  const entries = rows.map((row) => {
    const own = texts.filter((text) => text.news_id === row.id);
    return { row, words: pickByLanguage(own, order) };
  });
  const updated = new Date(Math.max(0, ...rows.map((row) => changedAt(row).getTime())));
  const self = `${origin}${calls.feed.path}`;
  const title = `${(await readTheme(db)).productName}: ${(await loadWords(ctx, language))('news.feed.title')}`;
  const body = entries.flatMap(({ row, words }) => {
    if (!words) return [];
    const address = `${origin}${href('news', { id: row.id })}`;
    const category = categoryOf(row, order);
    const html = cleanRichText(words.body, { pictures: OWN_PICTURE }).replaceAll('src="/api/', `src="${xml(origin)}/api/`);
    return [
      `<entry xml:lang="${xml(words.language)}">`,
      `<id>urn:uuid:${row.id}</id>`,
      `<title>${xml(words.title)}</title>`,
      `<link rel="alternate" type="text/html" href="${xml(address)}"/>`,
      `<published>${row.display_at!.toISOString()}</published>`,
      `<updated>${changedAt(row).toISOString()}</updated>`,
      `<author><name>${xml(row.from)}</name></author>`,
      category ? `<category term="${xml(category.slug)}" label="${xml(category.label)}"/>` : '',
      words.teaser === '' ? '' : `<summary>${xml(words.teaser)}</summary>`,
      html === '' ? '' : `<content type="html">${xml(html)}</content>`,
      '</entry>',
    ];
  });
  return {
    headers: {
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'private, max-age=300',
      'x-content-type-options': 'nosniff',
    },
    body: [
      '<?xml version="1.0" encoding="utf-8"?>',
      `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(language)}">`,
      `<id>${xml(self)}</id>`,
      `<title>${xml(title)}</title>`,
      `<link rel="self" type="application/atom+xml" href="${xml(self)}"/>`,
      `<link rel="alternate" type="text/html" href="${xml(`${origin}${href('news-list')}`)}"/>`,
      `<updated>${updated.toISOString()}</updated>`,
      ...body,
      '</feed>',
      '',
    ]
      .filter((line) => line !== '')
      .join('\n'),
  };
}
