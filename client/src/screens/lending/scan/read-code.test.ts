import { BarcodeFormat, MultiFormatWriter, type BitMatrix } from '@zxing/library';
import { expect, test } from 'vitest';
import { readPixels } from './read-code.ts';

/** Draws a code as a camera captures it, with modules of `scale` pixels and a bright margin. */
function draw(matrix: BitMatrix, scale: number, margin: number): { data: Uint8ClampedArray; width: number; height: number } {
  const [width, height] = [matrix.getWidth() * scale + 2 * margin, matrix.getHeight() * scale + 2 * margin];
  const data = new Uint8ClampedArray(width * height * 4).fill(230);
  for (let y = 0; y < matrix.getHeight() * scale; y++)
    for (let x = 0; x < matrix.getWidth() * scale; x++)
      if (matrix.get(Math.floor(x / scale), Math.floor(y / scale)))
        data.fill(30, 4 * ((y + margin) * width + x + margin), 4 * ((y + margin) * width + x + margin) + 3);
  return { data, width, height };
}

test('decodes a QR code from pixels', () => {
  const matrix = new MultiFormatWriter().encode('KAM-01', BarcodeFormat.QR_CODE, 30, 30, new Map());
  const { data, width, height } = draw(matrix, 6, 40);
  expect(readPixels(data, width, height)).toBe('KAM-01');
});

test('returns null for an image without a code', () => {
  expect(readPixels(new Uint8ClampedArray(400 * 400 * 4).fill(200), 400, 400)).toBeNull();
});
