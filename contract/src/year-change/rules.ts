/** Rules of the school-year change, shared by client and server (docs/behaviour/year-change.md). Pure. */
import { lastDayOf, schoolYearOf, writeSchoolYear, type ClassKind } from '../classes/rules.ts';
import { shiftMonths } from '../days.ts';

/** Steps in order; each depends on the previous one. */
export const YEAR_STEPS = ['classes', 'groups', 'codes', 'contents', 'cards'] as const;
export type YearStep = (typeof YEAR_STEPS)[number];

/** Options for a class: continue it in the next year, archive it, or leave it unchanged until its year ends. */
export const CLASS_CHOICES = ['carry', 'archive', 'leave'] as const;
export type ClassChoice = (typeof CLASS_CHOICES)[number];

/** Maximum number of classes of a school in a year. */
export const MAX_YEAR_CLASSES = 500;

/** Months for which home offers the assistant, from the first day of the month before the last month of the year. */
const SEASON_MONTHS = 5;

/** Returns the day from which the assistant handles the ending year: `2027-07-31` → `2027-06-01`. */
const seasonStart = (lastDay: string): string => shiftMonths(`${lastDay.slice(0, 7)}-01`, -1);

/** Returns the school year to close: the one ending next from the month before its last one on, otherwise the previous one. */
export function endingYear(day: string, schoolYearEnd: string): string {
  const running = schoolYearOf(day, schoolYearEnd);
  if (day >= seasonStart(lastDayOf(running, schoolYearEnd))) return running;
  const first = Number(running.slice(0, 4)) - 1;
  return writeSchoolYear(first);
}

/** Returns whether a day is in the months of the school-year change. */
export function isSeason(day: string, schoolYearEnd: string): boolean {
  const start = seasonStart(lastDayOf(endingYear(day, schoolYearEnd), schoolYearEnd));
  return day >= start && day < shiftMonths(start, SEASON_MONTHS);
}

/** Returns the name with its grade increased: "8b Geografie" of grade 8 → "9b Geografie". */
export function nextName(name: string, grade: number | null): string {
  if (grade === null) return name;
  return name.replace(new RegExp(`(?<!\\d)${grade}(?!\\d)`), String(grade + 1));
}

/** Returns the last grade of a kind of school. */
function lastGradeOf(schoolKind: string): number {
  if (/grund/i.test(schoolKind) && !/gemeinschaft|gesamt|haupt|mittel/i.test(schoolKind)) return 4;
  return /(real|haupt|mittel|regel)schule/i.test(schoolKind) && !/gemeinschaft|gesamt/i.test(schoolKind) ? 10 : 13;
}

type Known = { name: string; kind: ClassKind; grade: number | null; over: boolean };
type Proposal = { choice: ClassChoice; name: string; grade: number | null };

/**
 * Proposes what to do with a class: classes continue; courses and groups, classes of the last grade, and archived classes (`over`) end with their
 * year.
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
