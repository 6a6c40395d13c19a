/** Texts of records as they are kept, element by element, and how short ones are compared. */
import { languageOf } from '../analysis/stem.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { wordStems } from '../analysis/word-stems.ts';
import { stringAt } from './dictionary.ts';
import type { Segment } from './segment.ts';
import { ELEMENT_SEPARATOR } from './segment.ts';

/** Longest text, in characters, that is offered as a completion. */
export const MAX_COMPLETION = 100;
/** The elements of a text field; the joint between stored elements cannot occur in them. */
export function textElements(text: string | readonly string[] | undefined): string[] {
  if (text === undefined) return [];
  const elements = typeof text === 'string' ? [text] : text;
  return elements
    .filter((element) => element !== '')
    .map((element) => (element.includes(ELEMENT_SEPARATOR) ? element.replaceAll(ELEMENT_SEPARATOR, ' ') : element));
}

/** The elements of text field `f` of a record. */
export function storedElements(segment: Segment, record: number, f: number, fields: number): string[] {
  const text = stringAt(segment.texts, record * fields + f);
  return text === '' ? [] : text.split(ELEMENT_SEPARATOR);
}

/** The folded words of a short text, as completions and whole titles are compared. */
export function completionKey(text: string, language: string | undefined): string {
  const words: string[] = [];
  tokenise(text, (raw) => {
    const surface = wordStems(raw, languageOf(language))[0]?.surface;
    if (surface !== undefined) words.push(surface);
  });
  return words.join(' ');
}
