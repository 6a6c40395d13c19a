import { expect, test } from 'vitest';
import { prefixPattern, containsPattern } from './like.ts';

test.each([
  ['Wasser', '%Wasser%', 'Wasser%'],
  ['100 %', '%100 \\%%', '100 \\%%'],
  ['a_b', '%a\\_b%', 'a\\_b%'],
  ['C:\\', '%C:\\\\%', 'C:\\\\%'],
  ['', '%%', '%'],
])('matches special characters of user input literally: %s', (words, anywhere, atBegin) => {
  expect([containsPattern(words), prefixPattern(words)]).toEqual([anywhere, atBegin]);
});
