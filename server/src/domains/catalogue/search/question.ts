/**
 * Reads grade, subject, media type, language, length and needs from a question and returns them as filters (docs/behaviour/search.md#questions).
 * Pure.
 */
import type { FilterField } from '@fundus/contract/catalogue/catalogue';
import { subjectCodes } from '@fundus/contract/reference/subject-names';
import { normalizeText } from '@fundus/contract/unicode';
import {
  AGE,
  BARE_LENGTH,
  BEFORE_TOPIC,
  codesOfGrades,
  FILLER,
  FIRST_TYPE,
  GRADES,
  gradesOfAge,
  LANGUAGE_PATTERNS,
  LAST_TYPE,
  LENGTHS,
  LEVELS,
  NEEDS,
  parseGradeList,
  readMinutes,
  SUBJECT,
  SUBJECT_GRADE,
  TAKEN,
  TYPE_BESIDE,
  TYPE_OF_TOPIC,
  typeCodes,
} from './question-words.ts';

export type UnderstoodFilter = { field: FilterField; values: string[] };

/** Maximum length of a question in characters. A longer text is used as the topic without reading filters. */
const MAX_QUESTION = 500;
const SCHOOL_SUBJECT = /^(?:060|080|100|120|160|2000\d|220|240|28010|320|380|420|450|460|480|520|600|700|50005)$/;

/** Returns the filters and the topic of a question. `ignored` filters are omitted together with their words. */
export function readQuestion(question: string, ignored: readonly FilterField[] = []): { understood: UnderstoodFilter[]; topic: string } {
  const asked = normalizeText(question).replaceAll(TAKEN, ' ').replace(/\s+/g, ' ').trim();
  if (asked.length > MAX_QUESTION || asked.includes('"')) return { understood: [], topic: asked };
  const found = new Map<FilterField, Set<string>>();
  let rest = asked;
  const take = (field: FilterField, values: readonly string[]): string => {
    if (values.length === 0) return '';
    found.set(field, new Set([...(found.get(field) ?? []), ...values]));
    return TAKEN;
  };
  /** Replaces all matches that `read` turns into a filter. `read` receives the groups of a match and returns an empty string for none. */
  const each = (pattern: RegExp, read: (groups: (string | undefined)[]) => string): void => {
    rest = rest.replace(pattern, (match, ...groups) => read(groups.slice(0, -2) as string[]) || match);
  };
  const takeLength = (groups: (string | undefined)[]): string => {
    const minutes = readMinutes(groups);
    return minutes === undefined || found.has('dauer') ? '' : take('dauer', [String(minutes)]);
  };
  const takeType = (groups: (string | undefined)[]): string => take('fn_typ', typeCodes(groups.find(Boolean) ?? ''));

  for (const pattern of LENGTHS) each(pattern, takeLength);
  for (const pattern of GRADES) each(pattern, ([list]) => take('fn_adressat', codesOfGrades(parseGradeList(list!))));
  each(AGE, ([age]) => take('fn_adressat', codesOfGrades(gradesOfAge(Number(age)))));
  for (const [pattern, grades] of LEVELS) each(pattern, () => take('fn_adressat', codesOfGrades(grades)));
  each(SUBJECT_GRADE, ([word, grade]) => {
    const codes = codesOfGrades([Number(grade)]);
    return codes.length > 0 && take('fn_geb', schoolSubject(word!)) ? take('fn_adressat', codes) : '';
  });
  for (const [pattern, field, values] of NEEDS) each(pattern, () => take(field, values));
  for (const [pattern, code] of LANGUAGE_PATTERNS) each(pattern, () => take('fn_sprache', [code]));
  each(FIRST_TYPE, takeType);
  each(TYPE_OF_TOPIC, takeType);
  // The second pass reads both subjects of "Politik/Wirtschaft 9. Klasse".
  for (let pass = 0; pass < 2; pass += 1) extractSubjects();
  if (found.size > 0) each(BARE_LENGTH, takeLength);
  each(TYPE_BESIDE, takeType);
  if (found.size > 0 && !found.has('fn_typ'))
    rest = rest.replace(LAST_TYPE, (match, word: string) => match.slice(0, -word.length) + takeType([word]));
  return {
    understood: Array.from(found, ([field, values]) => ({ field, values: [...values] })).filter(({ field }) => !ignored.includes(field)),
    topic: topicOf(rest, found.size > 0),
  };

  /** Reads subjects as filters if they follow "für", "in" or "Fach", end in "…unterricht" or are next to another filter. */
  function extractSubjects(): void {
    const before = rest;
    const isTaken = (text: string): boolean => text.replace(/[\s/]{1,3}/g, '') === TAKEN;
    rest = before.replace(SUBJECT, (match: string, preposition: string | undefined, word: string, at: number) => {
      const after = at + match.length;
      const isBeside = [1, 2, 3].some((n) => isTaken(before.slice(Math.max(0, at - n), at)) || isTaken(before.slice(after, after + n)));
      const lesson = /^(.{3,25})unterricht$/iu.exec(word);
      if (!preposition && !isBeside && !lesson) return match;
      const codes = [word, lesson?.[1] ?? ''].map(schoolSubject).find((list) => list.length > 0) ?? [];
      return take('fn_geb', codes) || match;
    });
  }
}

/** Returns the code of a school subject in a list, or an empty list for any other word. */
function schoolSubject(word: string): string[] {
  const { codes } = subjectCodes(word);
  return codes.length === 1 && SCHOOL_SUBJECT.test(codes[0]!) ? [...codes] : [];
}

/** Returns the topic without filters and filler words. */
function topicOf(rest: string, taken: boolean): string {
  if (!taken) return rest;
  const words = rest
    .replace(BEFORE_TOPIC, ' ')
    .replaceAll(TAKEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?: ?[,;./]){1,9}(?= |$)/g, ' ')
    .trim()
    .replace(new RegExp(`^${FILLER}`, 'iu'), '');
  return words
    .replace(/^[\s:,;./–-]{1,9}/, '')
    .replace(
      /^(?:(?:die|der|das|den|dem|thema|zu|zum|zur|über|von|und|mit|für|in|that|which|about|on|and|with|for|the|topic)(?: |$)){1,5}/iu,
      '',
    )
    .replace(/(?: (?:und|and|für|for|mit|with|der|die|das)){1,4}$/iu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
