/** Selects the German text among elements in several languages. */
import { languageCode } from '@fundus/contract/reference/languages';
import { readText } from '../xml/elements.ts';
import type { XmlElement } from '../xml/read-xml.ts';

const ATTRIBUTES = ['language', 'xml:lang', 'lang'];

/** Returns the portal's code for the language of an element, or ''. */
function languageOf({ attributes }: XmlElement, names: readonly string[]): string {
  const named = names.map((name) => attributes[name]).find((value) => value !== undefined && value.trim() !== '');
  return named === undefined ? '' : (languageCode(named) ?? named);
}

/** Returns the non-empty elements in German. If there are none, returns those without a language, otherwise all. */
export function germanOf(elements: readonly XmlElement[], ...names: readonly string[]): XmlElement[] {
  const filled = elements.filter((each) => readText(each) !== '');
  const byLanguage = (language: string): XmlElement[] =>
    filled.filter((each) => languageOf(each, names.length > 0 ? names : ATTRIBUTES) === language);
  return [byLanguage('de'), byLanguage(''), filled].find((found) => found.length > 0) ?? [];
}

/** Returns the text of the first element that {@link germanOf} selects, or ''. */
export function preferGerman(elements: readonly XmlElement[], ...names: readonly string[]): string {
  const [first] = germanOf(elements, ...names);
  return first ? readText(first) : '';
}
