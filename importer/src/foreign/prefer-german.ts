/** Texts in several languages: the German one is shown in a German portal. */
import { languageCode } from '@fundus/contract/reference/languages';
import { readText } from '../xml/elements.ts';
import type { XmlElement } from '../xml/read-xml.ts';

const ATTRIBUTES = ['language', 'xml:lang', 'lang'];

/** The language an element names, as a code of ours; '' if it names none. */
function languageOf({ attributes }: XmlElement, names: readonly string[]): string {
  const named = names.map((name) => attributes[name]).find((value) => value !== undefined && value.trim() !== '');
  return named === undefined ? '' : (languageCode(named) ?? named);
}

/** The German elements that contain text; if there are none, those without a language; if there are none, all. */
export function germanOf(elements: readonly XmlElement[], ...names: readonly string[]): XmlElement[] {
  const filled = elements.filter((each) => readText(each) !== '');
  const byLanguage = (language: string): XmlElement[] =>
    filled.filter((each) => languageOf(each, names.length > 0 ? names : ATTRIBUTES) === language);
  return [byLanguage('de'), byLanguage(''), filled].find((found) => found.length > 0) ?? [];
}

/** The text of the first element {@link germanOf} chooses; '' if there is none. */
export function preferGerman(elements: readonly XmlElement[], ...names: readonly string[]): string {
  const [first] = germanOf(elements, ...names);
  return first ? readText(first) : '';
}
