/** Compares names of columns and values without case, accents, spaces and punctuation. Pure. */
import { normalizeText } from '@fundus/contract/unicode';

const MAX_NAME = 300;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

const foldLetters = (name: string): string => {
  const lower = normalizeText(name.slice(0, MAX_NAME)).toLowerCase();
  return normalizeText(
    lower.replace(/[äöüß]/g, (sign) => UMLAUTS[sign]!),
    'NFD',
  ).replace(/\p{M}/gu, '');
};

/** Returns the letters and digits of a name in lower case, umlauts as two letters: `E-Mail (dienstl.)` → `emaildienstl`. */
export const foldName = (name: string): string => foldLetters(name).replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the folded words of a name: `Dienst-E-Mail` → `dienst`, `e`, `mail`. A capital inside a word also begins a word. */
export const nameParts = (name: string): string[] =>
  foldLetters(name.slice(0, MAX_NAME).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
