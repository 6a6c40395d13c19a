/** What is done about classes from time to time: put away with the school year, forgotten a year later (docs/behaviour/classes.md#states). */
import { CLASS_DAYS_KEPT, schoolYearOf } from '@fundus/contract/classes/classes';
import { shiftDay, today } from '@fundus/contract/days';
import { recordAudit } from '../../http/audit.ts';
import type { Portal } from '../../http/context.ts';
import { archiveEnded, deleteForgotten, forgetOutside, noteOutside, type Ended } from './sweep-repository.ts';

/** Days after which somebody who has left the school of a class is no member of it any more. */
const OUTSIDE_DAYS = 30;

/** How many classes of each school, for one line of the log each. */
function bySchool(rows: readonly Ended[]): { school: string; district: string; classes: number }[] {
  const found = new Map<string, { school: string; district: string; classes: number }>();
  for (const { school_id, district_id } of rows) {
    const school = found.get(school_id) ?? { school: school_id, district: district_id, classes: 0 };
    found.set(school_id, { ...school, classes: school.classes + 1 });
  }
  return [...found.values()];
}

/** Safe to be run as often as one likes: everything is done once. */
export async function sweepClasses(portal: Portal): Promise<void> {
  const now = portal.now();
  const day = today(now);
  const { schoolYearEnd } = portal.config;
  const year = schoolYearOf(day, schoolYearEnd);
  const first = Number(year.slice(0, 4));
  const lastYear = schoolYearOf(`${first}-${schoolYearEnd}`, schoolYearEnd);
  const log = { now, user: null };
  await portal.db.transaction().execute(async (db) => {
    // One that was brought back since stays until the end of the school year it was brought back in.
    const ended = await archiveEnded(db, { year, lastDay: `${first}-${schoolYearEnd}`, now });
    for (const { classes, ...scope } of bySchool(ended)) await recordAudit({ ...log, db }, 'class.archiveYear', null, { classes }, scope);
  });
  await portal.db.transaction().execute(async (db) => {
    const gone = await deleteForgotten(db, {
      deletedBefore: shiftDay(day, -CLASS_DAYS_KEPT),
      yearBefore: lastYear,
      archivedBefore: shiftDay(day, -365),
    });
    for (const { classes, ...scope } of bySchool(gone)) await recordAudit({ ...log, db }, 'class.erase', { classes }, null, scope);
  });
  await portal.db.transaction().execute(async (db) => {
    await noteOutside(db, day);
    await forgetOutside(db, shiftDay(day, -OUTSIDE_DAYS));
  });
}
