import { expect, test } from 'vitest';
import { beginningWith, containing } from './like.ts';

test.each([
  ['Wasser', '%Wasser%', 'Wasser%'],
  ['100 %', '%100 \\%%', '100 \\%%'],
  ['a_b', '%a\\_b%', 'a\\_b%'],
  ['C:\\', '%C:\\\\%', 'C:\\\\%'],
  ['', '%%', '%'],
])('matches special characters of user input literally: %s', (words, anywhere, atBegin) => {
  expect([containing(words), beginningWith(words)]).toEqual([anywhere, atBegin]);
});
