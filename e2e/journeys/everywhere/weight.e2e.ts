/** The page is light: docs/behaviour/common.md#page-weight. */
import { describe, expect, test } from 'vitest';
import { fontSize, laterSize, routeSizes } from '../../src/bundle.ts';

describe('weight', () => {
  test('every first route: at most 200 kB of JavaScript and 40 kB of styles, compressed', () => {
    const sizes = routeSizes();
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.filter(({ script, styles }) => script > 200 || styles > 40)).toEqual([]);
  });

  test('charts come with a script of their own, which no screen begins with: at most 110 kB', () => {
    const { script, begunWith } = laterSize('src/components/charts/ChartDrawing.tsx');
    expect(script).toBeGreaterThan(20);
    expect(script).toBeLessThanOrEqual(110);
    expect(begunWith).toEqual([]);
  });

  test('at most 60 kB of fonts', () => expect(fontSize()).toBeLessThanOrEqual(60));
});
