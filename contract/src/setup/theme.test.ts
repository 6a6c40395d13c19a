import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Theme } from './theme.ts';
import { isBannerActive, checkColours, contrast, hoverColour, nearestColourWithContrast, textOn } from './theme-rules.ts';

test('uses the default colours of the specification', () => {
  expect(Theme.parse({})).toMatchObject({ primaryColor: '#0061c0', linkColor: '#0061c0', searchBackgroundColor: 'white' });
});

test('reduces the lightness of a colour by 15 points for hover', () => {
  expect(hoverColour('#0061c0')).toBe('#003a74');
  expect(hoverColour('#ffffff')).toBe('#d9d9d9');
  expect(hoverColour('#101010')).toBe('#000000');
});

test('chooses black or white text for sufficient contrast', () => {
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

test('computes the WCAG contrast ratio', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('suggests the nearest colour with sufficient contrast', () => {
  expect(checkColours(Theme.parse({})).every((check) => check.ok && check.offer === null)).toBe(true);
  const weak = checkColours({ primaryColor: '#f5e524', linkColor: '#66b2ff', searchBackgroundColor: '#e8eef5' });
  expect(weak.map(({ name, ok }) => [name, ok])).toEqual([
    ['textOnPrimary', true],
    ['primaryAsBorder', false],
    ['linkOnWhite', false],
    ['linkOnSearch', false],
  ]);
  const offer = weak[2]!.offer!;
  expect(contrast(offer, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(offer, '#e8eef5')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(offer, '#e8eef5')).toBeLessThan(4.8);
});

test('suggests a colour with sufficient contrast for any input', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(colour, colour, (hex, ground) => {
      const offer = nearestColourWithContrast(hex, [ground], 4.5);
      expect(offer).not.toBeNull();
      expect(contrast(offer!, ground)).toBeGreaterThanOrEqual(4.5);
      expect(nearestColourWithContrast(offer!, [ground], 4.5)).toBe(offer);
    }),
  );
});

test('shows a banner from its first to its last day', () => {
  const banner = { text: 'Wartung', kind: 'info', from: '2026-11-20', until: '2026-11-22', link: '' } as const;
  expect(['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23'].map((day) => isBannerActive(banner, day))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isBannerActive({ ...banner, from: null, until: null }, '2000-01-01')).toBe(true);
  expect(isBannerActive(null, '2026-11-20')).toBe(false);
});
