/** Hourly maintenance of media lists (docs/behaviour/medialists.md#states). */
import { DAY, shiftDay, today } from '@fundus/contract/days';
import { LIST_DAYS_KEPT, LOCKED_DAYS, ENDED_RELEASE_DAYS_KEPT } from '@fundus/contract/medialists/medialists';
import type { Portal } from '../../http/context.ts';
import {
  deleteLocked,
  moveListsWithOwners,
  recordLockedLists,
  purgeDeletedLists,
  removeEndedReleases,
  removeEndedLinks,
  removeRemovedItems,
} from './sweep-repository.ts';

/** Applies all state changes that are due. Idempotent. */
export async function sweepLists(portal: Pick<Portal, 'db' | 'now'>): Promise<void> {
  const now = portal.now();
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY);
  await portal.db.transaction().execute(async (db) => {
    await moveListsWithOwners(db, now);
    await recordLockedLists(db, now);
    await deleteLocked(db, ago(LOCKED_DAYS), now);
  });
  await purgeDeletedLists(portal.db, ago(LIST_DAYS_KEPT));
  await removeRemovedItems(portal.db, ago(1));
  const over = [ago(ENDED_RELEASE_DAYS_KEPT), shiftDay(today(now), -ENDED_RELEASE_DAYS_KEPT)] as const;
  await removeEndedReleases(portal.db, ...over);
  await removeEndedLinks(portal.db, ...over);
}
