/**
 * Invisible marks that identify the message key of a text on the page while an administrator edits texts in context
 * (docs/behaviour/setup.md#own-texts). A mark is a sequence of invisible characters before the text, only in that administrator's browser.
 */

/** First and last character of a mark: U+2060. */
const EDGE = '\u2060';
/** Invisible characters used as digits. */
const DIGITS = ['\u2061', '\u2062', '\u2063', '\u2064'];
const MARK = /\u2060([\u2061-\u2064]+)\u2060/g;

/** Keys shown so far; the index is the number in the mark. */
const keys: string[] = [];
const numbers = new Map<string, number>();

/** Returns the text with the mark of its key in front. */
export function markText(key: string, words: string): string {
  let number = numbers.get(key);
  if (number === undefined) {
    number = keys.push(key) - 1;
    numbers.set(key, number);
  }
  const digits = [...number.toString(4)].map((digit) => DIGITS[Number(digit)]);
  return `${EDGE}${digits.join('')}${EDGE}${words}`;
}

/** Returns the keys of all marked texts in `words`, in order. */
export const keysIn = (words: string): string[] =>
  [...words.matchAll(MARK)].flatMap(([, digits = '']) => {
    const number = Number.parseInt([...digits].map((sign) => DIGITS.indexOf(sign)).join(''), 4);
    return keys[number] ?? [];
  });

/** Returns the text without marks. */
export const withoutMarks = (words: string): string => words.replace(MARK, '');
