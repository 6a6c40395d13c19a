import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, hoverColour, textOn, Theme } from './theme.ts';

test('defaults are those of the specification', () => {
  expect(Theme.parse({})).toMatchObject({ primaryColor: '#0061c0', linkColor: '#0061c0', searchBackgroundColor: 'white' });
});

test('hover is the primary with 15 points of lightness less', () => {
  expect(hoverColour('#0061c0')).toBe('#003a74');
  expect(hoverColour('#ffffff')).toBe('#d9d9d9');
  expect(hoverColour('#101010')).toBe('#000000');
});

test('text is black or white, whichever reads better, and always readable', () => {
  expect(textOn('#0061c0')).toBe('#ffffff');
  expect(textOn('#f5a524')).toBe('#000000');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const colour = `#${number.toString(16).padStart(6, '0')}`;
      expect(contrast(colour, textOn(colour))).toBeGreaterThanOrEqual(4.5);
      expect(hoverColour(colour)).toMatch(/^#[0-9a-f]{6}$/);
    }),
  );
});

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
