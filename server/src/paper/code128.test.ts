import { expect, test } from 'vitest';
import { code128 } from './code128.ts';

/** Returns a barcode as a string with 1 for each dark module and 0 for each light module. */
const modules = (text: string): string =>
  code128(text)!
    .map((width, i) => String((i + 1) % 2).repeat(width))
    .join('');

test('produces the same bars as JsBarcode 3.12', () => {
  expect(modules('KAM-01')).toBe('11010010000101100011101010001100010111011000100110111001001110110010011100110100001011001100011101011');
  expect(modules('4070912300')).toBe('110100111001100010100010110000100111101101101110110111011011001100110001101101100011101011');
  expect(modules('tab 3/z')).toBe(
    '1101001000010011110100100101100001001000011011011001100110010111001011100110011011110110101111010001100011101011',
  );
});

test('returns null for text with non-ASCII characters', () => expect(code128('Gerät')).toBeNull());
