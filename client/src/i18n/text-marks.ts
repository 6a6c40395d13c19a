/**
 * Marks that tell which text of the portal stands where on a page, while an administrator edits texts in their place (docs/behaviour/setup.md#own-texts).
 * A mark is made of signs nobody sees, in front of the words; it lives only in that administrator's browser.
 */

/** Begins and ends a mark: U+2060. */
const EDGE = '\u2060';
/** Four more signs without a look of their own, as digits. */
const DIGITS = ['\u2061', '\u2062', '\u2063', '\u2064'];
const MARK = /\u2060([\u2061-\u2064]+)\u2060/g;

/** Numbers of the keys that were shown so far. */
const keys: string[] = [];
const numbers = new Map<string, number>();

/** The words with their mark in front. */
export function markText(key: string, words: string): string {
  let number = numbers.get(key);
  if (number === undefined) {
    number = keys.push(key) - 1;
    numbers.set(key, number);
  }
  const digits = [...number.toString(4)].map((digit) => DIGITS[Number(digit)]);
  return `${EDGE}${digits.join('')}${EDGE}${words}`;
}

/** The keys of the texts that stand in some words, in their order. */
export const keysIn = (words: string): string[] =>
  [...words.matchAll(MARK)].flatMap(([, digits = '']) => {
    const number = Number.parseInt([...digits].map((sign) => DIGITS.indexOf(sign)).join(''), 4);
    return keys[number] ?? [];
  });

/** The words as they are without marks. */
export const withoutMarks = (words: string): string => words.replace(MARK, '');
