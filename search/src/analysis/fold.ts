/**
 * Folds letters that readers do not distinguish: removes case and diacritics, replaces `ß` with `ss` and `ae`, `oe`, `ue` with `a`, `o`, `u`.
 * `Äpfel`, `Aepfel` and `Apfel` become equal.
 */

const PLAIN = /^[a-z0-9]*$/;
const MARKS = /\p{M}|\u00ad|\u0640|[\u200b-\u200f]|\u2060/gu;
const ODD_LETTERS = /[ßæœøðþłđıſςґєىة]/g;
// oxfmt-ignore
const ODD: Record<string, string> = {
  ß: 'ss', æ: 'a', œ: 'o', ø: 'o', ð: 'd', þ: 'th', ł: 'l', đ: 'd', ı: 'i', ſ: 's', ς: 'σ', ґ: 'г', є: 'е', ى: 'ي', ة: 'ه',
};

/** Returns a text in lower case without diacritics. Umlauts written as two letters are not changed. */
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

/** Latin-1 letters can be folded with a table, because their neighbours do not matter. */
const LATIN = /^[\0-\xff]*$/;
const latin: string[] = [];

function stripped(lower: string): string {
  // Removes diacritics before normalisation, which takes quadratic time for a long run of them.
  return lower
    .replace(MARKS, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(ODD_LETTERS, (letter) => ODD[letter] ?? letter);
}

/** Returns the folded form of a word, with which words are compared. */
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

/** Returns whether an `e` is the second letter of a written umlaut. After a vowel or `q`, it is a separate sound (`neue`, `Mauer`, `Quelle`). */
function isWrittenUmlaut(plain: string, e: number): boolean {
  return 'aou'.includes(plain.charAt(e - 1)) && (e === 1 || !'aeiouqy'.includes(plain.charAt(e - 2)));
}

/** Articles that may be the first word of a title. */
// oxfmt-ignore
export const ARTICLES: readonly string[] = ['der', 'die', 'das', 'ein', 'eine', 'the', 'a', 'an', 'le', 'la', 'les', 'un', 'une', 'el', 'los', 'las'];
const ARTICLE = new RegExp(`^(?:${ARTICLES.join('|')}) (?=.)`);

/** Removes a leading article from a sorting key. */
export const withoutArticle = (key: string): string => key.replace(ARTICLE, '');

/** Returns a sorting key for the order of DIN 5007-1: umlauts sort like their base letters, punctuation like a single blank, and numbers by value. */
export function sortKey(text: string): string {
  return plainLetters(text.slice(0, 120))
    .replace(/\d+/g, (digits) => digits.padStart(6, '0'))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60);
}
