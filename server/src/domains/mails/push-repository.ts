/** Queries for browsers with push notifications. */
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';

type NewBrowser = { person_id: string; endpoint: string; p256dh: string; auth: string; device: string };

const COLUMNS = ['push_subscription.id', 'push_subscription.endpoint', 'push_subscription.device', 'push_subscription.created_at'] as const;

export const listBrowsers = (db: Db, personId: string) =>
  db
    .selectFrom('push_subscription')
    .select(COLUMNS)
    .where('push_subscription.person_id', '=', personId)
    .orderBy('push_subscription.created_at', 'desc')
    .limit(50)
    .execute();

/** Stores a browser. One that another user registered then belongs to the new user. */
export const saveBrowser = (db: Db, browser: NewBrowser, now: Date) =>
  db
    .insertInto('push_subscription')
    .values({ id: newId(now), ...browser, created_at: now })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...browser, created_at: now }))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export async function deleteBrowser(db: Db, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscription')
    .where('push_subscription.id', '=', id)
    .where('push_subscription.person_id', '=', personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes a browser that its push service no longer knows. */
export const removeGone = (db: Db, id: string, endpoint: string): Promise<unknown> =>
  db.deleteFrom('push_subscription').where('push_subscription.id', '=', id).where('push_subscription.endpoint', '=', endpoint).execute();

export const listBrowserIds = async (db: Db, personId: string): Promise<string[]> =>
  (
    await db.selectFrom('push_subscription').select('push_subscription.id').where('push_subscription.person_id', '=', personId).execute()
  ).map(({ id }) => id);

/** Returns the browser and the notice. Returns `undefined` if the notice was read or deleted, or if the browser belongs to another user. */
export const findPushNotice = (db: Db, browser: string, notice: string) =>
  db
    .selectFrom('push_subscription')
    .innerJoin('notice', 'notice.person_id', 'push_subscription.person_id')
    .innerJoin('person', 'person.id', 'push_subscription.person_id')
    .select(['push_subscription.endpoint', 'push_subscription.p256dh', 'push_subscription.auth'])
    .select(['notice.title', 'notice.href', 'notice.created_at'])
    .where('push_subscription.id', '=', browser)
    .where('notice.id', '=', notice)
    .where('notice.shown', '=', true)
    .where('notice.read_at', 'is', null)
    .where('person.state', '=', 'active')
    .executeTakeFirst();
