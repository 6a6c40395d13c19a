/** Reads the stored texts of records and computes the keys of short texts. */
import { languageOf } from '../analysis/stem.ts';
import { tokenise } from '../analysis/tokenise.ts';
import { wordStems } from '../analysis/word-stems.ts';
import { stringAt } from './dictionary.ts';
import type { Segment } from './segment.ts';
import { ELEMENT_SEPARATOR } from './segment.ts';

/** Maximum length of a completion in characters. */
export const MAX_COMPLETION = 100;
/** Returns the elements of a text field, from which the separator of stored elements is removed. */
export function textElements(text: string | readonly string[] | undefined): string[] {
  if (text === undefined) return [];
  const elements = typeof text === 'string' ? [text] : text;
  return elements
    .filter((element) => element !== '')
    .map((element) => (element.includes(ELEMENT_SEPARATOR) ? element.replaceAll(ELEMENT_SEPARATOR, ' ') : element));
}

/** Returns the elements of text field `f` in a record. */
export function storedElements(segment: Segment, record: number, f: number, fields: number): string[] {
  const text = stringAt(segment.texts, record * fields + f);
  return text === '' ? [] : text.split(ELEMENT_SEPARATOR);
}

/** Returns the folded words of a short text, which are the key of completions and complete titles. */
export function completionKey(text: string, language: string | undefined): string {
  const words: string[] = [];
  tokenise(text, (raw) => {
    const surface = wordStems(raw, languageOf(language))[0]?.surface;
    if (surface !== undefined) words.push(surface);
  });
  return words.join(' ');
}
