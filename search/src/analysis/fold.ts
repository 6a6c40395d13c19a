/**
 * Folding: what the eye takes for the same letter becomes the same letter. Case and marks go, `ß` is
 * `ss`, and `ae oe ue` become `a o u` like the umlauts they stand for, so `Äpfel`, `Aepfel` and `Apfel` meet.
 */

const PLAIN = /^[a-z0-9]*$/;
const MARKS = /\p{M}|\u00ad|\u0640|[\u200b-\u200f]|\u2060/gu;
const ODD_LETTERS = /[ßæœøðþłđıſςґєىة]/g;
// oxfmt-ignore
const ODD: Record<string, string> = {
  ß: 'ss', æ: 'a', œ: 'o', ø: 'o', ð: 'd', þ: 'th', ł: 'l', đ: 'd', ı: 'i', ſ: 's', ς: 'σ', ґ: 'г', є: 'е', ى: 'ي', ة: 'ه',
};

/** Written-out umlauts; after a vowel or `q` the `e` is a sound of its own (`neue`, `Mauer`, `Quelle`). */
const DIGRAPH = /(?<![aeiouqy])([aou])e/g;

/** Small letters without marks; umlauts written as two letters are left alone. */
function plainLetters(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(ODD_LETTERS, (letter) => ODD[letter] ?? letter);
}

/** The form in which words are compared. */
export function fold(word: string): string {
  const plain = plainLetters(word);
  return plain.includes('e') ? plain.replace(DIGRAPH, '$1') : plain;
}

/** Articles that stand before the thing a title names. */
const ARTICLE = /^(?:der|die|das|ein|eine|the|an?|le|la|les|un|une|el|los|las) (?=.)/;

/** A sorting key, or a query folded as one, without the article it begins with. */
export const withoutArticle = (key: string): string => key.replace(ARTICLE, '');

/** A key whose order is DIN 5007-1: umlauts like their base letter, punctuation as one gap, numbers by value. */
export function sortKey(text: string): string {
  return plainLetters(text.slice(0, 120))
    .replace(/\d+/g, (digits) => digits.padStart(6, '0'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60);
}
