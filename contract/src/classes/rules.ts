/** States and limits of classes and learner codes (docs/behaviour/classes.md). */
export const CLASS_KINDS = ['class', 'course', 'group'] as const;
export type ClassKind = (typeof CLASS_KINDS)[number];
/** States of a class. A `locked` class has no owner until an administrator assigns one. A `deleted` class can be restored for some days. */
export const CLASS_STATES = ['active', 'archived', 'locked', 'deleted'] as const;
export type ClassState = (typeof CLASS_STATES)[number];
export const JOIN_POLICIES = ['closed', 'code', 'code_confirm'] as const;
export type JoinPolicy = (typeof JOIN_POLICIES)[number];
export const MEMBER_ROLES = ['owner', 'teacher', 'student'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];
/** States of members. `applied` members wait for approval, and `suspended` members are temporarily excluded. */
export const MEMBER_STATES = ['active', 'applied', 'suspended'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];
/**
 * States of a learner code. `prepared` codes have not been shown yet, `issued` codes were shown or printed, and `in_use` codes were used to sign in.
 */
export const CODE_STATES = ['prepared', 'issued', 'in_use', 'suspended', 'expired', 'revoked'] as const;
export type CodeState = (typeof CODE_STATES)[number];
/** Lists in the overview of classes. */
export const CLASS_LISTS = ['own', 'shared', 'archived', 'school', 'deleted'] as const;
export const CLASS_MEDIA_KINDS = ['media', 'app', 'book'] as const;
/** Roles that may create classes at a school. */
export const CLASS_CREATORS = ['teachers', 'administrators'] as const;

export const NAME_LENGTH = 60;
export const GROUP_NAME_LENGTH = 40;
/** Maximum length of the name of an identity provider's group, in characters. */
export const PORTAL_GROUP_LENGTH = 160;
export const LABEL_LENGTH = 40;
export const MAX_GROUPS = 20;
/** Maximum number of codes created at once, and of codes in a class. */
export const MAX_CODES = 200;
export const MAX_CLASS_CODES = 500;
export const MAX_CLASS_MEDIA = 500;
export const NOTE_LENGTH = 1_000;
/** Number of days for which an expired code can be extended. Afterwards it is deleted with all its data. */
export const CODE_DAYS_KEPT = 60;
/** Number of hours after which a rejected user may apply again. */
export const APPLY_AGAIN_HOURS = 24;
/** Maximum length of the text printed on every card, in characters. */
export const CARD_TEXT_LENGTH = 80;
/** Number of days for which a deleted class can be restored. */
export const CLASS_DAYS_KEPT = 30;

/** Characters that stay unambiguous when read aloud or copied by hand. Without vowels they cannot form words. */
export const CODE_ALPHABET = 'CDFGHJKLMNPQRTVWXY34679';
export const LEARNER_CODE_LENGTH = 12;
export const JOIN_CODE_LENGTH = 6;
/** Twenty pictures that small children can name. A sequence of three can be used to sign in. Their labels are the messages `picture.<name>`. */
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

/** Returns a code in groups of four characters, or of three if it has six characters. */
export const formatCode = (code: string): string => code.replace(code.length === JOIN_CODE_LENGTH ? /(.{3})(?=.)/g : /(.{4})(?=.)/g, '$1-');

/** Returns the school year that starts in the given year, such as `2026/27`. */
export const formatSchoolYear = (first: number): string => `${first}/${String((first + 1) % 100).padStart(2, '0')}`;

/** Returns the school year that contains a day, such as `2026/27`. `schoolYearEnd` is its last day as month and day. */
export function schoolYearOf(day: string, schoolYearEnd: string): string {
  return formatSchoolYear(Number(day.slice(0, 4)) - (day.slice(5) <= schoolYearEnd ? 1 : 0));
}

/** Returns the last day of a school year as an ISO date. */
export const lastDayOf = (schoolYear: string, schoolYearEnd: string): string => `${Number(schoolYear.slice(0, 4)) + 1}-${schoolYearEnd}`;

/** Returns the school year after the given one. */
export const nextSchoolYear = (schoolYear: string): string => formatSchoolYear(Number(schoolYear.slice(0, 4)) + 1);

/** Returns the last day of codes created or extended on a day, which is the end of the following school year. `yearEnd` is month and day. */
export const codeEnd = (day: string, yearEnd: string): string => lastDayOf(nextSchoolYear(schoolYearOf(day, yearEnd)), yearEnd);

type CodeRow = { state: string; valid_until: string };

/** Returns the state of a code on a day. A code is expired after its last day unless it was revoked. */
export const codeState = ({ state, valid_until }: CodeRow, day: string): CodeState =>
  state !== 'revoked' && valid_until < day ? 'expired' : (state as CodeState);
