import { describe, expect, it } from 'vitest';
import { createFullBits } from '../index/bits.ts';
import { products, rowMemory } from '../index/vector-kernel.ts';
import { emptyVectors, quantise } from '../index/vector-rows.ts';
import { cosinesOf, quantiseUnit, scan } from './scan.ts';

/** Returns pseudo-random numbers from -127 to 127 that are the same in every run. */
function some(length: number, seed: number): Int8Array {
  let state = seed;
  return Int8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    return ((state >>> 16) % 255) - 127;
  });
}
const product = (a: Int8Array, b: Int8Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe('WebAssembly kernel', () => {
  it.each([
    [16, 3],
    [128, 1_000],
    [384, 70],
    [1_024, 33],
    [8_192, 2],
  ])('multiplies %d dimensions and %d rows exactly', (dimensions, count) => {
    const memory = rowMemory(dimensions * count)!;
    expect(memory).not.toBeNull();
    const rows = some(dimensions * count, 7);
    new Int8Array(memory.buffer).set(rows);
    const vector = some(dimensions, 11);
    const expected = Array.from({ length: count }, (_, r) => product(vector, rows.subarray(r * dimensions, (r + 1) * dimensions)));
    expect([...products(memory, vector, 0, count)!]).toEqual(expected);
    expect([...products(memory, vector, 1, count - 1)!]).toEqual(expected.slice(1));
  });

  it('does not overflow for the largest numbers', () => {
    const memory = rowMemory(8_192)!;
    new Int8Array(memory.buffer).fill(-127, 0, 8_192);
    expect(products(memory, new Int8Array(8_192).fill(-127), 0, 1)![0]).toBe(127 * 127 * 8_192);
  });
});

it.each([1, 0.5, 0.05])('returns the same cosines as without the kernel if %d of the records pass the filter', (share) => {
  const [dimensions, size] = [128, 20_000];
  const quick = emptyVectors('s', dimensions, size);
  expect(quick.memory).toBeDefined();
  for (let r = 0; r < size; r++) {
    if (r % 9 === 0) continue;
    quick.scale[r] = quantise(some(dimensions, r + 1), quick.rows.subarray(r * dimensions, (r + 1) * dimensions));
  }
  const { memory: _, ...plain } = quick;
  const allowed = createFullBits(size);
  for (let r = 0; r < size; r++) if (r % 100 >= 100 * share) allowed[r >>> 5]! &= ~(1 << (r & 31));
  const towards = quantiseUnit(Float32Array.from(some(dimensions, 5), (value) => value / 127));
  const found = (vectors: typeof plain): [number, number][] => {
    const list: [number, number][] = [];
    scan(vectors, towards, allowed, (record, cosine) => list.push([record, cosine]));
    return list;
  };
  const list = found(quick);
  expect(list).toEqual(found(plain));
  for (const vectors of [quick, plain]) {
    const cosines = new Float32Array(size).fill(NaN);
    cosinesOf(vectors, towards, allowed, cosines);
    expect(list.map(([record]) => cosines[record])).toEqual(list.map(([, cosine]) => Math.fround(cosine)));
  }
  expect(list.some(([record]) => record % 9 === 0 || record % 100 >= 100 * share)).toBe(false);
  expect(list.length).toBeGreaterThan(0.8 * share * size);
});
