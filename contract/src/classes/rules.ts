/** What classes and learner codes are (docs/behaviour/classes.md). Pure. */
export const CLASS_KINDS = ['class', 'course', 'group'] as const;
export type ClassKind = (typeof CLASS_KINDS)[number];
/** `locked`: nobody who works at the school manages it any more; an administrator gives it a new owner. `deleted`: can be had back for some days. */
export const CLASS_STATES = ['active', 'archived', 'locked', 'deleted'] as const;
export type ClassState = (typeof CLASS_STATES)[number];
export const JOIN_POLICIES = ['closed', 'code', 'code_confirm'] as const;
export type JoinPolicy = (typeof JOIN_POLICIES)[number];
export const MEMBER_ROLES = ['owner', 'teacher', 'student'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];
/** People: those who asked (`applied`) and those who are in, or for a while are not (`suspended`). */
export const MEMBER_STATES = ['active', 'applied', 'suspended'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
/** `prepared` nobody has seen the code yet; `issued` printed or shown; `in_use` somebody came by it. */
export const CODE_STATES = ['prepared', 'issued', 'in_use', 'suspended', 'expired', 'revoked'] as const;
export type CodeState = (typeof CODE_STATES)[number];
/** Where a class shows somebody. */
export const CLASS_LISTS = ['own', 'shared', 'archived', 'school', 'deleted'] as const;
export const CLASS_MEDIA_KINDS = ['media', 'app', 'book'] as const;
/** Who may make classes at a school. */
export const CLASS_CREATORS = ['teachers', 'administrators'] as const;

export const NAME_LENGTH = 60;
export const GROUP_NAME_LENGTH = 40;
/** Name of a group in the portal of a school, as a class follows it. */
export const PORTAL_GROUP_LENGTH = 160;
export const LABEL_LENGTH = 40;
export const MAX_GROUPS = 20;
/** Made at once, and in one class. */
export const MAX_CODES = 200;
export const MAX_CLASS_CODES = 500;
export const MAX_CLASS_MEDIA = 500;
export const NOTE_LENGTH = 1_000;
/** Days within which an expired code may be extended, and after which it is removed with everything about it. */
export const CODE_DAYS_KEPT = 60;
/** Hours after which somebody who was turned down may ask again. */
export const APPLY_AGAIN_HOURS = 24;
/** Free text on every card. */
export const CARD_TEXT_LENGTH = 80;
/** Days a deleted class can be had back. */
export const CLASS_DAYS_KEPT = 30;

/** Nothing that is mistaken for something else when read aloud or copied by hand, and no vowels: no words. */
export const CODE_SIGNS = 'CDFGHJKLMNPQRTVWXY34679';
export const LEARNER_CODE_LENGTH = 12;
export const JOIN_CODE_LENGTH = 6;
/** Twenty pictures small children know by name; three of them in a row are a way to sign in. The names are messages `picture.<name>`. */
export const PICTURES = [
  'apple',
  'bike',
  'bird',
  'boat',
  'car',
  'cat',
  'cherry',
  'cloud',
  'dog',
  'fish',
  'flower',
  'house',
  'key',
  'moon',
  'rabbit',
  'rocket',
  'star',
  'sun',
  'tree',
  'turtle',
] as const;
export type Picture = (typeof PICTURES)[number];
export const PICTURES_IN_A_ROW = 3;

/** As people write them: in groups of four, or of three where there are six. */
export const groupedCode = (code: string): string =>
  code.replace(code.length === JOIN_CODE_LENGTH ? /(.{3})(?=.)/g : /(.{4})(?=.)/g, '$1-');

/** The school year that begins in a year, as people write it: `2026/27`. */
export const writeSchoolYear = (first: number): string => `${first}/${String((first + 1) % 100).padStart(2, '0')}`;

/** The school year a day lies in, as `2026/27`. `schoolYearEnd` is month-day of its last day. */
export function schoolYearOf(day: string, schoolYearEnd: string): string {
  return writeSchoolYear(Number(day.slice(0, 4)) - (day.slice(5) <= schoolYearEnd ? 1 : 0));
}

/** The last day of a school year `2026/27`, ISO. */
export const lastDayOf = (schoolYear: string, schoolYearEnd: string): string => `${Number(schoolYear.slice(0, 4)) + 1}-${schoolYearEnd}`;

/** The year after one: `2026/27` → `2027/28`. */
export const nextSchoolYear = (schoolYear: string): string => writeSchoolYear(Number(schoolYear.slice(0, 4)) + 1);

/** Where codes made or extended on a day end: with the school year that follows. `yearEnd` is month-day of the last day of codes. */
export const codeEnd = (day: string, yearEnd: string): string => lastDayOf(nextSchoolYear(schoolYearOf(day, yearEnd)), yearEnd);

type CodeRow = { state: string; valid_until: string };

/** Where a code stands on a day: its end comes by itself. */
export const codeState = ({ state, valid_until }: CodeRow, day: string): CodeState =>
  state !== 'revoked' && valid_until < day ? 'expired' : (state as CodeState);
