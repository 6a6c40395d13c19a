/** What is done about schools from time to time: telling of the end, closing, and forgetting (docs/behaviour/schools.md#states). */
import { shiftDay, today } from '@fundus/contract/days';
import { CLOSED_DAYS, CLOSING_TOLD_DAYS } from '@fundus/contract/schools/rules';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Portal } from '../../http/context.ts';
import { logChanges } from '../../search/change-log.ts';
import { dropLicences } from '../licences/index.ts';
import { endSessionsOfSchool } from './members-repository.ts';
import { findSchool, lockSchools } from './repository.ts';
import { erasedOn } from './service.ts';
import { notifyMembers } from './notify-members.ts';

/** Safe to be run as often as one likes: everything is done once. */
export async function sweepSchools(portal: Portal, { remind = true } = {}): Promise<void> {
  const now = portal.now();
  const day = today(now);
  if (remind) await portal.db.transaction().execute((db) => notifyOfEnd(portal, db, now, day));
  await portal.db.transaction().execute((db) => closeDue(db, now, day));
  for (const { id } of await portal.db
    .selectFrom('school')
    .select('school.id')
    .where('school.state', '=', 'closed')
    .where(sql`(school.state_since at time zone 'Europe/Berlin')::date`, '<=', shiftDay(day, -CLOSED_DAYS))
    .limit(20)
    .execute()) {
    await portal.db.transaction().execute((db) => forgetSchool(portal, db, now, id));
    await portal.wakeIndex();
  }
}

/** Sixty and fourteen days before; of an end that is nearer than both, once. */
async function notifyOfEnd(portal: Portal, db: Db, now: Date, day: string): Promise<void> {
  const due = await db
    .selectFrom('school')
    .select(['school.id', 'school.name', 'school.closes_on', 'school.notified_days'])
    .where('school.state', '=', 'closing')
    .where('school.closes_on', '<=', shiftDay(day, CLOSING_TOLD_DAYS[0]))
    .where('school.closes_on', '>=', day)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, name, closes_on, notified_days } of due) {
    const step = CLOSING_TOLD_DAYS.findLast((days) => closes_on! <= shiftDay(day, days))!;
    if (notified_days !== null && notified_days <= step) continue;
    await db.updateTable('school').set({ notified_days: step }).where('school.id', '=', id).execute();
    await notifyMembers({ db, config: portal.config, now }, { id, name }, { template: 'schoolClosing', day: closes_on! });
  }
}

/** Closed from the day after the last one. */
async function closeDue(db: Db, now: Date, day: string): Promise<void> {
  const due = await db
    .updateTable('school')
    .set((eb) => ({ state: 'closed', state_since: now, version: eb('school.version', '+', 1) }))
    .where('school.state', '=', 'closing')
    .where('school.closes_on', '<', day)
    .returning('school.id')
    .execute();
  for (const { id } of due) await endSessionsOfSchool(db, id);
}

/** The school, its people and its licences, unless it was opened again in this moment. Administrators of the district stay, without a school. */
async function forgetSchool(portal: Portal, db: Db, now: Date, id: string): Promise<void> {
  await lockSchools(db, [id]);
  const school = await findSchool(db, id);
  if (school?.state !== 'closed' || erasedOn(school.state_since) > today(now)) return;
  await sql`update person set school_id = null, school_admin = '0', district_id = coalesce(person.district_id, (select school.district_id from school where school.id = ${id}))
    where person.school_id = ${id} and person.district_admin = '1'`.execute(db);
  const people = await db.selectFrom('person').select('person.id').where('person.school_id', '=', id).execute();
  await portal.domains.erasePeople(
    db,
    people.map((person) => person.id),
  );
  await logChanges(db, await dropLicences(db, id));
  await db.deleteFrom('school').where('school.id', '=', id).execute();
  const gone = { name: school.name, number: school.number, people: people.length };
  await recordAudit({ db, now, user: null }, 'school.erase', gone, null, { school: null, district: school.district_id });
}
