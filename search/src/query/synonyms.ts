/** Synonyms of one or several words. */
import { stem } from '../analysis/stem.ts';
import { variantKey } from '../analysis/variants.ts';
import { ordinalStem } from '../analysis/word-stems.ts';
import type { QueryWord } from './parse.ts';
import { wordsOf } from './parse.ts';

/** For a row of words the other members of its groups. Inflections and spellings of a member count as the member. */
export type Synonyms = {
  /** The most words a member has. */
  longest: number;
  /** Another number for every list: part of the key of cached answers. */
  version: number;
  of(row: readonly QueryWord[]): readonly QueryWord[][];
};

let versions = 0;

export function synonymsOf(groups: readonly (readonly string[])[]): Synonyms {
  const table = new Map<string, QueryWord[][]>();
  let longest = 0;
  for (const group of groups) {
    const members = new Map<string, QueryWord[]>();
    for (const text of group) {
      const words = wordsOf(text);
      if (words.length > 0 && !members.has(keyOf(words))) members.set(keyOf(words), words);
    }
    for (const [key, words] of members) {
      longest = Math.max(longest, words.length);
      const known = table.get(key) ?? [];
      table.set(key, known);
      for (const [other, row] of members) if (other !== key && !known.some((each) => keyOf(each) === other)) known.push(row);
    }
  }
  return { longest, version: ++versions, of: (row) => table.get(keyOf(row)) ?? [] };
}

function keyOf(words: readonly QueryWord[]): string {
  return words.map(({ surface, ordinal }) => (ordinal > 0 ? ordinalStem(ordinal) : (variantKey(surface) ?? stem(surface, 'de')))).join(' ');
}
