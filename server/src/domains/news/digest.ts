/** Mails all new news to the addressed staff, in one mail per user (docs/behaviour/news.md#digest). */
import { today, DAY } from '@fundus/contract/days';
import { languageOrder } from '@fundus/contract/locale';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../db/open.ts';
import type { Portal } from '../../http/context.ts';
import { findLastRound, listReaders, listSenders, listDigestNews, startRound, claimDigestRecipients } from './digest-repository.ts';
import { listTitles } from './reader-repository.ts';
import { pickByLanguage } from './reader.ts';
import { type Message, type Translate, loadWords, writeMail } from '../mails/index.ts';

/** Maximum age of news that is mailed. */
const FRESH = 3 * DAY;
const AT_ONCE = 100;
const MAX_SHOWN = 10;

type MailedNews = { id: string; from: string; texts: { language: string; title: string; teaser: string }[] };

/** Sends the mails of a round and returns their number. Each batch marks its recipients in the same transaction, so several processes may run it. */
export async function sendNewsDigest(portal: Portal): Promise<number> {
  const now = portal.now();
  const oldest = new Date(now.getTime() - FRESH);
  await portal.db.transaction().execute((db) => startRound(db, now));
  const round = await findLastRound(portal.db, oldest, now);
  if (round === null) return 0;
  const words = new Map<string, Promise<Translate>>();
  let sent = 0;
  for (let after: string | null = null; ;) {
    const taken: { last: string | null; sent: number } = await portal.db
      .transaction()
      .execute((db) => mailBatch(portal, db, { now, oldest, round, after, words }));
    sent += taken.sent;
    if (taken.last === null) break;
    after = taken.last;
  }
  if (sent > 0) portal.wakeJobs();
  return sent;
}

type Round = {
  now: Date;
  oldest: Date;
  round: Date;
  after: string | null;
  /** Translations by language, loaded once per round. */
  words: Map<string, Promise<Translate>>;
};

async function mailBatch(
  { config }: Portal,
  db: Db,
  { now, oldest, round, after, words }: Round,
): Promise<{ last: string | null; sent: number }> {
  const people = await claimDigestRecipients(db, round, today(now), after, AT_ONCE);
  if (people.length === 0) return { last: null, sent: 0 };
  const pairs = await listDigestNews(db, people, round, oldest, now);
  const news = await listNews(db, [...new Set(pairs.map((pair) => pair.news_id))]);
  let sent = 0;
  for (const reader of await listReaders(db, [...new Set(pairs.map((pair) => pair.person_id))])) {
    const own = pairs.filter((pair) => pair.person_id === reader.id).flatMap((pair) => news.get(pair.news_id) ?? []);
    if (own.length === 0) continue;
    const language = reader.locale ?? config.Locales[0]!;
    const t = words.get(language) ?? loadWords({ db, config }, language);
    words.set(language, t);
    if (await writeMail({ db, config, now }, reader, newsMail(own, config.Locales), await t)) sent += 1;
  }
  return { last: people.at(-1)!.id, sent };
}

async function listNews(db: Db, ids: readonly string[]): Promise<Map<string, MailedNews>> {
  const titles = await listTitles(db, ids);
  return new Map(
    (await listSenders(db, ids)).map((news) => [news.id, { ...news, texts: titles.filter((text) => text.news_id === news.id) }]),
  );
}

const newsMail = (all: readonly MailedNews[], locales: readonly string[]): Message => ({
  template: 'news',
  compose: (t, language) => {
    const order = languageOrder(language, locales);
    const shown = all.slice(0, MAX_SHOWN).map((news) => ({ ...news, words: pickByLanguage(news.texts, order) }));
    const title = shown[0]?.words?.title ?? '';
    return {
      subject: t('mail.news.subject', { count: all.length, title }),
      body: [
        { kind: 'text', text: t('mail.news.text', { count: all.length }) },
        ...shown.flatMap(({ id, from, words }) => [
          { kind: 'link' as const, label: words?.title ?? '', href: href('news', { id }) },
          { kind: 'text' as const, text: [from, words?.teaser].filter(Boolean).join('\n') },
        ]),
        ...(all.length > shown.length ? [{ kind: 'text' as const, text: t('mail.news.more', { count: all.length - shown.length }) }] : []),
        { kind: 'link', label: t('mail.news.open'), href: href('news-list') },
      ],
    };
  },
});
