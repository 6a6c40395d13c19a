/** Names of the languages of a medium in the language shown. */
import { isLanguage, languageLabel } from '@fundus/contract/reference/languages';
import type { MediaFile } from '@fundus/contract/files/files';
import { languageName } from '../../../../i18n/format.ts';
import type { Translate } from '../../../../i18n/translate.ts';

/** Codes of the field with words of their own: easy language, plain language, with subtitles, without words. */
const OWN = { s1: 'language.s1', p1: 'language.p1', o1: 'language.o1', o2: 'language.o2' } as const;

export function nameOfLanguage(code: string, t: Translate, locale: string): string {
  if (code in OWN) return t(OWN[code as keyof typeof OWN]);
  const name = languageName(code, locale);
  // Rare codes are unknown to browsers, not to the field.
  return name === code && isLanguage(code) ? languageLabel(code) : name;
}

/** A caption file by its own label, else by its language; a transcript by its language. */
export const captionName = ({ role, label, language }: Pick<MediaFile, 'role' | 'label' | 'language'>, locale: string): string =>
  (role === 'caption' ? label : null) ?? (language ? languageName(language, locale) : (label ?? '–'));
