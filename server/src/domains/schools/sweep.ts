/** Hourly maintenance of schools: notices, closing and deletion (docs/behaviour/schools.md#states). */
import { shiftDay, today } from '@fundus/contract/days';
import { CLOSED_DAYS, CLOSING_NOTICE_DAYS } from '@fundus/contract/schools/rules';
import type { Db } from '../../db/open.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Portal } from '../../http/context.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import { removeMaterialOfSchool } from '../catalogue/index.ts';
import { deleteSchoolLicences } from '../licences/index.ts';

import { endSessionsOfSchool, listMembers, releaseDistrictAdmins } from './members-repository.ts';
import { findSchool, lockSchools } from './repository.ts';
import { erasureDay } from './service.ts';
import { closeEnded, listClosedSince, lockClosing, setClosingNotified, removeSchool } from './sweep-repository.ts';
import { notifyMembers } from './notify-members.ts';

/** Applies all state changes that are due. Idempotent. */
export async function sweepSchools(portal: Portal<'domains'>, { remind = true } = {}): Promise<void> {
  const now = portal.now();
  const day = today(now);
  if (remind) await portal.db.transaction().execute((db) => notifyOfEnd(portal, db, now, day));
  await portal.db.transaction().execute((db) => closeDue(db, now, day));
  for (const { id } of await listClosedSince(portal.db, shiftDay(day, -CLOSED_DAYS))) {
    await portal.db.transaction().execute((db) => deleteSchoolData(portal, db, now, id));
    await portal.wakeIndex();
  }
}

/** Notifies members sixty and fourteen days before their school closes. Sends only one notice if both are due. */
async function notifyOfEnd(portal: Portal, db: Db, now: Date, day: string): Promise<void> {
  const due = await lockClosing(db, day, shiftDay(day, CLOSING_NOTICE_DAYS[0]));
  for (const { id, name, closes_on, notified_days } of due) {
    const step = CLOSING_NOTICE_DAYS.findLast((days) => closes_on! <= shiftDay(day, days))!;
    if (notified_days !== null && notified_days <= step) continue;
    await setClosingNotified(db, id, step);
    await notifyMembers({ db, config: portal.config, now }, { id, name }, { template: 'schoolClosing', day: closes_on! });
  }
}

/** Closes schools on the day after their last day, and ends the sessions of their members. */
async function closeDue(db: Db, now: Date, day: string): Promise<void> {
  const due = await closeEnded(db, day, now);
  for (const { id } of due) await endSessionsOfSchool(db, id);
}

/**
 * Deletes the school with its people and licences, unless it has been reopened in the meantime. District administrators keep their accounts without a
 * school.
 */
async function deleteSchoolData(portal: Portal<'domains'>, db: Db, now: Date, id: string): Promise<void> {
  await lockSchools(db, [id]);
  const school = await findSchool(db, id);
  if (school?.state !== 'closed' || erasureDay(school.state_since) > today(now)) return;
  await releaseDistrictAdmins(db, id);
  const members = await listMembers(db, id);
  const people = await portal.domains.erasePeople({ db, secret: portal.secret, now }, members);
  // The school is kept as long as members have borrowed devices or open debts.
  if (people < members.length) return;
  const material = await removeMaterialOfSchool(db, id);
  await logChanges(db, [...(await deleteSchoolLicences(db, id)), ...material]);
  await removeSchool(db, id);
  const summary = { name: school.name, number: school.number, people };
  await recordAudit({ db, now, user: null }, 'school.erase', summary, null, { school: null, district: school.district_id });
}
