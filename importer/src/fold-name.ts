/** Normalises names of columns and values for comparison, ignoring case, accents, spaces and punctuation. */
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

/** Returns the letters and digits of a name in lower case, with umlauts as two letters: `emaildienstl` for `E-Mail (dienstl.)`. */
export const foldName = (name: string): string => foldLetters(name).replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the folded words of a name: `dienst`, `e` and `mail` for `Dienst-E-Mail`. A capital letter inside a word starts a new word. */
export const nameParts = (name: string): string[] =>
  foldLetters(name.slice(0, MAX_NAME).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
