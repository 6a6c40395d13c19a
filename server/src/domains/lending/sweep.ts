/**
 * Hourly run of lending: stores transitions that only depend on time and deletes data after its retention period
 * (docs/behaviour/lending.md#retention).
 */
import { DAY, today } from '@fundus/contract/days';
import { KEEP_DAYS, PHOTO_DAYS_KEPT } from '@fundus/contract/lending/calendar/rules';
import { PROPOSAL_DAYS } from '@fundus/contract/lending/points/proposals';
import type { Portal } from '../../http/context.ts';
import { removeOldBriefings } from './orders/briefing-repository.ts';
import { forgetReporters } from './condition/damage-repository.ts';
import { removeOldKiosks } from './kiosk/kiosk-repository.ts';
import { anonymiseOrders, removeOldCarts } from './orders/forget-repository.ts';
import { updateOverdueBookings } from './orders/broken-promises.ts';
import { offerAll } from './orders/offers.ts';
import { removeOldNotes } from './borrowers/note-repository.ts';
import { removeOldPrivate } from './borrowers/private-repository.ts';
import { removeOldProposals } from './points/proposal-repository.ts';
import { removeOldPhotos } from './condition/photos.ts';
import { releaseLapsed } from './allocation/allocation-repository.ts';
import { removeOldScans } from './allocation/scan-repository.ts';
import { removeOldHashes } from './reports/statistics-repository.ts';
import { removeOldSuspensions } from './borrowers/suspension-repository.ts';
import { removeOldWaits } from './allocation/wait-repository.ts';

export async function sweepLending({ db, now, storage, config }: Portal<'storage'>): Promise<void> {
  const at = now();
  await releaseLapsed(db, at);
  await removeOldCarts(db, new Date(at.getTime() - DAY));
  await updateOverdueBookings({ db, now: at, config });
  await offerAll({ db, now: at, config });
  await forgetReporters(db, at);
  await anonymiseOrders(db, at);
  await removeOldPrivate(db, at, today(at));
  await removeOldWaits(db, at);
  const before = new Date(at.getTime() - KEEP_DAYS * DAY);
  await removeOldSuspensions(db, before);
  await removeOldBriefings(db, today(before));
  await removeOldHashes(db, at);
  await removeOldKiosks(db, at, before);
  await removeOldProposals(db, new Date(at.getTime() - PROPOSAL_DAYS * DAY));
  await removeOldNotes(db, at);
  await removeOldScans(db, new Date(at.getTime() - DAY));
  await removeOldPhotos({ db, storage }, new Date(at.getTime() - DAY), new Date(at.getTime() - PHOTO_DAYS_KEPT * DAY));
}
