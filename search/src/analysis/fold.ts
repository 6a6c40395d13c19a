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

/** Small letters without marks; umlauts written as two letters are left alone. */
function plainLetters(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  if (!LATIN.test(lower)) return stripped(lower);
  let plain = '';
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
    plain += latin[code] ??= stripped(lower.charAt(i));
  }
  return plain;
}

/** What each of these letters becomes: none depends on those beside it. */
const LATIN = /^[\0-\xff]*$/;
const latin: string[] = [];

function stripped(lower: string): string {
  // Marks are dropped first and then again as parts of letters: normalizing a long run of them takes quadratic time.
  return lower
    .replace(MARKS, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(ODD_LETTERS, (letter) => ODD[letter] ?? letter);
}

/** The form in which words are compared. */
export function fold(word: string): string {
  const plain = plainLetters(word);
  let folded = '';
  let from = 0;
  for (let e = plain.indexOf('e', 1); e > 0; e = plain.indexOf('e', e + 1)) {
    if (e - 1 < from || !isWrittenUmlaut(plain, e)) continue;
    folded += plain.slice(from, e);
    from = e + 1;
  }
  return from === 0 ? plain : folded + plain.slice(from);
}

/** Whether an `e` stands for the dots of the letter before it; after a vowel or `q` it is a sound of its own (`neue`, `Mauer`, `Quelle`). */
function isWrittenUmlaut(plain: string, e: number): boolean {
  return 'aou'.includes(plain.charAt(e - 1)) && (e === 1 || !'aeiouqy'.includes(plain.charAt(e - 2)));
}

/** Articles that stand before the thing a title names. */
// oxfmt-ignore
export const ARTICLES: readonly string[] = ['der', 'die', 'das', 'ein', 'eine', 'the', 'a', 'an', 'le', 'la', 'les', 'un', 'une', 'el', 'los', 'las'];
const ARTICLE = new RegExp(`^(?:${ARTICLES.join('|')}) (?=.)`);

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
