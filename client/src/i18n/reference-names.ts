/**
 * Names of subjects and media types in the language of the page. The portal's data are in German; for English, a table of the contract translates
 * them.
 */
import { MAIN_SUBJECTS, type MainSubject } from '@fundus/contract/reference/main-subjects';
import { mediaType } from '@fundus/contract/reference/media-types';
import { languageOf } from '@fundus/contract/locale';

let names: ReadonlyMap<string, string> | null = null;

/** Loads the names of a language together with its texts, so that German names do not appear first. If loading fails, German names are shown. */
export async function loadReferenceNames(locale: string): Promise<void> {
  if (languageOf(locale) !== 'en') return void (names = null);
  names = await import('@fundus/contract/reference/english-names').then(
    ({ ENGLISH_NAMES }) => ENGLISH_NAMES,
    () => null,
  );
}

/** Returns the name of a subject or media type in the language of the page, or `german` if there is no translation. */
export const nameOfCode = (code: string, german: string): string => names?.get(code) ?? german;

export const typeName = (code: string): string => nameOfCode(code, mediaType(code).label);
export const mainSubjectName = ({ code, label }: Pick<MainSubject, 'code' | 'label'>): string => nameOfCode(code, label);

/** Returns the main subjects as options, sorted by name. */
export const subjectOptions = (locale: string): { value: string; label: string }[] =>
  MAIN_SUBJECTS.map((subject) => ({ value: subject.code, label: mainSubjectName(subject) })).sort((a, b) =>
    a.label.localeCompare(b.label, locale),
  );
