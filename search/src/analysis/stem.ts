/**
 * Stemming. German words are cut by CISTEM (Weißweiler and Fraser 2017), without its rule for the prefix
 * `ge-`: in a catalogue for schools `Geschichte` must not meet `Schicht`. Stems of other languages carry a mark,
 * so that English `made` and German `Made` stay apart.
 */

export type Language = 'de' | 'en' | 'romance';

const LATIN = /^[a-z]+$/;
const ROMANCE = new Set(['fr', 'es', 'it', 'pt', 'ca', 'ro', 'la']);

/** Which rules a record's language asks for. German where nothing is said. */
export function languageOf(code: string | undefined): Language {
  if (code === 'en') return 'en';
  return code !== undefined && ROMANCE.has(code) ? 'romance' : 'de';
}

/** The stem of a folded word. Words with digits or other scripts are their own stem in every language. */
export function stem(word: string, language: Language): string {
  if (!LATIN.test(word)) return word;
  if (language === 'de') return cistem(word);
  return language === 'en' ? `${english(word)}'e` : `${romance(word)}'r`;
}

/** Every stem under which a word of a query may stand in the index. */
export function stemsOf(word: string): string[] {
  if (!LATIN.test(word)) return [word];
  return [stem(word, 'de'), stem(word, 'en'), stem(word, 'romance')];
}

export function cistem(word: string): string {
  if (word.length < 4) return word;
  // `sch`, `ei`, `ie` count as one letter and doubled letters are not torn apart.
  let body = word.replace(/sch/g, '$').replace(/ei/g, '%').replace(/ie/g, '&').replace(/(.)\1/g, '$1*');
  while (body.length > 3) {
    const last = body.charCodeAt(body.length - 1);
    const before = body.charCodeAt(body.length - 2);
    const ending = body.length > 5 && ((before === 101 && (last === 109 || last === 114)) || (before === 110 && last === 100));
    if (ending) body = body.slice(0, -2);
    else if (last === 116 || last === 101 || last === 115 || last === 110) body = body.slice(0, -1);
    else break;
  }
  return body.replace(/(.)\*/g, '$1$1').replace(/&/g, 'ie').replace(/%/g, 'ei').replace(/\$/g, 'sch');
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
