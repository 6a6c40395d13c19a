/** The page is light: docs/behaviour/common.md#page-weight. */
import { describe, expect, test } from 'vitest';
import { fontSize, routeSizes } from '../src/bundle.ts';

describe('weight', () => {
  test('every first route: at most 200 kB of JavaScript and 40 kB of styles, compressed', () => {
    const sizes = routeSizes();
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.filter(({ script, styles }) => script > 200 || styles > 40)).toEqual([]);
  });

  test('at most 60 kB of fonts', () => expect(fontSize()).toBeLessThanOrEqual(60));
});
