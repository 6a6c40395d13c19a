/** Names of subjects and media types. The portal's data are German; for English the names of the contract's table replace them. */
import { MAIN_SUBJECTS, type MainSubject } from '@fundus/contract/reference/main-subjects';
import { mediaType } from '@fundus/contract/reference/media-types';
import { languageOf } from '@fundus/contract/locale';

let names: ReadonlyMap<string, string> | null = null;

/** Loads the names of a language together with its texts, so that no German name is shown before. Without them the German names stay. */
export async function loadReferenceNames(locale: string): Promise<void> {
  if (languageOf(locale) !== 'en') return void (names = null);
  names = await import('@fundus/contract/reference/english-names').then(
    ({ ENGLISH_NAMES }) => ENGLISH_NAMES,
    () => null,
  );
}

/** Returns the name of a subject or media type in the language of the page; `german` if there is none. */
export const nameOfCode = (code: string, german: string): string => names?.get(code) ?? german;

export const typeName = (code: string): string => nameOfCode(code, mediaType(code).label);
export const mainSubjectName = ({ code, label }: Pick<MainSubject, 'code' | 'label'>): string => nameOfCode(code, label);

/** Returns the main subjects as options, in the order of their names. */
export const subjectOptions = (locale: string): { value: string; label: string }[] =>
  MAIN_SUBJECTS.map((subject) => ({ value: subject.code, label: mainSubjectName(subject) })).sort((a, b) =>
    a.label.localeCompare(b.label, locale),
  );
