/** Archives classes after their school year and deletes them a year later (docs/behaviour/classes.md#states). Runs hourly. */
import { CLASS_DAYS_KEPT, schoolYearOf } from '@fundus/contract/classes/classes';
import { shiftDay, today } from '@fundus/contract/days';
import { recordAudit } from '../../http/audit.ts';
import type { Portal } from '../../http/context.ts';
import { archiveEnded, deleteExpiredClasses, removeOutsideMembers, recordAbsentMembers, type ClassPlace } from './sweep-repository.ts';

/** Number of days after which a person who has left the school is removed from the class. */
const OUTSIDE_DAYS = 30;

/** Returns the number of classes by school, for one audit entry per school. */
function bySchool(rows: readonly ClassPlace[]): { school: string; district: string; classes: number }[] {
  const found = new Map<string, { school: string; district: string; classes: number }>();
  for (const { school_id, district_id } of rows) {
    const school = found.get(school_id) ?? { school: school_id, district: district_id, classes: 0 };
    found.set(school_id, { ...school, classes: school.classes + 1 });
  }
  return [...found.values()];
}

/** Applies the automatic changes. Idempotent. */
export async function sweepClasses(portal: Portal): Promise<void> {
  const now = portal.now();
  const day = today(now);
  const { schoolYearEnd } = portal.config;
  const year = schoolYearOf(day, schoolYearEnd);
  const first = Number(year.slice(0, 4));
  const lastYear = schoolYearOf(`${first}-${schoolYearEnd}`, schoolYearEnd);
  const log = { now, user: null };
  await portal.db.transaction().execute(async (db) => {
    // A class that was restored in the current school year remains active until its end.
    const ended = await archiveEnded(db, { year, lastDay: `${first}-${schoolYearEnd}`, now });
    for (const { classes, ...scope } of bySchool(ended)) await recordAudit({ ...log, db }, 'class.archiveYear', null, { classes }, scope);
  });
  await portal.db.transaction().execute(async (db) => {
    const deleted = await deleteExpiredClasses(db, {
      deletedBefore: shiftDay(day, -CLASS_DAYS_KEPT),
      yearBefore: lastYear,
      archivedBefore: shiftDay(day, -365),
    });
    for (const { classes, ...scope } of bySchool(deleted)) await recordAudit({ ...log, db }, 'class.erase', { classes }, null, scope);
  });
  await portal.db.transaction().execute(async (db) => {
    await recordAbsentMembers(db, day);
    await removeOutsideMembers(db, shiftDay(day, -OUTSIDE_DAYS));
  });
}
