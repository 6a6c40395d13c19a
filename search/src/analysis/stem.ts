/**
 * Stems words. German words are stemmed by CISTEM (Weißweiler and Fraser 2017) without its rule for the prefix `ge-`, which would conflate
 * `Geschichte` and `Schicht`. Stems of other languages are marked, so that English `made` and German `Made` differ.
 */

export type Language = 'de' | 'en' | 'romance';

const LATIN = /^[a-z]+$/;
const ROMANCE = new Set(['fr', 'es', 'it', 'pt', 'ca', 'ro', 'la']);

/** Returns the stemming rules for a language code; those of German if the code is missing or unknown. */
export function languageOf(code: string | undefined): Language {
  if (code === 'en') return 'en';
  return code !== undefined && ROMANCE.has(code) ? 'romance' : 'de';
}

/**
 * Returns the stem of a folded word. Cyrillic and Arabic words are stemmed regardless of the language. Words with digits or in other scripts are not
 * changed.
 */
export function stem(word: string, language: Language): string {
  if (!LATIN.test(word)) return otherScript(word);
  if (language === 'de') return cistem(word);
  return language === 'en' ? `${english(word)}'e` : `${romance(word)}'r`;
}

/** Returns all stems under which a query word can be indexed, because its language is unknown. */
export function stemsOf(word: string): string[] {
  if (!LATIN.test(word)) return [otherScript(word)];
  return [stem(word, 'de'), stem(word, 'en'), stem(word, 'romance')];
}

const S = 115;
const C = 99;
const H = 104;
const E = 101;
const I = 105;
/** Codes for `sch`, `ei`, `ie` and the second of two equal letters. */
const SCH = 1;
const EI = 2;
const IE = 3;
const SAME = 4;

const units = new Uint8Array(80);
const ends = new Uint8Array(80);

/**
 * Returns the stem of a German word of at most 64 letters from a to z. `sch`, `ei` and `ie` count as a single letter; double letters are not
 * separated.
 */
export function cistem(word: string): string {
  if (word.length < 4) return word;
  let count = 0;
  for (let i = 0; i < word.length;) {
    const letter = word.charCodeAt(i);
    const next = word.charCodeAt(i + 1);
    let unit = letter;
    let size = 1;
    if (letter === S && next === C && word.charCodeAt(i + 2) === H) {
      unit = SCH;
      size = 3;
    } else if (letter === E && next === I) {
      unit = EI;
      size = 2;
    } else if (letter === I && next === E && word.charCodeAt(i + 2) !== I) {
      unit = IE;
      size = 2;
    }
    units[count] = count > 0 && units[count - 1] === unit ? SAME : unit;
    i += size;
    ends[count++] = i;
  }
  while (count > 3) {
    const last = units[count - 1]!;
    const before = units[count - 2]!;
    if (count > 5 && ((before === E && (last === 109 || last === 114)) || (before === 110 && last === 100))) count -= 2;
    else if (last === 116 || last === E || last === S || last === 110) count--;
    else break;
  }
  return word.slice(0, ends[count - 1]!);
}

const CYRILLIC = /^[\u0400-\u04ff]+$/;
const ARABIC = /^[\u0620-\u064a]+$/;
/** Endings of Russian and Ukrainian nouns and adjectives in folded form (й is и, ї is і, ё and є are е). At least three letters must remain. */
const CYRILLIC_ENDING =
  /(?<=...)(?:иями|иях|иям|ыми|ими|ого|его|ому|ему|ами|ями|ост[иьюі]*|ах|ях|ов|ев|ів|ом|ем|ам|ям|ым|им|ою|ею|ую|юю|ая|яя|ое|ее|ые|ие|іе|ых|их|ых|ыи|ии|ои|еи|ия|ію|ию|ья|ью|иі|оі|еі|[аяоеиіыуюь])$/;
/** The Arabic article, also in combination with `and`, `with` and `for`. At least three letters must remain. */
const ARABIC_ARTICLE = /^(?:وال|بال|كال|فال|لل|ال)(?=...)/;

function otherScript(word: string): string {
  if (CYRILLIC.test(word)) return word.replace(CYRILLIC_ENDING, '');
  return ARABIC.test(word) ? word.replace(ARABIC_ARTICLE, '') : word;
}

function english(word: string): string {
  let body = word;
  if (body.length > 4 && body.endsWith('ies')) return `${body.slice(0, -3)}y`;
  if (body.length > 4 && /(ss|x|z|ch|sh)es$/.test(body)) body = body.slice(0, -2);
  else if (body.length > 3 && /[^su]s$/.test(body)) body = body.slice(0, -1);
  if (body.length > 6 && body.endsWith('ing')) body = single(body.slice(0, -3));
  else if (body.length > 5 && body.endsWith('ed')) body = single(body.slice(0, -2));
  return body.length > 4 && body.endsWith('e') ? body.slice(0, -1) : body;
}

function single(body: string): string {
  return /([bdgmnprt])\1$/.test(body) ? body.slice(0, -1) : body;
}

function romance(word: string): string {
  const body = word.length > 4 && /[sx]$/.test(word) ? word.slice(0, -1) : word;
  return body.length > 4 && /[aeo]$/.test(body) ? body.slice(0, -1) : body;
}
