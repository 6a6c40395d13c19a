/** Hourly run of invitations. */
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { REMIND_DAYS } from '@fundus/contract/invitations/invitations';
import type { Portal } from '../../http/context.ts';
import { sendInvitation } from './mails.ts';
import { deleteEndedInvitations, claimInvitationsToRemind } from './repository.ts';

/** Days after its end for which an invitation is kept. */
const KEPT = 30;

/** Sends reminders of personal invitations three days before they end and deletes invitations that ended a month ago. Returns the number of mails. */
export async function sweepInvitations(portal: Portal, { remind = true } = {}): Promise<number> {
  const now = portal.now();
  const day = today(now);
  return portal.db.transaction().execute(async (db) => {
    const due = remind ? await claimInvitationsToRemind(db, day, shiftDay(day, REMIND_DAYS), now) : [];
    for (const row of due) await sendInvitation({ db, config: portal.config, now, secret: portal.secret }, row, 'reminder');
    await deleteEndedInvitations(db, shiftDay(day, -KEPT), new Date(now.getTime() - KEPT * DAY));
    return due.length;
  });
}
