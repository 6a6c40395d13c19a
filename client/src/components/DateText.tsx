import { formatDate } from '../i18n/format.ts';
import { useT } from '../i18n/translate.ts';

/** A calendar day or moment in the form of the language (spec §3). */
export function DateText({ value, format = 'short' }: { value: string; format?: 'short' | 'long' }) {
  const { locale } = useT();
  return <time dateTime={value}>{formatDate(value, format, locale)}</time>;
}
