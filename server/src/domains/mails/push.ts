/** Push notifications to browsers (docs/behaviour/mails.md#push-notifications). */
import { DAY } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { invalid, notFound } from '@fundus/contract/errors';
import { MAX_BROWSERS, type Browser, type push } from '@fundus/contract/notices/push';
import { href } from '@fundus/contract/screens';
import { createHash } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { deviceName } from '../../http/sessions/device-name.ts';
import type { Portal, UserCtx } from '../../http/context.ts';
import { addJob } from '../../jobs/repository.ts';
import { PermanentFailure, type JobKind } from '../../jobs/runner.ts';
import { portalKey } from '../../push/portal-key.ts';
import { areKeys, encrypt, vapidHeader } from '../../push/web-push.ts';
import { RemoteError } from '../../remote/remote.ts';
import { findPushNotice, listBrowserIds, listBrowsers, saveBrowser, deleteBrowser, removeGone } from './push-repository.ts';

export const PUSH_JOB = 'push';

/** Age in milliseconds from which a notice is shown only in the portal. */
const OLDEST = DAY;
const TIMEOUT = 10_000;
const MAX_TITLE = 160;
/** Status codes with which a push service reports an unknown browser (RFC 8030, 7.3). */
const GONE = [404, 410];
/** Status codes after which a retry cannot succeed. */
const REFUSED = [400, 401, 403, 405, 413];

const present = (row: Awaited<ReturnType<typeof listBrowsers>>[number]): Browser => ({ ...row, created_at: row.created_at.toISOString() });

export async function readBrowsers({ db, user, secret }: UserCtx): Promise<Reply<typeof push.browsers>> {
  return { key: portalKey(secret).publicKey, items: (await listBrowsers(db, user.id)).map(present) };
}

export async function addBrowser(ctx: UserCtx, { endpoint, p256dh, auth }: Input<typeof push.addBrowser>['body']): Promise<Browser> {
  if (!areKeys({ p256dh, auth })) throw invalid('p256dh', 'format');
  const { db, user, now } = ctx;
  const device = deviceName(ctx.header('user-agent')).slice(0, 80);
  const row = await saveBrowser(db, { person_id: user.id, endpoint, p256dh, auth, device }, now);
  for (const { id } of (await listBrowsers(db, user.id)).slice(MAX_BROWSERS)) await deleteBrowser(db, user.id, id);
  return present(row);
}

export async function removeBrowser({ db, user }: UserCtx, id: string): Promise<{ ok: true }> {
  if (!(await deleteBrowser(db, user.id, id))) throw notFound();
  return { ok: true };
}

/** Adds a push job for each browser, in the transaction that writes the notice. Returns the ids of the jobs. */
export async function pushToBrowsers(db: Db, now: Date, personId: string, notice: string, due: Date = now): Promise<string[]> {
  const jobs: string[] = [];
  for (const browser of await listBrowserIds(db, personId))
    jobs.push(await addJob(db, { kind: PUSH_JOB, payload: { browser, notice }, now, due }));
  return jobs;
}

/** Returns the topic of a notice. If a notice is sent twice after a crash, the service and the browser replace the first message by its topic. */
const topicOf = (notice: string): string => createHash('sha256').update(notice).digest('base64url').slice(0, 32);

type PushNotice = NonNullable<Awaited<ReturnType<typeof findPushNotice>>>;

function requestFor(
  { secret, publicUrl, now }: Portal,
  { endpoint, p256dh, auth, title, href: path, created_at }: PushNotice,
  notice: string,
) {
  const left = Math.max(0, Math.floor((created_at.getTime() + OLDEST - now().getTime()) / 1_000));
  const shown = title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1).toWellFormed()}…`;
  return {
    url: endpoint,
    enteredBy: 'stranger' as const,
    method: 'POST' as const,
    headers: {
      authorization: vapidHeader(portalKey(secret), endpoint, publicUrl ?? undefined),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(left),
      urgency: 'normal',
      topic: topicOf(notice),
    },
    body: encrypt({ title: shown, path: path ?? href('notices'), tag: topicOf(notice) }, { p256dh, auth }),
    signal: AbortSignal.timeout(TIMEOUT),
    maxBytes: 64 * 1024,
  };
}

/** Sends several messages at once, so that a slow service does not delay the others. */
export const pushWorker = (portal: Portal<'remote'>): JobKind => ({
  atOnce: 4,
  work: async (payload) => {
    const { browser, notice } = payload as { browser: string; notice: string };
    const pushNotice = await findPushNotice(portal.db, browser, notice);
    if (!pushNotice || portal.now().getTime() - pushNotice.created_at.getTime() >= OLDEST) return;
    try {
      await portal.remote(requestFor(portal, pushNotice, notice));
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      const { code, status = 0 } = error;
      if (code === 'address' || GONE.includes(status)) return void (await removeGone(portal.db, browser, pushNotice.endpoint));
      if (REFUSED.includes(status)) throw new PermanentFailure(error.message);
      throw error;
    }
  },
});
