/**
 * Names of subjects, media types, grade levels and languages in the language of the page. The portal's data are in German; for English, a table of
 * the contract translates them.
 */
import { gradeLabel } from '@fundus/contract/reference/grade-levels';
import { MAIN_SUBJECTS, type MainSubject } from '@fundus/contract/reference/main-subjects';
import { mediaType } from '@fundus/contract/reference/media-types';
import { languageOf } from '@fundus/contract/locale';
import { languageName } from './format.ts';
import type { Translate } from './translate.ts';

let names: ReadonlyMap<string, string> | null = null;

/** Loads the names of a language together with its texts, so that German names do not appear first. If loading fails, German names are shown. */
export async function loadReferenceNames(locale: string): Promise<void> {
  if (languageOf(locale) !== 'en') return void (names = null);
  names = await import('@fundus/contract/reference/english-names').then(
    ({ ENGLISH_NAMES }) => ENGLISH_NAMES,
    () => null,
  );
}

/** Returns the name of a subject, media type or grade level in the language of the page, or `german` if there is no translation. */
export const nameOfCode = (code: string, german: string): string => names?.get(code) ?? german;

export const typeName = (code: string): string => nameOfCode(code, mediaType(code).label);
/** Returns the name of a grade level, such as "Klasse 7". */
export const gradeName = (code: string): string => nameOfCode(code, gradeLabel(code));
export const mainSubjectName = ({ code, label }: Pick<MainSubject, 'code' | 'label'>): string => nameOfCode(code, label);

/** Returns the main subjects as options, sorted by name. */
export const subjectOptions = (locale: string): { value: string; label: string }[] =>
  MAIN_SUBJECTS.map((subject) => ({ value: subject.code, label: mainSubjectName(subject) })).sort((a, b) =>
    a.label.localeCompare(b.label, locale),
  );

/** Special language codes of the catalogue: easy language, plain language, with subtitles, without words. */
const SPECIAL_LANGUAGES = { s1: 'language.s1', p1: 'language.p1', o1: 'language.o1', o2: 'language.o2' } as const;

export const isSpecialLanguage = (code: string): code is keyof typeof SPECIAL_LANGUAGES => code in SPECIAL_LANGUAGES;

/** Returns the name of a language of a medium (fn_sprache), or the code if the browser does not know it. */
export const mediaLanguageName = (code: string, t: Translate, locale: string): string =>
  isSpecialLanguage(code) ? t(SPECIAL_LANGUAGES[code]) : languageName(code, locale);
