/**
 * Invisible marks that identify the message key of a text on the page while an administrator edits texts in context
 * (docs/behaviour/setup.md#own-texts). A mark is a sequence of invisible characters before the text. Only the browser of that administrator adds
 * marks.
 */

/** First and last character of a mark (U+2060, word joiner). */
const EDGE = '\u2060';
/** Invisible characters that serve as digits in a mark. */
const DIGITS = ['\u2061', '\u2062', '\u2063', '\u2064'];
const MARK = /\u2060([\u2061-\u2064]+)\u2060/g;

/** Keys that were marked so far. A mark contains the index of its key. */
const keys: string[] = [];
const numbers = new Map<string, number>();

/** Returns the text preceded by a mark with its key. */
export function addTextMark(key: string, words: string): string {
  let number = numbers.get(key);
  if (number === undefined) {
    number = keys.push(key) - 1;
    numbers.set(key, number);
  }
  const digits = [...number.toString(4)].map((digit) => DIGITS[Number(digit)]);
  return `${EDGE}${digits.join('')}${EDGE}${words}`;
}

/** Returns the keys of all marked texts in a string, in order. */
export const keysIn = (words: string): string[] =>
  [...words.matchAll(MARK)].flatMap(([, digits = '']) => {
    const number = Number.parseInt([...digits].map((sign) => DIGITS.indexOf(sign)).join(''), 4);
    return keys[number] ?? [];
  });

/** Returns the text without marks. */
export const stripMarks = (words: string): string => words.replace(MARK, '');
