/** The walk from one school year into the next, as both sides know it (docs/behaviour/year-change.md). Pure. */
import { lastDayOf, schoolYearOf, writeSchoolYear, type ClassKind } from '../classes/rules.ts';
import { shiftMonths } from '../days.ts';

/** In this order: each stands on what the one before it did. */
export const YEAR_STEPS = ['classes', 'groups', 'codes', 'contents', 'cards'] as const;
export type YearStep = (typeof YEAR_STEPS)[number];

/** What becomes of a class: goes on as one of the next year, is put away, or stays as it is until its year is over. */
export const CLASS_CHOICES = ['carry', 'archive', 'leave'] as const;
export type ClassChoice = (typeof CLASS_CHOICES)[number];

/** Classes of a school in a year, at most. */
export const MAX_YEAR_CLASSES = 500;

/** Home names the walk so many months from the first of the month before the year's last one. */
const SEASON_MONTHS = 5;

/** `2027-07-31` → `2027-06-01`: from then on the walk is about the year that ends. */
const seasonStart = (lastDay: string): string => shiftMonths(`${lastDay.slice(0, 7)}-01`, -1);

/** The school year a walk on a day is about: the one that ends next from the month before its last one on, otherwise the one before. */
export function endingYear(day: string, schoolYearEnd: string): string {
  const running = schoolYearOf(day, schoolYearEnd);
  if (day >= seasonStart(lastDayOf(running, schoolYearEnd))) return running;
  const first = Number(running.slice(0, 4)) - 1;
  return writeSchoolYear(first);
}

/** Whether a day lies in the months in which schools change their year. */
export function isSeason(day: string, schoolYearEnd: string): boolean {
  const start = seasonStart(lastDayOf(endingYear(day, schoolYearEnd), schoolYearEnd));
  return day >= start && day < shiftMonths(start, SEASON_MONTHS);
}

/** "8b Geografie" of grade 8 → "9b Geografie": the number of the grade in the name goes on with it. */
export function nextName(name: string, grade: number | null): string {
  if (grade === null) return name;
  return name.replace(new RegExp(`(?<!\\d)${grade}(?!\\d)`), String(grade + 1));
}

/** The last grade of a kind of school, as schools write it. */
function lastGradeOf(schoolKind: string): number {
  if (/grund/i.test(schoolKind) && !/gemeinschaft|gesamt|haupt|mittel/i.test(schoolKind)) return 4;
  return /(real|haupt|mittel|regel)schule/i.test(schoolKind) && !/gemeinschaft|gesamt/i.test(schoolKind) ? 10 : 13;
}

type Known = { name: string; kind: ClassKind; grade: number | null; over: boolean };
type Proposal = { choice: ClassChoice; name: string; grade: number | null };

/**
 * What is proposed for a class: classes go on, courses and groups end with their year; so do classes of the last grade, and what somebody had put away
 * before (`over`).
 */
export function propose({ name, kind, grade, over }: Known, schoolKind: string): Proposal {
  const last = grade !== null && grade >= lastGradeOf(schoolKind);
  const next = grade === null || grade >= 13 ? grade : grade + 1;
  return {
    choice: over || last || kind !== 'class' ? 'archive' : 'carry',
    name: next === grade ? name : nextName(name, grade),
    grade: next,
  };
}
