/** Names of the languages of a medium. */
import { isLanguage, languageLabel } from '@fundus/contract/reference/languages';
import type { MediaFile } from '@fundus/contract/files/files';
import { languageName } from '../../../../i18n/format.ts';
import { mediaLanguageName } from '../../../../i18n/reference-names.ts';
import type { Translate } from '../../../../i18n/translate.ts';

export function nameOfLanguage(code: string, t: Translate, locale: string): string {
  const name = mediaLanguageName(code, t, locale);
  // Browsers have no names for rare language codes, but the reference table does.
  return name === code && isLanguage(code) ? languageLabel(code) : name;
}

/**
 * Returns the label of a caption file, else the name of its language. A label that is only the name of the language is replaced by its translation.
 * Labels of transcripts are not used if the language is known.
 */
export function captionName({ role, label, language }: Pick<MediaFile, 'role' | 'label' | 'language'>, locale: string): string {
  const names = language ? ['de', 'en', language].map((each) => languageName(language, each).toLowerCase()) : [];
  const own = role === 'caption' && label && !names.includes(label.trim().toLowerCase()) ? label : null;
  return own ?? (language ? languageName(language, locale) : (label ?? '–'));
}
