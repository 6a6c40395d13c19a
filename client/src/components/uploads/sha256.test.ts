import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000, 100_003])('hashes %i bytes in pieces of any length', (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 3)) & 255);
  const expected = createHash('sha256').update(bytes).digest('hex');
  for (const piece of [1, 7, 64, 1_000, length + 1]) {
    const sum = sha256();
    for (let at = 0; at < length; at += piece) sum.update(bytes.subarray(at, at + piece));
    expect(sum.finish(), `pieces of ${piece}`).toBe(expected);
  }
});
