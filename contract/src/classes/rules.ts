/** States and limits of classes and learner codes (docs/behaviour/classes.md). Pure. */
export const CLASS_KINDS = ['class', 'course', 'group'] as const;
export type ClassKind = (typeof CLASS_KINDS)[number];
/** `locked`: no member of staff manages it; an administrator assigns a new owner. `deleted`: can be restored for some days. */
export const CLASS_STATES = ['active', 'archived', 'locked', 'deleted'] as const;
export type ClassState = (typeof CLASS_STATES)[number];
export const JOIN_POLICIES = ['closed', 'code', 'code_confirm'] as const;
export type JoinPolicy = (typeof JOIN_POLICIES)[number];
export const MEMBER_ROLES = ['owner', 'teacher', 'student'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];
/** States of people: `applied` asks to join; `suspended` is a temporary exclusion. */
export const MEMBER_STATES = ['active', 'applied', 'suspended'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
/** `prepared`: not shown to a teacher yet; `issued`: printed or shown; `in_use`: a learner has signed in with it. */
export const CODE_STATES = ['prepared', 'issued', 'in_use', 'suspended', 'expired', 'revoked'] as const;
export type CodeState = (typeof CODE_STATES)[number];
/** Lists of the class overview. */
export const CLASS_LISTS = ['own', 'shared', 'archived', 'school', 'deleted'] as const;
export const CLASS_MEDIA_KINDS = ['media', 'app', 'book'] as const;
/** Roles that may create classes at a school. */
export const CLASS_CREATORS = ['teachers', 'administrators'] as const;

export const NAME_LENGTH = 60;
export const GROUP_NAME_LENGTH = 40;
/** Maximum length of the group name at the identity provider. */
export const PORTAL_GROUP_LENGTH = 160;
export const LABEL_LENGTH = 40;
export const MAX_GROUPS = 20;
/** Maximum number of codes created at once, and of a class. */
export const MAX_CODES = 200;
export const MAX_CLASS_CODES = 500;
export const MAX_CLASS_MEDIA = 500;
export const NOTE_LENGTH = 1_000;
/** Days during which an expired code can be extended; afterwards it is removed with all its data. */
export const CODE_DAYS_KEPT = 60;
/** Hours after which a rejected user may apply again. */
export const APPLY_AGAIN_HOURS = 24;
/** Maximum length of the free text on every card. */
export const CARD_TEXT_LENGTH = 80;
/** Days during which a deleted class can be restored. */
export const CLASS_DAYS_KEPT = 30;

/** Characters that stay unambiguous when read aloud or copied by hand; no vowels, so that no words result. */
export const CODE_SIGNS = 'CDFGHJKLMNPQRTVWXY34679';
export const LEARNER_CODE_LENGTH = 12;
export const JOIN_CODE_LENGTH = 6;
/** Twenty pictures that small children can name; three in a row are a way to sign in. Labels are the messages `picture.<name>`. */
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

/** Returns the code in groups of four characters, or of three if it has six. */
export const groupedCode = (code: string): string =>
  code.replace(code.length === JOIN_CODE_LENGTH ? /(.{3})(?=.)/g : /(.{4})(?=.)/g, '$1-');

/** Returns the school year that begins in a year: `2026/27`. */
export const writeSchoolYear = (first: number): string => `${first}/${String((first + 1) % 100).padStart(2, '0')}`;

/** Returns the school year of a day, as `2026/27`. `schoolYearEnd` is month-day of its last day. */
export function schoolYearOf(day: string, schoolYearEnd: string): string {
  return writeSchoolYear(Number(day.slice(0, 4)) - (day.slice(5) <= schoolYearEnd ? 1 : 0));
}

/** Returns the last day of a school year `2026/27`, ISO. */
export const lastDayOf = (schoolYear: string, schoolYearEnd: string): string => `${Number(schoolYear.slice(0, 4)) + 1}-${schoolYearEnd}`;

/** Returns the next school year: `2026/27` → `2027/28`. */
export const nextSchoolYear = (schoolYear: string): string => writeSchoolYear(Number(schoolYear.slice(0, 4)) + 1);

/** Returns the last day of codes created or extended on a day: the end of the following school year. `yearEnd` is month-day. */
export const codeEnd = (day: string, yearEnd: string): string => lastDayOf(nextSchoolYear(schoolYearOf(day, yearEnd)), yearEnd);

type CodeRow = { state: string; valid_until: string };

/** Returns the state of a code on a day; expiry is derived from its last day. */
export const codeState = ({ state, valid_until }: CodeRow, day: string): CodeState =>
  state !== 'revoked' && valid_until < day ? 'expired' : (state as CodeState);
