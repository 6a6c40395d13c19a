/** Notices of the visitor: list, unread count and live updates (docs/behaviour/mails.md#notices). */
import { NOTIFICATIONS } from '@fundus/contract/mails/notifications';
import { DAY } from '@fundus/contract/days';
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { notFound } from '@fundus/contract/errors';
import { NOTICE_DAYS, type notices } from '@fundus/contract/notices/notices';
import type { Database } from '../../db/open.ts';
import type { Portal, Services, UserCtx } from '../../http/context.ts';
import { readUnsubscribe } from '../../mail/unsubscribe.ts';
import { readListener } from '../../visitors/listener.ts';
import { countNotices, listNotices, muteMails, removeOldNotices, updateAllRead, updateRead } from './notice-repository.ts';
import { fitNotice } from './notice-text.ts';
import { renderNotice } from './notice-words.ts';
import { loadTranslator } from './words.ts';

const topicOf = (visitorId: string): string => `notices:${visitorId}`;

export async function readNotices(ctx: UserCtx, { query }: Input<typeof notices.list>): Promise<Reply<typeof notices.list>> {
  const { offset, limit, lang } = query;
  const wanted = { unread: query.unread === 'true', offset, limit };
  const [rows, { total, unread }] = [await listNotices(ctx.db, ctx.user, wanted), await countNotices(ctx.db, ctx.user)];
  const spoken = lang !== undefined && rows.some(({ made_of }) => made_of !== null) ? await loadTranslator(ctx, lang) : null;
  const items = rows.map(({ id, href, created_at, read_at, ...row }) => ({
    ...{ id, href },
    ...wordsOf(row, spoken),
    created_at: created_at.toISOString(),
    read: read_at !== null,
  }));
  return { total: wanted.unread ? unread : total, offset, limit, items, unread };
}

type Spoken = Awaited<ReturnType<typeof loadTranslator>>;
type Written = Pick<Awaited<ReturnType<typeof listNotices>>[number], 'title' | 'body' | 'made_of'>;

/** Returns the title and text in the language of the page. Returns the original text if there is no source. */
function wordsOf({ made_of, ...written }: Written, spoken: Spoken | null): { title: string; text: string } {
  const rendered = spoken && made_of !== null ? renderNotice(made_of, spoken) : null;
  const { title, body: text } = rendered ? fitNotice(rendered) : written;
  return { title, text };
}

export async function setRead(ctx: UserCtx, id: string, read: boolean): Promise<{ unread: number }> {
  if (!(await updateRead(ctx.db, ctx.user, id, read ? ctx.now : null))) throw notFound();
  return { unread: (await countNotices(ctx.db, ctx.user)).unread };
}

/** Marks notices up to a time as read. Newer ones stay unread. */
export async function markAllNoticesRead(ctx: UserCtx, until: string): Promise<{ ok: true }> {
  await updateAllRead(ctx.db, ctx.user, new Date(until), ctx.now);
  return { ok: true };
}

/** Streams the number of unread notices while the session is valid. */
export const streamUnread = (ctx: UserCtx<'live'>): Promise<StreamAnswer> =>
  ctx.live.stream(ctx.user.id, topicOf(ctx.user.id), async (now) => {
    const user = await readListener(ctx, now);
    return user ? { unread: (await countNotices(ctx.db, user)).unread } : null;
  });

/** Publishes notices committed by any process to the listeners of this process. Returns a function that stops it. */
export const forwardNotices = ({ live }: Pick<Services, 'live'>, database: Database): Promise<() => Promise<void>> =>
  database.onPublished('notice', (visitorId) => live.publish(topicOf(visitorId)));

export const forgetNotices = ({ db }: Pick<Portal, 'db'>, { now }: { now: Date }): Promise<unknown> =>
  removeOldNotices(db, new Date(now.getTime() - NOTICE_DAYS * DAY));

/** Unsubscribes with the signed address from a mail. Returns false if the signature is invalid. */
export async function unsubscribe({ db, secret }: Pick<Portal, 'db' | 'secret'>, token: string): Promise<boolean> {
  const subscription = readUnsubscribe(secret, token);
  if (!subscription || !['daily', ...NOTIFICATIONS].includes(subscription.kind)) return false;
  await muteMails(db, subscription.person, subscription.kind);
  return true;
}
