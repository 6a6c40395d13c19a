import { expect, test } from 'vitest';
import { normalizeText } from './unicode.ts';

test.each([
  ['Ma\u0308rchen', 'NFC', 'Märchen'],
  ['Märchen', 'NFD', 'Ma\u0308rchen'],
  ['ﬁ', 'NFKC', 'fi'],
  ['ｶﾞ', 'NFKC', 'ガ'],
  ['', 'NFC', ''],
] as const)('normalizes %j as %s', (text, form, normalized) => {
  expect(normalizeText(text, form)).toBe(normalized);
});

test('keeps at most thirty combining marks in a row', () => {
  const marks = '\u0323'.repeat(30);
  expect(normalizeText(`x${marks}y`, 'NFD')).toBe(`x${marks}y`);
  expect(normalizeText(`x${marks}\u0323\u0301y${marks}z`, 'NFD')).toBe(`x${marks}y${marks}z`);
});

test('lists all characters that decompose to a leading mark', () => {
  const begins: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    if (/^[\p{M}\uff9e\uff9f]/u.test(character)) continue;
    if (/^\p{M}/u.test(character.normalize('NFKD'))) begins.push(character);
  }
  // Thai and Lao am decompose to a sign of combining class 0, which normalization never reorders.
  expect(begins).toEqual(['\u0e33', '\u0eb3']);
});
