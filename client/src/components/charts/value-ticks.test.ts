import { expect, it } from 'vitest';
import { valueTicks } from './value-ticks.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [6, [0, 2, 4, 6]],
  [17, [0, 5, 10, 15, 20]],
  [100, [0, 20, 40, 60, 80, 100]],
  [1_234, [0, 500, 1_000, 1_500]],
])('returns round steps up to %i: %j', (most, ticks) => expect(valueTicks(most)).toEqual(ticks));
