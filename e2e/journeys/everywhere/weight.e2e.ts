/** Limits of the page weight (docs/behaviour/common.md#page-weight). */
import { describe, expect, test } from 'vitest';
import { fontSize, laterSize, routeSizes } from '../../src/bundle.ts';

describe('page weight', () => {
  test('is at most 200 kB of scripts and 40 kB of styles for each route', () => {
    const sizes = routeSizes();
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.filter(({ script, styles }) => script > 200 || styles > 40)).toEqual([]);
  });

  test('excludes charts from the initial scripts', () => {
    const { script, begunWith } = laterSize('src/components/charts/ChartDrawing.tsx');
    expect(script).toBeGreaterThan(20);
    expect(script).toBeLessThanOrEqual(110);
    expect(begunWith).toEqual([]);
  });

  test('excludes the rich-text editor from the initial scripts', () => {
    const { script, begunWith } = laterSize('src/components/rich-text/RichTextEditor.tsx');
    expect(script).toBeGreaterThan(20);
    expect(script).toBeLessThanOrEqual(125);
    expect(begunWith).toEqual([]);
  });

  test('is at most 60 kB for fonts', () => expect(fontSize()).toBeLessThanOrEqual(60));
});
