/** Figures of a school that has used the portal for a year. */
import { schoolYearOf } from '@fundus/contract/classes/rules';
import { shiftMonths, today } from '@fundus/contract/days';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { insertMiss, removeMissesBefore } from './miss-repository.ts';
import { hashOfMiss } from './misses.ts';
import { addClassMonth, addMonth, addUse, listClassYears, removeMonthsBefore } from './repository.ts';
import { MONTHS_SHOWN } from './service.ts';

/** Number of users in each month, starting with January. Holidays are quieter. */
const PEOPLE = [12, 11, 14, 9, 13, 10, 6, 5, 13, 11, 15, 8] as const;

/** Media with their number of uses per user and month. */
const USED: readonly (readonly [key: string, often: number])[] = [
  ['satz-des-pythagoras', 3],
  ['stromkreis-labor', 2],
  ['photosynthese', 2],
  ['schall', 1],
  ['bruch-labor', 2],
  ['wie-ein-gesetz-entsteht', 1],
  ['what-is-sound', 1],
  ['55381255', 2],
  ['55701136', 1],
  ['55221340', 1],
  ['55461391', 1],
];

/** Searches without results: search words, number of people, and age in months. */
const MISSED: readonly (readonly [words: string, people: number, back: number])[] = [
  ['mikroplastik', 9, 1],
  ['brettspiele im mittelalter', 6, 2],
  ['löten', 7, 2],
  ['mikroplastik', 6, 3],
  ['gebärdensprache', 5, 4],
];

/** Creates the figures of the demo for the previous months. */
export async function makeDemo({ db, now, secret, school_id, config }: DemoContext): Promise<void> {
  const classes = await listClassYears(db, school_id);
  const first = `${today(now).slice(0, 7)}-01`;
  for (let back = MONTHS_SHOWN - 1; back > 0; back -= 1) {
    const month = shiftMonths(first, -back).slice(0, 7);
    const people = PEOPLE[Number(month.slice(5)) - 1]!;
    await addMonth(db, { school_id, month, people });
    for (const [i, { id, school_year }] of classes.entries())
      if (school_year === schoolYearOf(`${month}-15`, config.schoolYearEnd))
        await addClassMonth(db, { class_id: id, month, people: Math.max(1, people - 2 * (i % 4)) });
    for (const [i, [key, often]] of USED.entries()) {
      const some = Math.max(1, people - i - (back % 3));
      await addUse(db, { school_id, month, identifier: `FU-${key}`, uses: some * often, people: some });
    }
  }
  for (const [words, people, back] of MISSED) {
    const month = shiftMonths(first, -back).slice(0, 7);
    await insertMiss(db, { school_id, month, hash: hashOfMiss(secret, month, words), people, words });
  }
}

/** Removes the figures of months before the demo was loaded. All other figures are deleted with the school. */
export async function removeDemo({ db, schools, since }: DemoRemovalContext): Promise<void> {
  await removeMonthsBefore(db, schools, today(since).slice(0, 7));
  await removeMissesBefore(db, schools, today(since).slice(0, 7));
}
