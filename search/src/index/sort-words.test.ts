import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareStrings, dictionaryOf, finderOf } from './dictionary.ts';
import { growingWords } from './memory.ts';
import { pushLetterKeys, sortWords } from './sort-words.ts';

/** Words with common beginnings, with letters of one and two bytes, and with characters above U+FFFF. */
const word = fc
  .tuple(
    fc.constantFrom('', 'ab', 'wasserkreisl', 'wasserkreislauf', 'ÿ', 'zÿÿ'),
    fc.string({ unit: fc.constantFrom('a', 'b', '\u0000', 'þ', 'ÿ', 'Ā', '\uffff', '𝄞'), maxLength: 16 }),
  )
  .map((parts) => parts.join(''));
const words = fc.array(word, { maxLength: 60 });

test.each([0, Infinity])('sorts words by code point with a comparison sort below %d words', (few) => {
  fc.assert(
    fc.property(words, (list) => {
      const keys = growingWords();
      for (const each of list) pushLetterKeys(keys, each);
      const sorted = sortWords(
        list.map((_, n) => n),
        keys.array,
        (a, b) => compareStrings(list[a]!, list[b]!),
        few,
      );
      expect(Array.from(sorted, (n) => list[n]!)).toEqual(list.toSorted(compareStrings));
    }),
  );
});

test('finds strings in any lookup order', () => {
  fc.assert(
    fc.property(words, words, (list, asked) => {
      const known = [...new Set(list)].sort(compareStrings);
      const find = finderOf(dictionaryOf(known));
      for (const each of [...asked.toSorted(compareStrings), ...asked, ...list]) expect(find(each)).toBe(known.indexOf(each));
    }),
  );
});
