import { expect, test } from 'vitest';
import { sniff } from './sniff.ts';

test('less than any sign of a kind is no kind, and no error', () => {
  for (const head of [Buffer.alloc(0), Buffer.alloc(1), Buffer.alloc(3), Buffer.from([0x1a, 0x45, 0xdf])])
    expect(() => sniff(head)).not.toThrow();
  expect(sniff(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))).toEqual({ mime: 'video/x-matroska', ext: 'mkv' });
});
