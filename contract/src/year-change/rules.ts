/** Rules of the school-year change, shared by client and server (docs/behaviour/year-change.md). */
import { lastDayOf, schoolYearOf, formatSchoolYear, type ClassKind } from '../classes/rules.ts';
import { shiftMonths } from '../days.ts';

/** Steps of the school-year change. Each step requires the previous one. */
export const YEAR_STEPS = ['classes', 'groups', 'codes', 'contents', 'cards'] as const;
export type YearStep = (typeof YEAR_STEPS)[number];

/** Choices for a class: continue it in the next school year, archive it, or leave it unchanged until its school year ends. */
export const CLASS_CHOICES = ['carry', 'archive', 'leave'] as const;
export type ClassChoice = (typeof CLASS_CHOICES)[number];

/** Maximum number of classes of a school in one school year. */
export const MAX_YEAR_CLASSES = 500;

/** Number of months during which the home screen offers the assistant. The first two are the last two months of the ending school year. */
const SEASON_MONTHS = 5;

/** Returns the first day on which the assistant handles the ending school year: `2027-06-01` if it ends on `2027-07-31`. */
const seasonStart = (lastDay: string): string => shiftMonths(`${lastDay.slice(0, 7)}-01`, -1);

/** Returns the school year to close: the current one in its last two months, otherwise the previous one. */
export function endingYear(day: string, schoolYearEnd: string): string {
  const running = schoolYearOf(day, schoolYearEnd);
  if (day >= seasonStart(lastDayOf(running, schoolYearEnd))) return running;
  const first = Number(running.slice(0, 4)) - 1;
  return formatSchoolYear(first);
}

/** Returns whether a day is in the season of the school-year change. */
export function isChangeSeason(day: string, schoolYearEnd: string): boolean {
  const start = seasonStart(lastDayOf(endingYear(day, schoolYearEnd), schoolYearEnd));
  return day >= start && day < shiftMonths(start, SEASON_MONTHS);
}

/** Returns the name of a class with its grade increased: "9b Geografie" for "8b Geografie" of grade 8. */
export function nextName(name: string, grade: number | null): string {
  if (grade === null) return name;
  return name.replace(new RegExp(`(?<!\\d)${grade}(?!\\d)`), String(grade + 1));
}

/** Returns the highest grade of a kind of school. */
function lastGradeOf(schoolKind: string): number {
  if (/grund/i.test(schoolKind) && !/gemeinschaft|gesamt|haupt|mittel/i.test(schoolKind)) return 4;
  return /(real|haupt|mittel|regel)schule/i.test(schoolKind) && !/gemeinschaft|gesamt/i.test(schoolKind) ? 10 : 13;
}

type Known = { name: string; kind: ClassKind; grade: number | null; over: boolean };
type Proposal = { choice: ClassChoice; name: string; grade: number | null };

/**
 * Proposes whether a class continues or ends. Courses, groups, classes of the highest grade, and archived classes (`over`) end with their school
 * year.
 */
export function proposeForClass({ name, kind, grade, over }: Known, schoolKind: string): Proposal {
  const last = grade !== null && grade >= lastGradeOf(schoolKind);
  const next = grade === null || grade >= 13 ? grade : grade + 1;
  return {
    choice: over || last || kind !== 'class' ? 'archive' : 'carry',
    name: next === grade ? name : nextName(name, grade),
    grade: next,
  };
}
