/** Which texts make a review wait for an editor: insults, and addresses, which advertise more often than they help. Pure. */
import { normalizeText } from '../unicode.ts';

/** Endings after which a word is still the word: `Idiot`, `Idioten`. */
const ENDINGS = ['', 'e', 'en', 'em', 'er', 'ern', 'es', 'n', 's', 'in', 'innen'] as const;

const DOMAINS =
  'ai|app|at|be|biz|blog|ch|club|cloud|co|com|cz|de|dev|dk|eu|fr|gg|info|io|li|lu|ly|me|net|nl|online|org|page|pl|ru|school|shop|site|store|to|top|tv|uk|us|wiki|xyz';
/** Behind a full stop without a blank a sentence begins (`gut.Im Film`): these count with a path alone. */
const DOMAINS_LIKE_WORDS = 'be|am|es|im|in|is|it|la|so|st|to|us|ws';
const ADDRESSES = [
  /\b(https?:\/\/|www\.)\S/i,
  // As one types it: small, or all in capitals.
  new RegExp(String.raw`[\p{L}\p{N}]-*\.(${DOMAINS}|${DOMAINS.toUpperCase()})(?![\p{L}\p{N}-])`, 'u'),
  new RegExp(String.raw`[\p{L}\p{N}]-*\.(${DOMAINS}|${DOMAINS_LIKE_WORDS})/[\p{L}\p{N}]`, 'iu'),
];

/** Letters written as signs are read as the letters they stand for; what is stretched (`Scheiiiße`) is one. */
const plain = (text: string): string =>
  normalizeText(normalizeText(text.toLowerCase()).replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue').replace(/ß/g, 'ss'), 'NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[@4]/g, 'a')
    .replace(/1(?=\p{L})|(?<=\p{L})[!|](?=\p{L})/gu, 'i')
    .replace(/0/g, 'o')
    .replace(/3/g, 'e')
    .replace(/[$5]/g, 's')
    .replace(/(\p{L})\1{2,}/gu, '$1');

const wordsOf = (text: string): string[] => text.split(/[^\p{L}]+/u).filter(Boolean);

/** The words of a text, and those with hyphens once more as one. */
const wordsIn = (text: string): string[] => [...wordsOf(text), ...wordsOf(text.replace(/(?<=\p{L})[-_.*](?=\p{L})/gu, ''))];

const isForm = (word: string, of: string): boolean => word.startsWith(of) && (ENDINGS as readonly string[]).includes(word.slice(of.length));

/** Whether the words of an entry stand in a row; its last one may have an ending. */
function holds(words: readonly string[], entry: readonly string[]): boolean {
  if (entry.length === 0) return false;
  const last = entry.length - 1;
  return words.some((_, at) => entry.every((part, i) => (i === last ? isForm(words[at + i] ?? '', part) : words[at + i] === part)));
}

/** Entries of a list that stand in a text, as words and not as parts of words. */
export function findListed(text: string, list: readonly string[]): string[] {
  const words = wordsIn(plain(text));
  return list.filter((entry) => holds(words, wordsOf(plain(entry))));
}

export const hasAddress = (text: string): boolean => ADDRESSES.some((pattern) => pattern.test(text));

/** Whether an editor has to look at a text before others see it. */
export const needsLook = (text: string, list: readonly string[]): boolean => hasAddress(text) || findListed(text, list).length > 0;
