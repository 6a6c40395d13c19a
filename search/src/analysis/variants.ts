/** Recognises spelling variants by rules: Photosynthese and Fotosynthese, Delphin and Delfin, Circus and Zirkus, Schiffahrt and Schifffahrt. */

import { cistem } from './stem.ts';

const LATIN = /^[a-z]{4,64}$/;

const [A, C, E, G, H, I, O, P, R, T, U, Y, Z] = Array.from('aceghioprtuyz', (letter) => letter.charCodeAt(0));

const isOtherVowel = (code: number): boolean => code === A || code === E || code === O || code === U;

/** Returns whether a rule may apply to the word. Equivalent to `/[cy]|[prtg]h|tz|ti[aeou]|(.)\1\1/`, but faster. */
function isDoubtful(word: string): boolean {
  let before = 0;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code === C || code === Y) return true;
    if (code === H && (before === P || before === R || before === T || before === G)) return true;
    if (before === T && (code === Z || (code === I && isOtherVowel(word.charCodeAt(i + 1))))) return true;
    if (code === before && code === word.charCodeAt(i + 1)) return true;
    before = code;
  }
  return false;
}

/** Returns a key that is equal for all spellings and inflections of a folded German word; `null` for a word in another script. */
export function variantKey(word: string): string | null {
  if (!LATIN.test(word)) return null;
  if (!isDoubtful(word)) return cistem(word);
  const spelled = word
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/(?<=.)rh|^rh(?=yt)/g, 'r')
    .replace(/gh/g, 'g')
    .replace(/s?ch/g, (sound) => (sound === 'ch' ? 'q' : 'qq'))
    .replace(/c?k/g, 'k')
    .replace(/c(?=[eiy])/g, 'z')
    .replace(/c/g, 'k')
    .replace(/tz/g, 'z')
    .replace(/t(?=i[aeou])/g, 'z')
    .replace(/y/g, 'i')
    .replace(/(.)\1\1/g, '$1$1');
  return cistem(spelled);
}

/** Returns other spellings of a word, in which all `f` are replaced with `ph` or the reverse, and likewise for other pairs. */
export function otherSpellings(word: string): string[] {
  const spellings = [
    word.replace(/f/g, 'ph'),
    word.replace(/ph/g, 'f'),
    word.replace(/k/g, 'c'),
    word.replace(/c(?!h)/g, 'k'),
    word.replace(/z/g, 'c'),
  ];
  return [...new Set(spellings)].filter((spelling) => spelling !== word);
}

/** Returns a non-zero hash of the word's variant key; 0 if the word has no key. */
export function variantHash(word: string): number {
  const key = variantKey(word);
  return key === null ? 0 : hash(key) || 1;
}

/** Returns a 30-bit FNV-1a hash of the UTF-16 code units. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 2;
}
