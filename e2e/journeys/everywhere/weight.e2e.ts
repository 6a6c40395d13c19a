/** Page weight (docs/behaviour/common.md#page-weight). */
import { describe, expect, test } from 'vitest';
import { fontSize, laterSize, routeSizes } from '../../src/bundle.ts';

describe('weight', () => {
  test('loads at most 200 kB of JavaScript and 40 kB of styles for any first route, compressed', () => {
    const sizes = routeSizes();
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.filter(({ script, styles }) => script > 200 || styles > 40)).toEqual([]);
  });

  test('loads charts as a separate script of at most 110 kB, never at the start of a screen', () => {
    const { script, begunWith } = laterSize('src/components/charts/ChartDrawing.tsx');
    expect(script).toBeGreaterThan(20);
    expect(script).toBeLessThanOrEqual(110);
    expect(begunWith).toEqual([]);
  });

  test('loads the rich-text editor and its sanitiser on demand, in at most 125 kB', () => {
    const { script, begunWith } = laterSize('src/components/rich-text/RichTextEditor.tsx');
    expect(script).toBeGreaterThan(20);
    expect(script).toBeLessThanOrEqual(125);
    expect(begunWith).toEqual([]);
  });

  test('loads at most 60 kB of fonts', () => expect(fontSize()).toBeLessThanOrEqual(60));
});
