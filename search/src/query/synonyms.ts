/** Synonyms that consist of one or several words. */
import { stem } from '../analysis/stem.ts';
import { variantKey } from '../analysis/variants.ts';
import { ordinalStem } from '../analysis/word-stems.ts';
import type { PreferredTerm } from '../api.ts';
import type { QueryWord } from './parse.ts';
import { wordsOf } from './parse.ts';

export type Synonyms = {
  /** Maximum number of words in a synonym. */
  longest: number;
  /** Number of this synonym list, which is unique in the process and part of cache keys. */
  version: number;
  /**
   * Returns the synonyms of a sequence of words: the other members of its groups, and preferred terms. Inflections and spelling variants of a member
   * are recognised.
   */
  of(row: readonly QueryWord[]): readonly QueryWord[][];
};

let versions = 0;

/** Creates a synonym list from groups, whose members are interchangeable, and from terms that are replaced with a preferred term. */
export function synonymsOf(groups: readonly (readonly string[])[], useInstead: readonly PreferredTerm[] = []): Synonyms {
  const table = new Map<string, QueryWord[][]>();
  let longest = 0;
  const relate = (key: string, words: readonly QueryWord[], others: Iterable<readonly [string, QueryWord[]]>): void => {
    longest = Math.max(longest, words.length);
    const known = table.get(key) ?? [];
    table.set(key, known);
    for (const [other, row] of others) if (other !== key && !known.some((each) => keyOf(each) === other)) known.push(row);
  };
  for (const group of groups) {
    const members = new Map<string, QueryWord[]>();
    for (const text of group) {
      const words = wordsOf(text);
      if (words.length > 0 && !members.has(keyOf(words))) members.set(keyOf(words), words);
    }
    for (const [key, words] of members) relate(key, words, members);
  }
  for (const [term, preferred] of useInstead) {
    const [words, row] = [wordsOf(term), wordsOf(preferred)];
    if (words.length > 0 && row.length > 0) relate(keyOf(words), words, [[keyOf(row), row]]);
  }
  return { longest, version: ++versions, of: (row) => table.get(keyOf(row)) ?? [] };
}

/** Returns a key that is equal for all inflections and spelling variants of the words. */
function keyOf(words: readonly QueryWord[]): string {
  return words.map(({ surface, ordinal }) => (ordinal > 0 ? ordinalStem(ordinal) : (variantKey(surface) ?? stem(surface, 'de')))).join(' ');
}
