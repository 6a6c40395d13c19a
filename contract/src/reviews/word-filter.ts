/** Finds reviews that an editor must check before they are published: texts with insults, or with web addresses, which are mostly advertising. */
import { normalizeText } from '../unicode.ts';

/** Inflectional endings that a listed word may have in a text: `Idiot` also matches `Idioten`. */
const ENDINGS = ['', 'e', 'en', 'em', 'er', 'ern', 'es', 'n', 's', 'in', 'innen'] as const;

const DOMAINS =
  'ai|app|at|be|biz|blog|ch|club|cloud|co|com|cz|de|dev|dk|eu|fr|gg|info|io|li|lu|ly|me|net|nl|online|org|page|pl|ru|school|shop|site|store|to|top|tv|uk|us|wiki|xyz';
/**
 * Top-level domains that are also words. Without a path, they are ignored, because authors often omit the blank after a full stop (`gut.Im Film`).
 */
const DOMAINS_LIKE_WORDS = 'be|am|es|im|in|is|it|la|so|st|to|us|ws';
const ADDRESSES = [
  /\b(https?:\/\/|www\.)\S/i,
  // Matches only lower-case or upper-case domains, as authors type addresses.
  new RegExp(String.raw`[\p{L}\p{N}]-*\.(${DOMAINS}|${DOMAINS.toUpperCase()})(?![\p{L}\p{N}-])`, 'u'),
  new RegExp(String.raw`[\p{L}\p{N}]-*\.(${DOMAINS}|${DOMAINS_LIKE_WORDS})/[\p{L}\p{N}]`, 'iu'),
];

/** Replaces look-alike characters with letters and collapses repeated letters (`Scheiiiße`). */
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

/** Returns the words of a text. Hyphenated words are returned both split and joined. */
const wordsIn = (text: string): string[] => [...wordsOf(text), ...wordsOf(text.replace(/(?<=\p{L})[-_.*](?=\p{L})/gu, ''))];

const isForm = (word: string, of: string): boolean => word.startsWith(of) && (ENDINGS as readonly string[]).includes(word.slice(of.length));

/** Returns whether the words of an entry occur consecutively; the last one may be inflected. */
function containsEntry(words: readonly string[], entry: readonly string[]): boolean {
  if (entry.length === 0) return false;
  const last = entry.length - 1;
  return words.some((_, at) => entry.every((part, i) => (i === last ? isForm(words[at + i] ?? '', part) : words[at + i] === part)));
}

/** Returns the entries of a list that occur in a text as whole words. */
export function findListedWords(text: string, list: readonly string[]): string[] {
  const words = wordsIn(plain(text));
  return list.filter((entry) => containsEntry(words, wordsOf(plain(entry))));
}

export const hasAddress = (text: string): boolean => ADDRESSES.some((pattern) => pattern.test(text));

/** Returns whether an editor must check a text before it is published. */
export const needsReview = (text: string, list: readonly string[]): boolean => hasAddress(text) || findListedWords(text, list).length > 0;
